"""Self-play training with stable-baselines3."""
