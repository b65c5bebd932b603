"""The Telegram wing: what people send, what they see, and the one courier that shows it."""
