"""The failure ladder: at which stage was the answer lost?

    not in the corpus        no document holds it: write it, or index it
    not in the candidates    no first-stage list holds it at the candidate depth: another retriever, or another query
    lost in fusion           a list had it, the fused candidates do not: weights, k, depth of the fusion
    ranked down              it stood in the top k, and the reranker moved it out
    cut off                  among the candidates, but below the top k: a reranker, or a larger k
    found                    in the top k

Each stage has another cure, so the count per stage says what to work on. A query with several groups of golds is
judged by its worst group: the one that fell out first.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from lab_utils.evaluation.metrics import Groups

STAGES = ("not in the corpus", "not in the candidates", "lost in fusion", "ranked down", "cut off", "found")


def stage(
    golds: Groups,
    corpus: Collection[str] | Mapping[str, object],
    lists: Sequence[Sequence[str]],
    fused: Sequence[str],
    final: Sequence[str],
    depth: int,
    k: int,
) -> str:
    """Where the query's worst group of golds ended.

    lists: the first-stage rankings (keyword, dense). fused: the ranking handed to the last stage (for a strategy
    without fusion, its own list). final: the ranking a reader sees (the same as `fused` without a reranker).
    depth: candidates. k: what counts as found.
    """
    return min((_stage_of(group, corpus, lists, fused, final, depth, k) for group in golds), key=STAGES.index)


def _stage_of(group, corpus, lists, fused, final, depth, k) -> str:
    present = [doc_id for doc_id in group if doc_id in corpus]
    if not present:
        return "not in the corpus"
    if not group.isdisjoint(final[:k]):
        return "found"
    if group.isdisjoint(fused[:depth]):
        listed = any(not group.isdisjoint(ranking[:depth]) for ranking in lists)
        return "lost in fusion" if listed else "not in the candidates"
    return "cut off" if group.isdisjoint(fused[:k]) else "ranked down"
