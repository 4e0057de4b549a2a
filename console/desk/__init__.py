"""The desk: what a caller may read and do, and how."""

from console.desk.desk import Desk

__all__ = ["Desk"]
