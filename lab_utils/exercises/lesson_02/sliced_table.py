"""The sliced table: recall by pattern, each number with the count behind it.

    recall of a pattern = mean over its queries that have a gold; a query for which nothing came back counts as 0

One number over all queries hides that identifiers fail while concepts succeed.
Blind spot: a mean of six values moves by a sixth when one query turns. The n beside it is there to warn.
"""

import random

from lab_utils.exercises import Case, Exercise, Mistake


def sliced_table(queries: list[dict], recalls: dict[str, float]) -> dict[str, dict]:
    """{pattern: {"n": number of queries measured, "recall": their mean}}, for every pattern among
    `queries`.

    A query is a dict with "id", "pattern" and "golds" (list of groups, each a set of ids).
    `recalls` is {query id:
    recall}, for each query that got any result; one that got none is not in it, and its recall is
    0.0. Each query counts once, however many groups it has. Queries without golds cannot be
    measured and are left out of n. A pattern of which no query can be measured has n 0 and recall
    None.
    """
    slices = {query["pattern"]: [] for query in queries}
    for query in queries:
        if query["golds"]:
            slices[query["pattern"]].append(recalls.get(query["id"], 0.0))
    return {pattern: {"n": len(values), "recall": sum(values) / len(values) if values else None} for pattern, values in slices.items()}


# What people write instead. Each is run by the tests, and each must earn exactly its own message.


def forgets_the_failures(queries, recalls):
    return sliced_table([query for query in queries if query["id"] in recalls or not query["golds"]], recalls)


def scores_what_has_no_answer(queries, recalls):
    return sliced_table([{**query, "golds": query["golds"] or [{"?"}]} for query in queries], recalls)


def zero_for_nothing_measured(queries, recalls):
    return {pattern: {**row, "recall": row["recall"] or 0.0} for pattern, row in sliced_table(queries, recalls).items()}


def hides_empty_slices(queries, recalls):
    return {pattern: row for pattern, row in sliced_table(queries, recalls).items() if row["n"]}


def query(name: str, pattern: str, *golds: str) -> dict:
    return {"id": name, "pattern": pattern, "golds": [{gold} for gold in golds]}


def cases(rng: random.Random) -> list[Case]:
    drawn = [query(f"q{number}", ["concept", "identifier"][number % 2], "d1") for number in range(8)]
    values = {row["id"]: round(rng.random(), 2) for row in drawn}
    mixed = [query("q1", "multi-hop", "d1", "d2"), query("q2", "multi-hop", "d3"), query("q3", "multi-hop", "d4")]
    return [
        Case("one pattern", queries=[query("q1", "concept", "d1"), query("q2", "concept", "d2")], recalls={"q1": 1.0, "q2": 0.0}),
        Case("two patterns", queries=[query("q1", "concept", "d1"), query("q2", "identifier", "d2")], recalls={"q1": 1.0, "q2": 0.5}),
        Case("no queries", queries=[], recalls={}),
        Case("a query for which nothing came back", queries=[query("q1", "concept", "d1"), query("q2", "concept", "d2")], recalls={"q1": 1.0}),
        Case("a query that has no answer", queries=[query("q1", "concept", "d1"), query("q2", "concept")], recalls={"q1": 1.0, "q2": 0.0}),
        Case("a slice that failed altogether", queries=[query("q1", "concept", "d1"), query("q2", "concept", "d2")], recalls={"q1": 0.0}),
        Case("a question in two parts, and others", queries=mixed, recalls={"q1": 1.0, "q2": 0.0, "q3": 0.0}),
        Case("at random", queries=drawn, recalls=values),
        Case("a pattern without any answer", queries=[query("q1", "concept", "d1"), query("q2", "no-answer")], recalls={"q1": 1.0}),
    ]


EXERCISE = Exercise(
    id="sliced-table",
    lesson="02",
    order=3,
    title="The sliced table",
    minutes=10,
    difficulty=2,
    points=3,
    reference=sliced_table,
    cases=cases,
    mistakes=(
        Mistake(
            forgets_the_failures,
            "A query that got no result at all is missing from your mean. The worst failure there is has become "
            "invisible, and the slice looks better than it is.",
        ),
        Mistake(
            scores_what_has_no_answer,
            "Yours counts a query without gold as a failure. There was nothing to find: no retriever can score there, so it says nothing about any.",
        ),
        Mistake(zero_for_nothing_measured, "Yours says recall 0 where nothing could be measured. That reads as a total failure, and it is no result at all."),
        Mistake(
            hides_empty_slices,
            "A pattern of which nothing can be measured has vanished from yours. A reader of the table would think that it had been forgotten, or was fine.",
        ),
    ),
    hints=(
        "A retriever gives nothing back for the three hardest queries of a slice. Does your mean go up or down?",
        "First a list of values per pattern, then one mean per list. For which queries does a value go into a list, and which value, when `recalls` has none?",
        "slices: an empty list for every pattern\nfor each query that has golds: put its recall, or zero, on its pattern's list\n"
        "for each pattern: n, and the mean (none when n is zero)",
    ),
)
