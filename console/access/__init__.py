"""Access: who asks, what they may see, and what they may do."""
