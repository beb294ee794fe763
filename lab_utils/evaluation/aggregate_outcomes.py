"""What became of each aggregate question on the tool route, apart from how it got there.

    right number    the table is the right one
    wrong number    a table came back, and it is another one: the only outcome that misleads
    right refusal   there is no such number in the tables, or this user may not ask
    refused         a person could have answered it, the rules could not

Coverage is the share of the answerable questions that got a table; exactness the share of those tables that are
right. A router's mistakes are no part of it: the questions are put to the tools directly.
"""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from lab_utils.collections.records import Query
from lab_utils.evaluation.special import NOT_ENTITLED, NOT_IN_DATA, GoldRows, agrees, gold_answers
from lab_utils.search.answer import Answer
from lab_utils.search.routed import answer_aggregate
from lab_utils.search.sql import ReadOnlyDatabase

RIGHT, WRONG, RIGHTLY_REFUSED, REFUSED = "right number", "wrong number", "right refusal", "refused"
OUTCOMES = (RIGHT, WRONG, RIGHTLY_REFUSED, REFUSED)


def outcomes(queries: Sequence[Query], database: ReadOnlyDatabase) -> pd.DataFrame:
    """A row for each aggregate question among `queries`: query, split, user, text, outcome, why (of a refusal)."""
    asked = [query for query in queries if query.pattern == "aggregate"]
    gold = gold_answers(asked, database)
    rows = []
    for query in asked:
        answer = answer_aggregate(query, database)
        outcome = _outcome(answer, query.answer == NOT_IN_DATA or query.user in NOT_ENTITLED, gold.get(query.id, ()))
        rows.append((query.id, query.split, query.user, query.text, outcome, answer.refusal))
    return pd.DataFrame(rows, columns=["query", "split", "user", "text", "outcome", "why"])


def _outcome(answer: Answer, no_number: bool, gold: GoldRows) -> str:
    if answer.table is None:
        return RIGHTLY_REFUSED if no_number else REFUSED
    return RIGHT if not no_number and agrees(answer, gold) else WRONG


def coverage(found: pd.DataFrame) -> pd.DataFrame:
    """One row for each split: counts of each outcome, then coverage and exactness."""
    rows = []
    for split, part in found.groupby("split"):
        counts = part["outcome"].value_counts().reindex(OUTCOMES, fill_value=0)
        tables = counts[RIGHT] + counts[WRONG]
        answerable = tables + counts[REFUSED]
        rows.append({"split": split, "n": len(part), **counts.to_dict(), "coverage": tables / answerable, "exactness": counts[RIGHT] / tables})
    return pd.DataFrame(rows)
