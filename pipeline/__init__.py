"""Learns: the border, the pure learning core and the one path from events to suggestions."""
