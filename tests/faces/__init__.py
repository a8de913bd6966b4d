"""What Python has and the core does not, at every front end."""
