"""The hosted game: tables, seats, settings, Redis, Telegram and texts. Knows `engine`, never `workers`."""
