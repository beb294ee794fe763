"""How many queries does each pattern have? An empty slice proves nothing, however good the other numbers are.

    count of a pattern = queries whose tag, without stray spaces and capitals, is that pattern

Blind spot: it counts tags, and does not know whether a tag is right.
"""

import random
from collections import Counter

from lab_utils.exercises import Case, Exercise, Mistake


def slice_counts(queries: list[dict], patterns: list[str]) -> dict[str, int]:
    """Count the queries of each pattern.

    A query is a dict with "id", "text" and "pattern", the tag as somebody typed it: " Concept" is meant to be "concept".
    Every one of `patterns` (lower-case) is in the result, also with 0. All other tags together count as "untagged",
    which is always there, too.
    """
    tags = [query["pattern"].strip().lower() for query in queries]
    counts = {pattern: tags.count(pattern) for pattern in patterns}
    return {**counts, "untagged": len(tags) - sum(counts.values())}


# What people write instead. Each is run by the tests, and each must earn exactly its own message.


def only_what_is_there(queries, patterns):
    counts = Counter(query["pattern"].strip().lower() for query in queries)
    found = {tag: count for tag, count in counts.items() if tag in patterns}
    return {**found, "untagged": len(queries) - sum(found.values())}


def loses_unknown_tags(queries, patterns):
    return {**slice_counts(queries, patterns), "untagged": 0}


def a_slice_for_every_tag(queries, patterns):
    tags = [query["pattern"].strip().lower() for query in queries]
    return {tag: tags.count(tag) for tag in [*patterns, *tags, "untagged"]}


def tags_as_typed(queries, patterns):
    tags = [query["pattern"] for query in queries]
    counts = {pattern: tags.count(pattern) for pattern in patterns}
    return {**counts, "untagged": len(tags) - sum(counts.values())}


def queries_tagged(*tags: str) -> list[dict]:
    return [{"id": f"q{number}", "text": f"question {number}", "pattern": tag} for number, tag in enumerate(tags, start=1)]


def cases(rng: random.Random) -> list[Case]:
    every = ["concept", "identifier", "aggregate", "multi-hop", "follow-up"]
    return [
        Case("one query of each pattern", queries=queries_tagged("concept", "identifier"), patterns=["concept", "identifier"]),
        Case("several of one", queries=queries_tagged("concept", "identifier", "concept", "concept"), patterns=["concept", "identifier"]),
        Case("a pattern without a query", queries=queries_tagged("concept", "concept"), patterns=["concept", "aggregate"]),
        Case("no queries at all", queries=[], patterns=["concept", "aggregate"]),
        Case("tags that are no pattern", queries=queries_tagged("concept", "identifer", "", "hard"), patterns=["concept", "identifier"]),
        Case("a dozen, at random", queries=queries_tagged(*rng.choices(every, k=12)), patterns=every),
        Case("tags as people type them", queries=queries_tagged("Concept", " concept ", "IDENTIFIER", "concept"), patterns=["concept", "identifier"]),
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
            loses_unknown_tags,
            "Your counts do not add up to the number of queries: those with a tag that is no pattern have vanished, and a typing error in a tag goes unseen.",
        ),
        Mistake(
            a_slice_for_every_tag,
            "A misspelt tag has become a slice of its own in yours. Only the given patterns are slices; the rest belongs together.",
        ),
        Mistake(
            tags_as_typed,
            "A tag with a capital or a stray space is not recognised by yours. Somebody typed these into a spreadsheet and meant the pattern all the same.",
        ),
    ),
    hints=(
        "Six queries come in, tagged by three different people. Should the numbers that you give back add up to six?",
        "Make each tag comparable first. Then ask for every pattern of the list how often it occurs, instead of looking which tags occur. What is left over?",
        "tags: each query's pattern, tidied\nfor each given pattern: how many of tags equal it (may be 0)\nuntagged: all tags, less those counted so far",
    ),
)
