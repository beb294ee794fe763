"""The pre-filter: what a user may not read is gone before anything is ranked.

A document's front matter says who may read it (`access`, and `tenant` where access is `tenant`). The mask is applied
to the scores before the best k are chosen, so a forbidden passage takes no place, is never reranked and reaches no
prompt. Filtering the finished list instead (a post-filter) leaves holes where the forbidden ones stood, and asking a
model to ignore what it should not see is no filter at all.

What is left: word statistics (idf) are those of the whole collection, so a score says a little about documents that
cannot be seen. Where that matters, give each tenant an index of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from lab_utils.collections.records import Document, Query
from lab_utils.errors import BakeoffError

Allow = Callable[[Query], np.ndarray | None]
"""from a query to a mask over the documents; None: everything"""

PUBLIC = "public"
TENANT = "tenant"

# As data/facts/world.yaml has it: what each group of users may read. `tenant:x` opens the documents of tenant x.
GROUPS: Mapping[str, frozenset[str]] = {
    "customer": frozenset({PUBLIC}),
    "staff": frozenset({PUBLIC, "staff"}),
    "finance": frozenset({PUBLIC, "staff", "finance"}),
    "legal": frozenset({PUBLIC, "staff", "legal", TENANT}),
    "people": frozenset({PUBLIC, "staff", "people"}),
    "harbourlight": frozenset({PUBLIC, "tenant:harbourlight"}),
    "ostmark": frozenset({PUBLIC, "tenant:ostmark"}),
    "tallis-rowe": frozenset({PUBLIC, "tenant:tallis-rowe"}),
}


def everything(query: Query) -> None:
    """No filter."""


def visible(document: Document, group: str) -> bool:
    """Whether users of `group` may read `document`. A document that says nothing is public. Unknown groups are refused."""
    rights = _rights(group)
    access = str(document.metadata.get("access", PUBLIC))
    return access in rights or (access == TENANT and f"tenant:{document.metadata.get('tenant')}" in rights)


def _rights(group: str) -> frozenset[str]:
    if group not in GROUPS:  # an unknown user sees nothing by accident
        raise BakeoffError(f"user group {group!r} is unknown. Choose among: {', '.join(GROUPS)}.")
    return GROUPS[group]


class Prefilter:
    """From a query to the mask of what its user may read; each group's mask is made once."""

    def __init__(self, documents: Sequence[Document]):
        self._documents = documents
        self._masks: dict[str, np.ndarray] = {}

    def __call__(self, query: Query) -> np.ndarray | None:
        if not query.user:
            return None
        if query.user not in self._masks:
            _rights(query.user)
            self._masks[query.user] = np.array([visible(document, query.user) for document in self._documents], dtype=bool)
        return self._masks[query.user]
