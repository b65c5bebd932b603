return text(clock(take()))
