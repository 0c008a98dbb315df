"""The policy for Daifugo."""
