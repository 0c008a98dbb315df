"""The replies to an answer that is no legal move: a question again, or the end of the game."""

MOST_RETRIES = 3  # in a row; the next such answer loses the game


def asked_again(problem: str, position: str) -> str:
    """Returns the problem with an answer, followed by the position to decide again."""
    return f"Your answer was not taken: {problem}\n\n{position}"


def lost_words(problem: str) -> str:
    """Returns the problem with an answer, and that it has lost the game."""
    return f"Your answer was not taken: {problem}\n\nThe game is over: you have lost it by this."
