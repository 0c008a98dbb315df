"""Small card games as one file of rules: `docs/adding_a_game.md` shows one."""
