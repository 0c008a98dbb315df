"""Records games as Minari datasets for offline learning, one dataset for each seat.

`recording` describes what is recorded, `played` plays the games and keeps them, so that a stopped
recording goes on, `episodes` cuts games into what each seat saw, did and won, `datasets` has the
folder with a dataset for each seat, and `storage` writes one as Minari reads it. The last two need
the extra `data`.
"""
