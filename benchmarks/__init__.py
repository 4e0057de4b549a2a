"""What measures the figures of the README; `python -m benchmarks` runs all of them."""
