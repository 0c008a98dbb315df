"""What a game declares: options, fields, actions, kernels, words, statistics."""
