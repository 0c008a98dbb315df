"""Small games, each one file of rules upon `fudaba.envs.small`."""
