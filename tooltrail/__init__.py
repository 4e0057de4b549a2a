"""The command line: settings, wiring and one module a group of commands."""
