"""Collects documents, queries and golds while a reader walks its files, and every fault with its place.

Both readers (BEIR directory, folder of texts) share the same rules: ids are unique, a query has something to search
for, a gold exists. Nothing is raised until all files have been read, so that one pass shows all faults.
"""

from __future__ import annotations

from lab_utils.collections.records import Document, Query, TestSet, searchable
from lab_utils.errors import BakeoffError, DataError, Problem


class Gathering:
    def __init__(self, name: str):
        self.name = name
        self.problems: list[Problem] = []
        self._documents: dict[str, Document] = {}
        self._places: dict[tuple[str, str], str] = {}
        self._queries: list[Query] = []
        self._grades: dict[str, dict[str, int]] = {}
        self._groups: dict[str, list[frozenset[str]]] = {}
        self._missing: list[str] = []

    def fault(self, file: str, line: int | None, field: str, what: str, cure: str) -> None:
        self.problems.append(Problem(file, line, field, what, cure))

    def document_ids(self) -> set[str]:
        return set(self._documents)

    def add_document(self, document: Document, file: str, line: int | None) -> None:
        if self._unique("document", document.id, file, line):
            self._documents[document.id] = document

    def check_query(self, query_id: str, text: str, file: str, line: int | None) -> bool:
        """Whether the query can be asked; a fault is noted if not."""
        if not searchable(text):
            what = "is empty" if not text.strip() else f"{text.strip()[:20]!r} has no letter or digit"
            self.fault(file, line, "text", what, "Write what a person would type")
            return False
        return self._unique("query", query_id, file, line)

    def add_query(self, query: Query) -> None:
        self._queries.append(query)

    def add_grade(self, query_id: str, doc_id: str, grade: int, file: str, line: int, field: str, allow_missing: bool) -> None:
        """One judged document. Grades below 1 are known as not relevant and make no gold."""
        if doc_id not in self._documents and not self._may_miss(doc_id, file, line, field, allow_missing):
            return
        grades = self._grades.setdefault(query_id, {})
        if grades.setdefault(doc_id, grade) != grade:
            self.fault(file, line, "score", f"{doc_id!r} is graded {grades[doc_id]} and {grade} for query {query_id!r}", "Keep one of the rows")
        elif grade >= 1 and frozenset([doc_id]) not in self._groups.setdefault(query_id, []):
            self._groups[query_id].append(frozenset([doc_id]))

    def add_group(self, query_id: str, members: list[str], file: str, line: int, field: str, allow_missing: bool) -> None:
        """One group of golds: any of its documents is enough."""
        known = [doc_id for doc_id in members if doc_id in self._documents or self._may_miss(doc_id, file, line, field, allow_missing)]
        if known:
            self._groups.setdefault(query_id, []).append(frozenset(known))
            self._grades.setdefault(query_id, {}).update(dict.fromkeys(known, 1))

    def finish(self) -> TestSet:
        """The test set, or DataError with every problem, or BakeoffError when there is nothing to search or ask."""
        if self.problems:
            raise DataError(self.problems)
        if not self._documents:
            raise BakeoffError(f"{self.name}: the corpus is empty. Add at least one document.")
        blank = [doc_id for doc_id, document in self._documents.items() if not searchable(document.text)]
        if len(blank) == len(self._documents):
            raise BakeoffError(f"{self.name}: all {len(blank)} documents are blank. Check that the text is in the field 'text'.")
        if not self._queries:
            raise BakeoffError(f"{self.name}: there are no queries. Add at least one.")
        notes = []
        if blank:
            notes.append(f"{len(blank)} document(s) are blank and can never be found, the first is {blank[0]!r}")
        if self._missing:
            notes.append(f"{len(self._missing)} gold(s) are not in the corpus, the first is {self._missing[0]!r}; no method can find them")
        return TestSet(
            self.name,
            tuple(self._documents.values()),
            tuple(self._queries),
            {query_id: tuple(groups) for query_id, groups in self._groups.items()},
            self._grades,
            tuple(notes),
        )

    def _unique(self, kind: str, item_id: str, file: str, line: int | None) -> bool:
        if not item_id.strip() or any(character.isspace() for character in item_id):
            # TREC run files separate their columns by white space.
            self.fault(file, line, "_id", f"{item_id!r} is blank or holds white space", "Use an id without spaces")
            return False
        place = file if line is None else f"{file}, line {line}"
        first = self._places.setdefault((kind, item_id), place)
        if first != place:
            self.fault(file, line, "_id", f"{kind} id {item_id!r} stands already at {first}", "Give each its own id")
            return False
        return True

    def _may_miss(self, doc_id: str, file: str, line: int, field: str, allow_missing: bool) -> bool:
        if allow_missing:
            self._missing.append(doc_id)
            return True
        cure = "Correct the id or remove it, or run with --allow-missing-golds to count it as not in the corpus"
        self.fault(file, line, field, f"{doc_id!r} is no document of the corpus", cure)
        return False
