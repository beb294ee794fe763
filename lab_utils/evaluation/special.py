"""What recall and rank cannot say: numbers over rows, text that must not come back, questions without an answer.

    answer@5       aggregate: the right number (or every number of the right table) stands in the text of the top 5
    exact          aggregate, for a route that gives a table: its rows are the right ones
    exact_answered the same over the questions that it gave a table for
    leak@5         restricted: a passage that this user must never see stands in the top 5 (lower is better)
    false_answer   no-answer: something came back all the same (lower is better)

The right answer of an aggregate is the result of its `gold_sql`, computed now, never typed. Two tables agree when
they have as many rows, and each right row has a partner with the same last number (to 0.005) and all its labels;
further labels (a product's name beside its SKU) do no harm. A question that the tables cannot answer, or that this
user may not ask, is answered exactly by a refusal.

answer@5 flatters retrieval a little: a small number such as 12 may stand in a text by accident.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from lab_utils.collections.records import Query, TestSet
from lab_utils.errors import BakeoffError, DataError, Problem
from lab_utils.search.answer import Answer
from lab_utils.search.base import Hit, Retriever
from lab_utils.search.rerank import Reranked
from lab_utils.search.routed import Routed
from lab_utils.search.sql import ReadOnlyDatabase

NOT_IN_DATA = "not in the data"
NOT_ENTITLED = frozenset({"customer"})  # groups that may not use the tables
TOP = 5
TOLERANCE = 0.005
LOWER_IS_BETTER = frozenset({"leak@5", "false_answer"})
MEASURES = ("answer@5", "exact", "exact_answered", "leak@5", "false_answer")

_NOTHING = frozenset({"none", "not recorded", "not said"})  # how the tools write a label that is NULL in the table

GoldRows = tuple[tuple[Any, ...], ...]


def gold_answers(queries: Sequence[Query], database: ReadOnlyDatabase) -> dict[str, GoldRows]:
    """Query id -> rows of its gold SQL, for the aggregates that have one. DataError names every one that fails."""
    problems, answers = [], {}
    for query in queries:
        if not query.gold_sql:
            if query.pattern == "aggregate" and query.answer != NOT_IN_DATA:
                problems.append(Problem("queries.csv", None, "gold_sql", f"query {query.id} has none", f"Write a SELECT, or the answer '{NOT_IN_DATA}'"))
            continue
        try:
            rows = database.select(query.gold_sql, user="gold", tool="gold_sql").rows
        except BakeoffError as error:
            problems.append(Problem("queries.csv", None, "gold_sql", f"that of query {query.id} fails: {str(error).rstrip('.')}", "Correct it"))
            continue
        if not rows or all(row[-1] is None for row in rows):
            problems.append(Problem("queries.csv", None, "gold_sql", f"that of query {query.id} returns nothing", "A zero should come back as a row with 0"))
        answers[query.id] = rows
    if problems:
        raise DataError(problems)
    return answers


def answer_text(rows: GoldRows) -> str:
    """A right answer as it stands in the column `answer`."""
    return json.dumps([list(row) for row in rows], ensure_ascii=False, separators=(", ", ": "))


def measure(name: str, retriever: Retriever, query: Query, hits: Sequence[Hit], collection: TestSet, gold: Mapping[str, GoldRows]) -> dict[str, float]:
    """The measures above that apply to this query and strategy."""
    if query.pattern == "aggregate":
        return _aggregate(retriever, query, hits, collection, gold)
    if query.pattern == "restricted" and query.never:
        return {"leak@5": float(any(hit.id in query.never for hit in hits[:TOP]))}
    if query.pattern == "no-answer":
        return {"false_answer": float(_answers(retriever, hits))}
    return {}


def _answers(retriever: Retriever, hits: Sequence[Hit]) -> bool:
    """Whether the strategy claims to have found something: any hit; for a cross-encoder a best logit above 0."""
    if isinstance(retriever, Reranked):
        return bool(hits) and hits[0].score > 0
    return bool(hits)


def _aggregate(retriever: Retriever, query: Query, hits: Sequence[Hit], collection: TestSet, gold: Mapping[str, GoldRows]) -> dict[str, float]:
    refusal_is_right = query.answer == NOT_IN_DATA or query.user in NOT_ENTITLED
    if isinstance(retriever, Routed):
        given = retriever.answer(query)
        right = bool(given.refusal) if refusal_is_right else given.table is not None and agrees(given, gold[query.id])
        return {"exact": float(right)} | ({} if given.table is None else {"exact_answered": float(right)})
    if refusal_is_right:
        return {}
    texts = [collection.by_id[hit.id].text for hit in hits[:TOP]]
    return {"answer@5": float(stands_in(gold[query.id], texts))}


def agrees(answer: Answer, gold: GoldRows) -> bool:
    """Whether an answer's table is the right one."""
    rows = list(answer.table.rows) if answer.table else []
    if len(rows) != len(gold):
        return False
    for right in gold:
        partner = next((row for row in rows if _same(row, right)), None)
        if partner is None:
            return False
        rows.remove(partner)
    return True


def _same(row: Sequence[Any], right: Sequence[Any]) -> bool:
    labels = {str(label).lower() for label in row[:-1]}
    return _equal(row[-1], right[-1]) and all(str(label).lower() in labels or (label is None and labels & _NOTHING) for label in right[:-1])


def _equal(first: Any, second: Any) -> bool:
    if isinstance(first, int | float) and isinstance(second, int | float):
        return abs(first - second) <= TOLERANCE
    return (first or 0) == (second or 0)  # an empty sum comes back as NULL, which is zero


def stands_in(gold: GoldRows, texts: Sequence[str]) -> bool:
    """Whether every number of the right answer stands in the texts, with or without thousands separators."""
    found = {_plain(number) for text in texts for number in re.findall(r"\d[\d.,\u202f\u00a0 ]*\d|\d", text)}
    return all(_plain(str(row[-1])) in found for row in gold)


def _plain(number: str) -> str:
    cleaned = re.sub(r"[,\s\u202f\u00a0]", "", number)
    return cleaned.rstrip("0").rstrip(".") if "." in cleaned else cleaned
