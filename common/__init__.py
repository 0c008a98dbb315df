"""What all packages need: errors in one sentence, checks of values, files, YAML, messages."""
