"""Agents that are programs in any language, asked in JSON over standard input and output."""

from .agent import PROGRAM, ProgramAgent

__all__ = ["PROGRAM", "ProgramAgent"]
