"""The declarations of a game: options, fields, actions, kernels, words, statistics."""
