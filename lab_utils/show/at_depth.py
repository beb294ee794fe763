"""One query reranked at one depth: what enters, what the top five becomes, and what it costs.

Deeper is not always better: each further candidate may hold the answer, and may also push it out. Milliseconds are an
estimate from a fixed time a pair, so that the words are the same on every computer; lesson 04 measures them live.
"""

from __future__ import annotations

from lab_utils.collections.records import Query
from lab_utils.errors import BakeoffError
from lab_utils.evaluation.bakeoff import ALL, FOUND_AT
from lab_utils.show.block import Block, block
from lab_utils.show.depths import MS_PER_PAIR, Scored
from lab_utils.show.side_by_side import DOWN, GOLD, SAME, UP, asked
from lab_utils.show.tables import Table


def at_depth(scored: Scored, query_id: str, depth: int, before: int = 0, pattern: str = ALL, k: int = FOUND_AT) -> Block:
    """What reranking the first `depth` candidates does to a query, against a reranking of only `before` of them.

    pattern: whose queries the last sentence is about.
    """
    query = next((query for query in scored.queries if query.id == query_id), None)
    if query is None:
        raise BakeoffError(f"no reranker scores are stored for query {query_id!r}. Compute them once with: bakeoff run --strategies hybrid+rerank")
    return block(
        *asked(query),
        _price(scored, query_id, depth),
        _entering(scored, query, before, depth),
        top_table(scored, query_id, depth, k),
        *(_fate(scored, query_id, gold, depth, k) for gold in _golds(scored, query_id)),
        _overall(scored, pattern, depth, k),
    )


def top_table(scored: Scored, query_id: str, depth: int, k: int = FOUND_AT) -> Table:
    """The top k after reranking, with each passage's place in the first stage."""
    place = {doc_id: rank for rank, doc_id in enumerate(scored.candidates[query_id], start=1)}
    golds, rows = _golds(scored, query_id), []
    for rank, doc_id in enumerate(scored.ranking(query_id, depth)[:k], start=1):
        was = place[doc_id]
        moved = SAME if was == rank else f"{UP}{was - rank}" if was > rank else f"{DOWN}{rank - was}"
        rows.append((str(rank), f"{GOLD} {doc_id}" if doc_id in golds else doc_id, str(was), moved))
    title = f"The top {k} after reranking {depth} candidates"
    return Table(title, ("rank", "passage", "place before", "moved"), tuple(rows), frozenset({2, 3}), f"{GOLD} a gold.")


def _golds(scored: Scored, query_id: str) -> list[str]:
    return sorted(frozenset().union(*scored.collection.golds.get(query_id, ())))


def _price(scored: Scored, query_id: str, depth: int) -> str:
    seen = min(depth, len(scored.scores[query_id]))
    tokens = scored.cost(query_id, seen)
    return f"Depth {depth}: {seen} candidates, about {tokens:,} tokens, about {seen * MS_PER_PAIR / 1000:.1f} s at {MS_PER_PAIR:g} ms a pair."


def _entering(scored: Scored, query: Query, before: int, depth: int) -> str:
    low, high = sorted((before, depth))
    golds, candidates = set(_golds(scored, query.id)), scored.candidates[query.id][: len(scored.scores[query.id])]
    between = [(place, doc_id) for place, doc_id in enumerate(candidates[:high], start=1) if place > low]
    if not between:
        return "Nothing enters."
    named = [f"{GOLD} {doc_id} from place {place}" for place, doc_id in between if doc_id in golds]
    verb = "leave" if before > depth else "enter"
    return f"{len(between)} candidates {verb}, places {low + 1} to {between[-1][0]}; among them {', '.join(named) or 'no gold'}."


def _fate(scored: Scored, query_id: str, gold: str, depth: int, k: int) -> str:
    candidates = list(scored.candidates[query_id])
    if gold not in candidates:
        return f"{GOLD} {gold} is not among the {len(candidates)} best of the first stage: no depth shown here reaches it."
    was, now = candidates.index(gold) + 1, scored.ranking(query_id, depth).index(gold) + 1
    if was > min(depth, len(scored.scores[query_id])):
        return f"{GOLD} {gold} stands at place {was}: not among the candidates, so the reranker cannot move it."
    return f"{GOLD} {gold} comes from place {was} to rank {now}{'' if now <= k else f', still outside the top {k}'}."


def _overall(scored: Scored, pattern: str, depth: int, k: int) -> str:
    found = scored.measured(pattern, k, depth)
    if found is None:
        return ""
    queries = f"{len(found.after)} {'' if pattern == ALL else f'{pattern} '}queries"
    return f"Over {queries} at this depth: recall@{k} {found.after.mean():.3f}, with {found.among.mean():.3f} among the candidates as its ceiling."
