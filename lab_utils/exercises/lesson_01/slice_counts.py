"""How many queries does each pattern have? An empty slice proves nothing, however good the other numbers are.

    count of a pattern = queries whose tag, without stray spaces and capitals, is that pattern

Whoever takes a tag as it was typed, or tidies half of it, loses queries without an error.

Blind spot: it counts tags, and does not know whether a tag is right.
"""

import random
from collections import Counter

from lab_utils.exercises import Case, Exercise, Mistake


def slice_counts(queries: list[dict], patterns: list[str]) -> dict[str, int]:
    """Count the queries of each pattern.

    A query is a dict with "id", "text" and "pattern", the tag as somebody typed it: " Concept" is
    meant to be "concept".
    Capitals do not matter, nor does white space before or behind a tag (spaces, tabs, line ends).
    What remains must be the whole pattern. Every one of `patterns` (a list, lower-case) is in the
    result, also with 0. All other tags together count as "untagged", which is always there, too.
    """
    tags = [query["pattern"].strip().lower() for query in queries]
    counts = {pattern: tags.count(pattern) for pattern in patterns}
    return {**counts, "untagged": len(tags) - sum(counts.values())}


# What people write instead. Each is run by the tests, and each must earn exactly its own message.


def only_what_is_there(queries, patterns):
    counts = Counter(query["pattern"].strip().lower() for query in queries)
    found = {tag: count for tag, count in counts.items() if tag in patterns}
    return {**found, "untagged": len(queries) - sum(found.values())}


def tags_as_typed(queries, patterns):
    tags = [query["pattern"] for query in queries]
    counts = {pattern: tags.count(pattern) for pattern in patterns}
    return {**counts, "untagged": len(tags) - sum(counts.values())}


def leaves_the_spaces(queries, patterns):
    return tags_as_typed([{**query, "pattern": query["pattern"].lower()} for query in queries], patterns)


def leaves_the_capitals(queries, patterns):
    return tags_as_typed([{**query, "pattern": query["pattern"].strip()} for query in queries], patterns)


def queries_tagged(*tags: str) -> list[dict]:
    return [{"id": f"q{number}", "text": f"question {number}", "pattern": tag} for number, tag in enumerate(tags, start=1)]


def cases(rng: random.Random) -> list[Case]:
    every = ["concept", "identifier", "aggregate", "multi-hop", "follow-up"]
    two = ["concept", "identifier"]
    asked_twice = [query | {"text": "slow sync"} for query in queries_tagged("concept", "concept", "identifier")]
    return [
        Case("one query of each pattern", queries=queries_tagged("concept", "identifier"), patterns=two),
        Case("several of one", queries=queries_tagged("concept", "identifier", "concept", "concept"), patterns=two),
        Case("a pattern without a query", queries=queries_tagged("concept", "concept"), patterns=["concept", "aggregate"]),
        Case("no queries at all", queries=[], patterns=["concept", "aggregate"]),
        Case("queries with the same text", queries=asked_twice, patterns=two),
        Case("tags that are no pattern", queries=queries_tagged("concept", "identifer", "", "hard"), patterns=two),
        Case("tags that hold a pattern's name", queries=queries_tagged("concept", "non-concept", "concepts?", "con cept"), patterns=two),
        Case("a dozen, at random", queries=queries_tagged(*rng.choices(every, k=12)), patterns=every),
        Case("tags with capitals", queries=queries_tagged("Concept", "IDENTIFIER", "concept"), patterns=two),
        Case("tags with stray spaces, a tab, a line end", queries=queries_tagged(" concept ", "concept\t", "\nidentifier", "concept"), patterns=two),
    ]


EXERCISE = Exercise(
    id="slice-counts",
    lesson="01",
    order=1,
    title="Count the slices",
    minutes=6,
    difficulty=1,
    points=2,
    reference=slice_counts,
    cases=cases,
    mistakes=(
        Mistake(
            only_what_is_there, "A pattern without a single query is what you most need to see, and it is missing from yours. Absent is not the same as 0."
        ),
        Mistake(
            tags_as_typed,
            "A tag with a capital or a stray space is not recognised by yours. Somebody typed these into a spreadsheet and meant the pattern all the same.",
        ),
        Mistake(
            leaves_the_spaces,
            "Yours minds capitals but not stray spaces. Both come from people's fingers, and a tag with a space behind it looks right on every screen.",
        ),
        Mistake(leaves_the_capitals, "Yours minds stray spaces but not capitals. Both come from people's fingers: whoever types 'Concept' means the pattern."),
    ),
    hints=(
        "Six queries come in, tagged by three different people. Should the numbers that you give back add up to six?",
        "Make each tag comparable first. Then ask for every pattern of the list how often it occurs, instead of looking which tags occur. What is left over?",
        "tags: each query's pattern, tidied\nfor each given pattern: how many of tags equal it (may be 0)\nuntagged: all tags, less those counted so far",
    ),
)
