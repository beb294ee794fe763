"""Intervals: Wilson's published values, the bootstrap against theory, and the same numbers every time."""

from __future__ import annotations

import math

import numpy as np
import pytest

from lab_utils.evaluation.intervals import bootstrap, interval, wilson


def test_wilson_against_published_values():
    # Newcombe, "Two-sided confidence intervals for the single proportion", 1998, table I, method 3
    for hits, n, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)):
        assert wilson(hits, n) == pytest.approx((low, high), abs=5e-5)


def test_all_hits_is_not_certainty():
    low, high = interval(np.ones(12))
    assert (round(low, 2), high) == (0.76, 1.0)


def test_zero_and_one_other_value_is_a_proportion():
    low, high = interval(np.array([0.2] * 9 + [0.0]))
    assert (low, high) == pytest.approx(tuple(0.2 * bound for bound in wilson(9, 10)))


def test_the_bootstrap_is_near_the_normal_interval():
    values = np.random.default_rng(4).normal(0.5, 0.1, 400)
    low, high = bootstrap(values)
    half = 1.96 * values.std() / 20
    assert low == pytest.approx(values.mean() - half, abs=0.002)
    assert high == pytest.approx(values.mean() + half, abs=0.002)


def test_it_covers_the_truth_about_as_often_as_it_says():
    generator = np.random.default_rng(8)
    inside = 0
    for _ in range(200):
        low, high = interval(generator.choice([0, 0.5, 1], 60, p=[0.3, 0.3, 0.4]))
        inside += low <= 0.55 <= high
    assert 180 <= inside <= 198


def test_paired_draws_see_a_small_but_steady_difference():
    base = np.random.default_rng(2).random(200)
    low, _ = bootstrap((base + 0.01) - base)
    assert low == pytest.approx(0.01)


def test_the_same_values_give_the_same_interval():
    values = np.random.default_rng(1).random(77)
    assert bootstrap(values) == bootstrap(values.copy())


def test_no_values():
    assert all(map(math.isnan, interval(np.array([]))))
