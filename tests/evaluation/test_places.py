"""Places by points, and how those with equal points share them."""

import numpy as np
from numpy.testing import assert_allclose

from fudaba.evaluation.places import first_and_last_shares, place_shares, shared_places


def test_equal_points_share_the_mean_of_their_places() -> None:
    points = np.array([[3.0, 1.0, 1.0, 0.0], [2.0, 2.0, 2.0, 5.0]])
    assert shared_places(points).tolist() == [[1, 2.5, 2.5, 4], [3, 3, 3, 1]]


def test_shared_places_count_in_equal_parts() -> None:
    shares = place_shares(np.array([[3.0, 1.0, 1.0, 0.0]]))[0]
    assert shares.tolist() == [[1, 0, 0, 0], [0, 0.5, 0.5, 0], [0, 0.5, 0.5, 0], [0, 0, 0, 1]]


def test_the_ends_of_the_places_are_those_of_all_places() -> None:
    points = np.random.default_rng(0).integers(0, 4, (200, 5)).astype(float)
    first, last = first_and_last_shares(points)
    assert_allclose(first, place_shares(points)[..., 0], rtol=1e-6)
    assert_allclose(last, place_shares(points)[..., -1], rtol=1e-6)
