"""Pages: routes that render what the desk says."""
