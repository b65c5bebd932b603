"""What people send, handled: parse, decide, answer. No rule of the game and no state of one lives here."""
