"""One query, several strategies: their rankings side by side, golds marked, and how far each passage moved.

The first strategy is the yardstick. A gold has a star; an arrow says how many places a passage stands above or below
its place in the first ranking, and `new` that the first one did not have it at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lab_utils.collections.records import Document, Query
from lab_utils.errors import BakeoffError
from lab_utils.evaluation.bakeoff import BakeOff
from lab_utils.evaluation.runs import ids
from lab_utils.show.block import Block, Quoted, block, shortened
from lab_utils.show.drawings import rank_lines
from lab_utils.show.tables import NOTHING, Table

GOLD, UP, DOWN, SAME, NEW = "★", "▲", "▼", "=", "new"
GLANCE = 150  # characters of a passage: what it is about, at a glance


def query_of(result: BakeOff, query_id: str) -> Query:
    found = next((query for query in result.collection.queries if query.id == query_id), None)
    if found is None:
        raise BakeoffError(f"the bake-off has no query {query_id!r}. Its ids begin with {result.collection.queries[0].id!r}.")
    return found


def side_by_side(result: BakeOff, query_id: str, strategies: Sequence[str] | None = None, k: int = 10) -> Block:
    """What `strategies` (all, if None) find for a query, in columns, with the question above and the verdicts below."""
    query, names = query_of(result, query_id), list(strategies or result.strategies)
    for name in names:
        if name not in result.runs:
            raise BakeoffError(f"the bake-off has no run of {name!r}. It has: {', '.join(result.strategies)}.")
    golds = golds_of(result, query_id)
    rankings = {name: ids(result.runs[name][query_id]) for name in names}
    drawing = [drawn] if (drawn := rank_lines(rankings, golds, k)) else []
    begins = beginnings(rankings, golds, result.collection.by_id)
    return block(*asked(query), compared(rankings, golds, k), *drawing, verdicts(rankings, golds, k), begins)


def golds_of(result: BakeOff, query_id: str) -> frozenset[str]:
    return frozenset().union(*result.collection.golds.get(query_id, ()))


def asked(query: Query) -> list[str | Quoted]:
    """The question as it was asked: earlier turns first, then the text, then by whom."""
    before = [f"Earlier in the conversation: {' / '.join(query.history)}"] if query.history else []
    by = f", asked by {query.user}" if query.user else ""
    return [*before, f"{query.id} ({query.pattern}{by}): {query.text}"]


def compared(rankings: dict[str, list[str]], golds: frozenset[str], k: int) -> Table:
    """A row per rank, a column per ranking."""
    names = list(rankings)
    where = {doc_id: rank for rank, doc_id in enumerate(rankings[names[0]], start=1)}
    rows = []
    for rank in range(1, k + 1):
        cells = []
        for name in names:
            doc_id = rankings[name][rank - 1] if rank <= len(rankings[name]) else None
            moved = "" if doc_id is None or name == names[0] else f" ({_moved(where.get(doc_id), rank)})"
            cells.append(NOTHING if doc_id is None else f"{GOLD} {doc_id}{moved}" if doc_id in golds else f"{doc_id}{moved}")
        rows.append((str(rank), *cells))
    foot = f"{GOLD} a gold."
    if len(names) > 1:
        foot += f" {UP}, {DOWN}: so many places above or below its place in {names[0]}; {SAME}: the same place; {NEW}: not in {names[0]}'s list."
    return Table(f"The top {k}", ("rank", *names), tuple(rows), frozenset(), foot)


def beginnings(rankings: dict[str, list[str]], golds: frozenset[str], documents: Mapping[str, Document]) -> Table:
    """How the gold that was found first begins, and what each ranking put first: to judge by, one has to read."""
    found = [doc_id for ranking in rankings.values() for doc_id in ranking if doc_id in golds]
    shown = dict.fromkeys([*found[:1], *(ranking[0] for ranking in rankings.values() if ranking)])
    rows = [(f"{GOLD} {each}" if each in golds else each, shortened(documents[each].text, GLANCE)) for each in shown]
    return Table("How they begin", ("passage", "begins"), tuple(rows))


def verdicts(rankings: dict[str, list[str]], golds: frozenset[str], k: int) -> str:
    """Where each ranking has its first gold, in a sentence."""
    if not golds:
        return "This query has no gold: nothing in the corpus is marked as its answer."
    said = []
    for name, ranking in rankings.items():
        rank = next((rank for rank, doc_id in enumerate(ranking, start=1) if doc_id in golds), None)
        said.append(f"{name} at rank {rank}" if rank else f"{name} nowhere in its first {len(ranking)}" if ranking else f"{name} returns no passages")
    return f"First gold: {'; '.join(said)}."


def _moved(before: int | None, now: int) -> str:
    if before is None:
        return NEW
    return SAME if before == now else f"{UP}{before - now}" if before > now else f"{DOWN}{now - before}"
