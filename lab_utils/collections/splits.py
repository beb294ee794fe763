"""Which queries may be tuned on, and which are the exam: dev one third, test two thirds, nothing shared.

Queries that ask for the same document, or belong to one family, go to the same side, so that no tuned weight and no
nearest neighbour has seen its exam. A few pages (directories, ownership tables) answer part of many questions; if
these tied questions together, nearly all would hang on one string, so a document that is gold of more than
`HUB` queries ties nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from lab_utils.collections.records import Query

HUB = 5
DEV_SHARE = 1 / 3


def documents_of(groups: Sequence[frozenset[str]]) -> set[str]:
    """The documents that the passages of some gold groups belong to."""
    return {passage.partition("#")[0] for group in groups for passage in group}


def ties(queries: Sequence[Query], golds: Mapping[str, Sequence[frozenset[str]]]) -> dict[str, list[str]]:
    """What ties queries together: family or gold document -> query ids. Hubs are left out."""
    found: dict[str, list[str]] = {}
    for query in queries:
        for document in documents_of(golds.get(query.id, ())):
            found.setdefault(f"document {document}", []).append(query.id)
    found = {name: ids for name, ids in found.items() if len(ids) <= HUB}
    for query in queries:
        if query.family:
            found.setdefault(f"family {query.family}", []).append(query.id)
    return found


def assign(queries: Sequence[Query], golds: Mapping[str, Sequence[frozenset[str]]]) -> dict[str, str]:
    """Query id -> dev or test. Larger groups first, each to the side that its patterns lack most; the same every time."""
    leader = {query.id: query.id for query in queries}

    def find(query_id: str) -> str:
        while leader[query_id] != query_id:
            query_id = leader[query_id]
        return query_id

    for ids in ties(queries, golds).values():
        for other in ids[1:]:
            first, second = sorted((find(ids[0]), find(other)))
            leader[second] = first
    groups: dict[str, list[Query]] = {}
    for query in queries:
        groups.setdefault(find(query.id), []).append(query)
    wanted = {pattern: DEV_SHARE * n for pattern, n in Counter(query.pattern for query in queries).items()}
    in_dev: Counter[str] = Counter()
    side = {}
    for _, members in sorted(groups.items(), key=lambda item: (-len(item[1]), item[0])):
        need = sum(wanted[query.pattern] - in_dev[query.pattern] for query in members)
        room = all(in_dev[pattern] + n <= wanted[pattern] + 0.5 for pattern, n in Counter(query.pattern for query in members).items())
        chosen = "dev" if need > 0 and room else "test"
        for query in members:
            side[query.id] = chosen
            in_dev[query.pattern] += chosen == "dev"
    return side
