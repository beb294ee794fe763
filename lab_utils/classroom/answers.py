"""The column `answer` of the bundled queries.csv: computed from `gold_sql`, never typed."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from lab_utils.collections.database import build
from lab_utils.collections.load import DATA, load
from lab_utils.collections.queries_csv import QUERIES
from lab_utils.evaluation.outputs import write_text
from lab_utils.evaluation.special import answer_text, gold_answers
from lab_utils.search.sql import ReadOnlyDatabase


def computed() -> dict[str, str]:
    """Query id -> right answer as text, for every aggregate that has gold SQL. DataError names each that fails."""
    answers = gold_answers(load(DATA).queries, ReadOnlyDatabase(build()))
    return {query_id: answer_text(rows) for query_id, rows in answers.items()}


def write_answers() -> dict[Path, str]:
    """Put the computed answers into queries.csv; says whether the file changed."""
    path = DATA / QUERIES
    before = path.read_text(encoding="utf-8")
    reader = csv.DictReader(io.StringIO(before, newline=""))
    answers = computed()
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, reader.fieldnames, lineterminator="\n")
    writer.writeheader()
    writer.writerows(row | {"answer": answers.get(row["id"], row["answer"])} for row in reader)
    if text.getvalue() == before:
        return {path: "unchanged"}
    write_text(path, text.getvalue())
    return {path: "written"}
