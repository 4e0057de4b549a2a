"""The store: the ports of the pipeline in SQL; every statement of the project lies here."""
