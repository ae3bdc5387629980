"""What results are worth: ratings, intervals, sequential tests. Numbers in, numbers out."""
