"""The routed system: a question goes to the method that fits its shape.

An aggregate question is answered by named tools over the tables, exactly, or refused with a reason. Every other one
goes to a retrieval strategy, by the route that the router chose. Which strategy serves which route is a decision made
on the dev split (see the decision matrix); it is data, and can be changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lab_utils.collections.records import Query
from lab_utils.errors import BakeoffError
from lab_utils.search.aggregate import Call, Plan, plan
from lab_utils.search.answer import Answer
from lab_utils.search.base import Hit, Retriever
from lab_utils.search.router import Router, by_rules
from lab_utils.search.shop_tools import TOOLS
from lab_utils.search.sql import ReadOnlyDatabase, Rows
from lab_utils.search.tools import call

Row = tuple[Any, ...]


def answer_aggregate(query: Query, database: ReadOnlyDatabase) -> Answer:
    """Plan the question, call the tools, put their rows together. A refusal is an answer that says why."""
    found = plan(query.text)
    if found.refusal:
        return Answer(refusal=found.refusal, steps=found.steps)
    # A question that nobody in particular asks is asked with the rights of staff.
    groups = frozenset({query.user or "staff"})
    try:
        answers = [(each, call(TOOLS, database, each.tool, each.arguments, user=query.user or "nobody", groups=groups)) for each in found.calls]
    except BakeoffError as error:
        return Answer(refusal=str(error), steps=found.steps)
    steps = found.steps + tuple(step for _, answer in answers for step in answer.steps)
    return Answer(table=_joined(found, answers), steps=steps, cost={"calls": len(answers)})


def _joined(found: Plan, answers: Sequence[tuple[Call, Answer]]) -> Rows:
    columns, rows, truncated = (), [], False
    for each, answer in answers:
        table = answer.table
        columns = ("period", *table.columns) if each.label else table.columns
        truncated = truncated or table.truncated
        for row in table.rows:
            values = dict(zip(table.columns, row, strict=True))
            if all(values.get(column) in allowed for column, allowed in found.keep.items()):
                rows.append((each.label, *row) if each.label else row)
    return Rows(columns, tuple(rows), truncated)


class Routed(Retriever):
    """The retrieval side of the routed system, with the face of every strategy, so that it is measured like the others.

    Aggregate questions return no passages here; `answer` gives their numbers.
    """

    name = "routed"

    def __init__(self, strategies: Mapping[str, Retriever], database: ReadOnlyDatabase, router: Router = by_rules):
        self.strategies = strategies
        """route -> strategy; a route without one is `concept`"""
        self.database = database
        self.router = router

    def _rank(self, queries: Sequence[Query], k: int) -> list[list[Hit]]:
        rankings: list[list[Hit]] = [[] for _ in queries]
        places: dict[str, list[int]] = {}
        for place, query in enumerate(queries):
            places.setdefault(self.router(query), []).append(place)
        for route, at in places.items():
            if route == "aggregate":
                continue
            strategy = self.strategies.get(route, self.strategies["concept"])
            for place, hits in zip(at, strategy.search_batch([queries[place] for place in at], k), strict=True):
                rankings[place] = hits
        return rankings

    def answer(self, query: Query) -> Answer:
        """Whatever the route gives: a table or a refusal for an aggregate, hits for the rest."""
        route = self.router(query)
        if route == "aggregate":
            return answer_aggregate(query, self.database)
        hits = self.search(query, 10)
        return Answer(hits=tuple(hits), steps=(f"route: {route}",), cost={"searches": 1})
