"""Requests, read for what a call needs: names, values and whether something must be found."""
