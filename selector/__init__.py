"""Decides: target selection over retrieved candidates, with promoted suggestions as one bounded signal."""
