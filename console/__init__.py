"""The operators' console: pages that a server renders, and the same reads and acts as JSON."""
