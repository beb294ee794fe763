"""The decision matrix as data: for each pattern the strategy that was chosen, and what was given up for it.

    chosen = the cheapest strategy whose value is within `slack` of the pattern's best

A matrix that comes out of the measurements can be made again when the data changes, and defended row by row.
Blind spot: the value is the one you measured. What you did not measure (trust, upkeep, privacy) needs words beside it.
"""

import random

from lab_utils.exercises import Case, Exercise, Mistake
from lab_utils.exercises.compare import rows


def decision_matrix(measured: list[dict], patterns: list[str], slack: float, least: int) -> list[dict]:
    """A row for each of `patterns`, in their order: {"pattern", "strategy", "value", "cost", "given_up"}.

    measured: rows {"pattern", "strategy", "n", "value", "cost"}, where n is the number of queries of the pattern, value
    goes from 0 to 1 and cost is in milliseconds. given_up: how far the value is below the pattern's best.
    With n below `least` there is too little to decide on: everything but the pattern is None.
    Of two equally cheap strategies the one earlier in the alphabet is chosen.
    Raises ValueError when a pattern was not measured, or a value is not between 0 and 1.
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


def one_winner_for_all(measured, patterns, slack, least):
    right = decision_matrix(measured, patterns, slack, least)
    totals = {}
    for row in measured:
        totals[row["strategy"]] = totals.get(row["strategy"], 0.0) + row["value"]
    winner = max(sorted(totals), key=totals.get)
    return decision_matrix([row for row in measured if row["strategy"] == winner], patterns, slack, least) if measured else right


def decides_on_too_few(measured, patterns, slack, least):
    return decision_matrix(measured, patterns, slack, 0)


def skips_the_unmeasured(measured, patterns, slack, least):
    known = {row["pattern"] for row in measured}
    return decision_matrix(measured, [pattern for pattern in patterns if pattern in known], slack, least)


def measurement(pattern: str, strategy: str, value: float, cost: float, n: int = 30) -> dict:
    return {"pattern": pattern, "strategy": strategy, "n": n, "value": value, "cost": cost}


def cases(rng: random.Random) -> list[Case]:
    concept = [measurement("concept", "keyword", 0.55, 2), measurement("concept", "dense", 0.81, 12)]
    codes = [measurement("identifier", "keyword", 0.94, 2), measurement("identifier", "dense", 0.41, 12), measurement("identifier", "hybrid", 0.95, 15)]
    drawn = [
        measurement(pattern, s, round(rng.random(), 3), rng.randint(1, 90)) for pattern in ("concept", "identifier") for s in ("dense", "hybrid", "keyword")
    ]
    few = [measurement("multi-hop", "agent", 0.75, 4000, n=4), measurement("multi-hop", "hybrid", 0.25, 15, n=4)]
    return [
        Case("one strategy", measured=concept[:1], patterns=["concept"], slack=0.05, least=10),
        Case("a clear winner", measured=concept, patterns=["concept"], slack=0.05, least=10),
        Case("two patterns, two winners", measured=concept + codes[:2], patterns=["identifier", "concept"], slack=0.05, least=10),
        Case("nearly as good, and cheaper", measured=codes, patterns=["identifier"], slack=0.05, least=10),
        Case(
            "equally cheap",
            measured=[measurement("concept", "wide", 0.8, 5), measurement("concept", "dense", 0.79, 5)],
            patterns=["concept"],
            slack=0.05,
            least=10,
        ),
        Case("four queries", measured=few + concept, patterns=["concept", "multi-hop"], slack=0.05, least=10),
        Case("a value that cannot be", measured=[measurement("concept", "dense", 1.2, 12)], patterns=["concept"], slack=0.05, least=10),
        Case("at random", measured=drawn, patterns=["concept", "identifier"], slack=0.1005, least=10),
        Case("a pattern that nobody measured", measured=concept, patterns=["concept", "aggregate"], slack=0.05, least=10),
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
            one_winner_for_all, "One strategy has won every row of yours. The best on the whole can be poor on a pattern; that is why there is a row for each."
        ),
        Mistake(
            decides_on_too_few,
            "Yours decides on four queries. One of them turning would have changed the decision, and 'too few to tell' is an honest row.",
        ),
        Mistake(
            skips_the_unmeasured,
            "A pattern that nobody measured is missing from your matrix, and nobody is told. In a review that looks like a pattern that nobody asks.",
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
