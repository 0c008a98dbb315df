"""What a reader is told after an answer that could not be read."""

MOST_RETRIES = 3  # in a row; the next such answer loses the game


def asked_again(problem: str, position: str) -> str:
    """Returns the reason why an answer was not taken, with the position to decide again."""
    return f"Your answer was not taken: {problem}\n\n{position}"


def lost_words(problem: str) -> str:
    """Returns the end of a game that was lost by an answer."""
    return f"Your answer was not taken: {problem}\n\nThe game is over: you have lost it by this."
