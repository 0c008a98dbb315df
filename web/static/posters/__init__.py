"""The pictures of our games in the lobby, written by `python -m docs.posters`."""
