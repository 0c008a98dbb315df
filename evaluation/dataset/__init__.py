"""Records games as Minari datasets for offline learning, one dataset for each seat.

`recording` plays the games and keeps them, so that a stopped recording goes on; `episodes` replays
them and cuts them into what each seat saw, did and won; `storage` writes that as Minari reads it.
Needs the extra `data`.
"""
