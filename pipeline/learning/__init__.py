"""The learning core: pure functions over frozen values; no clock, no input or output, no randomness."""
