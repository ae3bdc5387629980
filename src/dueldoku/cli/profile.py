def profile(): pass
