"""Faults on real processes: brokers, databases and workers that are killed, cut off, stopped and restarted."""
