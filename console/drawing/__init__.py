"""Drawings, as numbers: each function places shapes on a sheet, and a template writes them as SVG."""
