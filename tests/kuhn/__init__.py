"""Kuhn poker with five cards: a game made for the tests, small enough for exact best responses."""

from .game import GAME

__all__ = ["GAME"]
