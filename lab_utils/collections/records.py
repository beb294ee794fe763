"""The records everything else speaks in: a document, a query, and a test set that ties them together.

The unit of retrieval is called a document throughout, as in the field, whether it is a whole abstract or one passage
of a longer text (then its id is `doc-id#section`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

PATTERNS = ("concept", "identifier", "aggregate", "multi-hop", "follow-up", "exploratory", "restricted", "no-answer")
NO_PATTERN = "untagged"
NO_SPLIT = "all"


@dataclass(frozen=True, slots=True)
class Document:
    id: str
    text: str
    """what is indexed; may be blank, and then it is never found"""
    title: str = ""
    section: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict, compare=False)
    """kind, product, access, updated, ...: whatever the source states"""


def searchable(text: str) -> bool:
    """Whether there is anything to search for: at least one letter or digit of any script."""
    return any(character.isalnum() for character in text)


def contextual_text(document: Document) -> str:
    """The text with its title and section put before it, so that a passage says what it is a passage of.

    What the text begins with anyway is not said twice. Source of the idea: Anthropic, "Introducing Contextual
    Retrieval", 2024; there a model writes the prefix, here the headings are the prefix.
    """
    title, start = document.title.strip(), document.text.lower()
    if not title or start.startswith(title.lower()):
        return document.text
    parts = [title]
    if document.section and not start.startswith(document.section.lower()):
        parts.append(document.section)
    return f"{'. '.join(parts)}. {document.text}"


@dataclass(frozen=True, slots=True)
class Query:
    id: str
    text: str
    pattern: str = NO_PATTERN
    """the shape of the question, given by whoever wrote it: one of PATTERNS, or a tag of the reader's own data"""
    history: tuple[str, ...] = ()
    """earlier turns of the conversation, oldest first"""
    user: str = ""
    """the group of users who asks; blank: nobody in particular, who sees everything"""
    split: str = NO_SPLIT
    """dev (to tune on) or test (to report); `all` where the source has no splits"""
    never: frozenset[str] = frozenset()
    """documents that must not come back for this user"""
    gold_sql: str = ""
    """the SELECT whose result is the right answer of an aggregate question"""
    answer: str = ""
    """that result as text, or `not in the data`"""
    targets: tuple[frozenset[str], ...] = ()
    """groups of lines of the workspace (`file` or `file:line`) that an exploratory question asks for"""
    family: str = ""
    """queries about the same thing, kept in one split"""
    note: str = ""


@dataclass(frozen=True)
class TestSet:
    """Documents, queries, and which documents answer which query.

    `golds[query id]` is a tuple of groups. A group is a set of documents each of which answers the same part of the
    question, so that one of them is enough; a query is answered in full when every group is hit. Most queries have
    one group, often of one document. `grades[query id][document id]` is the relevance grade (1 where ungraded).
    A query without golds stands in `queries` all the same and is counted apart.
    """

    __test__ = False  # not a pytest class

    name: str
    documents: tuple[Document, ...]
    queries: tuple[Query, ...]
    golds: Mapping[str, tuple[frozenset[str], ...]]
    grades: Mapping[str, Mapping[str, int]]
    notes: tuple[str, ...] = ()
    """what a reader should know: blank documents, golds left out, ..."""

    @cached_property
    def by_id(self) -> Mapping[str, Document]:
        return {document.id: document for document in self.documents}

    @property
    def patterns(self) -> list[str]:
        return sorted({query.pattern for query in self.queries})

    @property
    def splits(self) -> list[str]:
        return sorted({query.split for query in self.queries})

    def has_gold(self, query_id: str) -> bool:
        return bool(self.golds.get(query_id))

    def with_queries(self, queries: Sequence[Query]) -> TestSet:
        """The same collection, asked other queries."""
        return replace(self, queries=tuple(queries))
