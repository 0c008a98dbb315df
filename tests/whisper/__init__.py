"""Whisper: a game made for the tests, in which it is secret who is asked."""

from .game import GAME

__all__ = ["GAME"]
