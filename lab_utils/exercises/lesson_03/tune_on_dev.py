"""Tune on dev, report on test: a setting that was chosen on some queries looks good on just those.

    choose the setting with the best mean over the dev queries; report that one setting's mean over the test queries

Blind spot: with few dev queries the best setting is partly chance. The gap between its dev and its test mean shows it.
"""

import random

from lab_utils.exercises import Case, Exercise, Mistake


def tune_on_dev(measured: dict[float, dict[str, float]], splits: dict[str, str]) -> dict[str, float]:
    """{"k": the chosen setting, "dev": its mean on dev, "test": its mean on test}.

    measured: {k: {query id: value}}, each k a number, measured on the same queries; values are 0 or
    more.
    splits: {query id: "dev" or "test"}, the same queries in any order; there are queries of both.
    The highest mean on dev is chosen, however small its lead. Among settings that are equally good
    on dev, the smallest k is chosen.
    """

    def mean(k: float, split: str) -> float:
        values = [value for query_id, value in measured[k].items() if splits[query_id] == split]
        return sum(values) / len(values)

    best = min(measured, key=lambda k: (-round(mean(k, "dev"), 9), k))
    return {"k": best, "dev": mean(best, "dev"), "test": mean(best, "test")}


# What people write instead. Each is run by the tests, and each must earn exactly its own message.


def mean_of(measured, splits, k, *wanted):
    values = [value for query_id, value in measured[k].items() if splits[query_id] in wanted]
    return sum(values) / len(values)


def chosen_by(measured, splits, *wanted):
    best = min(measured, key=lambda k: (-round(mean_of(measured, splits, k, *wanted), 9), k))
    return {"k": best, "dev": mean_of(measured, splits, best, "dev"), "test": mean_of(measured, splits, best, "test")}


def tunes_on_test(measured, splits):
    return chosen_by(measured, splits, "test")


def tunes_on_everything(measured, splits):
    return chosen_by(measured, splits, "dev", "test")


def reports_the_best_test(measured, splits):
    return {**tune_on_dev(measured, splits), "test": max(mean_of(measured, splits, k, "test") for k in measured)}


def takes_the_largest_of_equals(measured, splits):
    best = min(measured, key=lambda k: (-round(mean_of(measured, splits, k, "dev"), 9), -k))
    return {"k": best, "dev": mean_of(measured, splits, best, "dev"), "test": mean_of(measured, splits, best, "test")}


def cases(rng: random.Random) -> list[Case]:
    two = {"q1": "dev", "q2": "test"}
    five = {"q1": "dev", "q2": "dev", "q3": "test", "q4": "test", "q5": "test"}
    four = {"q1": "dev", "q2": "dev", "q3": "dev", "q4": "test"}
    drawn = {k: {query_id: round(rng.random(), 3) for query_id in five} for k in (1, 10, 60, 200)}
    return [
        Case("one setting", measured={60: {"q1": 0.5, "q2": 0.75}}, splits=two),
        Case("the same setting is best on both", measured={10: {"q1": 0.4, "q2": 0.4}, 60: {"q1": 0.6, "q2": 0.5}}, splits=two),
        Case("dev likes one setting, test another", measured={10: {"q1": 0.8, "q2": 0.5}, 60: {"q1": 0.6, "q2": 0.9}}, splits=two),
        Case(
            "test has more queries than dev, and another opinion",
            measured={10: {"q1": 0.6, "q2": 0.6, "q3": 0.1, "q4": 0.2, "q5": 0.3}, 60: {"q1": 0.5, "q2": 0.5, "q3": 0.2, "q4": 0.3, "q5": 0.2}},
            splits=five,
        ),
        Case(
            "the most and the highest wins on dev, and still the lower mean",
            measured={10: {"q1": 0.9, "q2": 0.3, "q3": 0.0, "q4": 0.4}, 60: {"q1": 0.8, "q2": 0.2, "q3": 0.8, "q4": 0.5}},
            splits=four,
        ),
        Case(
            "the splits name the queries in another order",
            measured={10: {"q1": 0.9, "q2": 0.3}, 60: {"q1": 0.1, "q2": 0.4}},
            splits={"q2": "test", "q1": "dev"},
        ),
        Case("nothing was found for the dev query", measured={60: {"q1": 0.0, "q2": 0.5}}, splits=two),
        Case(
            "a lead of a hundred-thousandth",
            measured={10: {"q1": 0.50001, "q2": 0.3}, 1: {"q1": 0.50002, "q2": 0.4}, 60: {"q1": 0.50003, "q2": 0.2}},
            splits=two,
        ),
        Case("at random", measured=drawn, splits=five),
        Case(
            "three settings that are equal on dev",
            measured={100: {"q1": 0.5, "q2": 0.9}, 9: {"q1": 0.5, "q2": 0.3}, 60: {"q1": 0.5, "q2": 0.5}, 20: {"q1": 0.4, "q2": 1.0}},
            splits=two,
        ),
    ]


EXERCISE = Exercise(
    id="tune-on-dev",
    lesson="03",
    order=3,
    title="Tune k on dev, report on test",
    minutes=10,
    difficulty=2,
    points=3,
    reference=tune_on_dev,
    cases=cases,
    mistakes=(
        Mistake(
            tunes_on_test,
            "Yours picks the setting that looks best on test. Those queries are the exam: chosen and judged on the "
            "same questions, any setting looks better than it is.",
        ),
        Mistake(
            tunes_on_everything,
            "Yours chooses on all queries together, so the test queries have helped to choose and are no test any more.",
        ),
        Mistake(
            reports_the_best_test,
            "The test value that you report belongs to another setting than the one you chose. In practice there is one setting, and it gets what it gets.",
        ),
        Mistake(
            takes_the_largest_of_equals,
            "Some settings are equal on dev, and yours takes another one than the task says. A rule that is stated is kept by everybody.",
        ),
    ),
    hints=(
        "A friend tries a hundred settings on your test queries and shows you the best number. What will you get on next week's queries: that, more, or less?",
        "Two steps that share nothing but k: choose with the dev queries alone, then look at the test queries once, with the chosen k.",
        "best: the smallest k among those with the highest mean over dev queries\ngive back best, its mean over dev queries, its mean over test queries",
    ),
)
