"""The JSON API: the same reads and acts as the pages, described by an OpenAPI document."""
