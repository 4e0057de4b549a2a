"""Links between what tools give and what tools need: general rules of OpenAPI, JSON Schema, English and Korean."""
