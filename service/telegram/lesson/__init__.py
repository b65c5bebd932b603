"""The deal that teaches: what may be played, why, and what it is worth, from the cards that lie open to the learner."""
