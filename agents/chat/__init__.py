"""`chat:MODEL`: an agent that asks a model behind an OpenAI-compatible server, by text."""

from .agent import ChatAgent
from .spec import CHAT, CHAT_FORM, check_chat, title_of

__all__ = ["CHAT", "CHAT_FORM", "ChatAgent", "check_chat", "title_of"]
