"""The decision matrix as data: for each pattern the strategy that was chosen, and what was given up for it.

    chosen = the cheapest strategy whose value is within `slack` of the pattern's best

A matrix that comes out of the measurements can be made again when the data changes, and defended row by row.
Blind spot: the value is the one you measured. What you did not measure (trust, upkeep, privacy) needs words beside it.
"""

import random

from lab_utils.exercises import Case, Exercise, Mistake
from lab_utils.exercises.compare import rows


def decision_matrix(measured: list[dict], patterns: list[str], slack: float, least: int) -> list[dict]:
    """A row for each of `patterns`, in their order: {"pattern", "strategy", "value", "cost",
    "given_up"}.

    Chosen is the cheapest strategy whose value is at most `slack` below the pattern's best: a plain
    difference, and one that is exactly `slack` below is still taken. Of two equally cheap ones the
    one earlier in the alphabet is chosen.
    measured: rows {"pattern", "strategy", "n", "value", "cost"}, where n is the number of queries
    of the pattern, the same in each of its rows, value goes from 0 to 1, both included, and cost is
    in milliseconds.
    given_up: how far the value is below the pattern's best, not rounded.
    With n below `least` there is too little to decide on: everything but the pattern is None.
    Raises ValueError when a pattern was not measured, or one of its values is not between 0 and 1,
    however small n is.
    """
    if any(not 0 <= row["value"] <= 1 for row in measured):
        raise ValueError("a value is not between 0 and 1")
    matrix = []
    for pattern in patterns:
        measured_here = [row for row in measured if row["pattern"] == pattern]
        if not measured_here:
            raise ValueError(f"{pattern} was not measured")
        if measured_here[0]["n"] < least:
            matrix.append({"pattern": pattern, "strategy": None, "value": None, "cost": None, "given_up": None})
            continue
        best = max(row["value"] for row in measured_here)
        good_enough = [row for row in measured_here if row["value"] >= best - slack]
        chosen = min(good_enough, key=lambda row: (row["cost"], row["strategy"]))
        entry = {name: chosen[name] for name in ("pattern", "strategy", "value", "cost")}
        matrix.append({**entry, "given_up": best - chosen["value"]})
    return matrix


# What people write instead. Each is run by the tests, and each must earn exactly its own message.


def takes_the_best(measured, patterns, slack, least):
    return decision_matrix(measured, patterns, 0.0, least)


def takes_the_cheapest(measured, patterns, slack, least):
    return decision_matrix(measured, patterns, 1.0, least)


def decides_on_too_few(measured, patterns, slack, least):
    return decision_matrix(measured, patterns, slack, 0)


def finds_too_few_where_nobody_measured(measured, patterns, slack, least):
    known = {row["pattern"] for row in measured}
    unknown = [{"pattern": pattern, "strategy": "", "n": least - 1, "value": 0.0, "cost": 0} for pattern in patterns if pattern not in known]
    return decision_matrix(measured + unknown, patterns, slack, least)


def measurement(pattern: str, strategy: str, value: float, cost: float, n: int = 30) -> dict:
    return {"pattern": pattern, "strategy": strategy, "n": n, "value": value, "cost": cost}


def case(about: str, measured: list[dict], *patterns: str, slack: float = 0.05, least: int = 10) -> Case:
    return Case(about, measured=measured, patterns=list(patterns), slack=slack, least=least)


def cases(rng: random.Random) -> list[Case]:
    concept = [measurement("concept", "dense", 0.81, 12), measurement("concept", "keyword", 0.55, 2)]
    codes = [
        measurement("identifier", "keyword", 0.94, 2),
        measurement("identifier", "dense", 0.41, 12),
        measurement("identifier", "blend", 0.945, 14),
        measurement("identifier", "hybrid", 0.95, 15),
    ]
    drawn = [
        measurement(pattern, s, round(rng.random(), 3), rng.randint(1, 90)) for pattern in ("concept", "identifier") for s in ("dense", "hybrid", "keyword")
    ]
    few = [measurement("multi-hop", "agent", 0.75, 4000, n=4), measurement("multi-hop", "hybrid", 0.25, 15, n=4)]
    six = [measurement("follow-up", strategy, value, cost, n=6) for strategy, value, cost in (("keyword", 0.5, 2), ("dense", 0.75, 12))]
    poor = [measurement("multi-hop", "keyword", 0.46, 2), measurement("multi-hop", "dense", 0.5, 12)]
    ends = [measurement("concept", "keyword", 0.0, 2), measurement("concept", "hybrid", 1.0, 15)]
    return [
        case("one strategy", concept[:1], "concept"),
        case("a clear winner", concept, "concept"),
        case("nearly as good, and cheaper", codes, "identifier"),
        case("two patterns, two winners", concept[::-1] + codes[:2], "identifier", "concept"),
        case("two measured, one asked for", concept + codes, "identifier"),
        case("equally cheap", [measurement("concept", "wide", 0.8, 5), measurement("concept", "dense", 0.791, 5)], "concept"),
        case("exactly the slack below the best", [measurement("concept", "keyword", 0.75, 2), measurement("concept", "dense", 1.0, 12)], "concept", slack=0.25),
        case("a low best value, and a difference of less than the slack", poor, "multi-hop"),
        case("four queries", few + concept, "concept", "multi-hop"),
        case("two strategies, six queries", six, "follow-up"),
        case("just enough queries", concept, "concept", least=30),
        case("30 queries, where 40 are wanted", concept, "concept", least=40),
        case("the values 0 and 1, which can be", ends, "concept"),
        case("a value above 1, on too few queries, beside a good one", [*few, measurement("multi-hop", "dense", 1.2, 12, n=4)], "multi-hop"),
        case("a value below 0, beside good ones", [*concept, measurement("concept", "hybrid", -0.1, 15)], "concept"),
        case("at random", drawn, "concept", "identifier", slack=0.1005),
        case("a pattern that nobody measured", concept, "concept", "aggregate"),
    ]


EXERCISE = Exercise(
    id="decision-matrix",
    lesson="05",
    order=3,
    title="The decision matrix as data",
    minutes=15,
    difficulty=3,
    points=5,
    reference=decision_matrix,
    cases=cases,
    compare=rows("pattern"),
    mistakes=(
        Mistake(
            takes_the_best,
            "Yours always takes the highest value. One hundredth more, at seven times the cost, is what the slack is there to refuse.",
        ),
        Mistake(
            takes_the_cheapest,
            "Yours takes the cheapest, however poor. The slack says how much may be given up for a lower cost, and no more.",
        ),
        Mistake(
            decides_on_too_few,
            "Yours decides on four queries. One of them turning would have changed the decision, and 'too few to tell' is an honest row.",
        ),
        Mistake(
            finds_too_few_where_nobody_measured,
            "A pattern that nobody measured has a row of None in yours. None means too few to decide; a pattern that was forgotten is an error.",
        ),
    ),
    hints=(
        "Two strategies are one hundredth apart, and one costs seven times as much. Which would you defend in a review, and what would you write beside it?",
        "Take the patterns one at a time. First the two reasons not to decide. Then: what is the best value, who "
        "comes close enough, and who of those is cheapest?",
        "refuse values outside 0 to 1\nfor each pattern:\n    its rows; none -> refuse; too few queries -> a row of "
        "nothing\n    best value; those within slack of it; the cheapest of those\n"
        "    note it, and how far it is below the best",
    ),
)
