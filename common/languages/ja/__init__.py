"""The Japanese of the interface, and the font of its pictures."""
