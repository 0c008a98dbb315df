"""The policies for Daifugo."""
