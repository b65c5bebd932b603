"""Where computer players meet: the same deals twice, sides exchanged, so that luck with the cards cancels out."""
