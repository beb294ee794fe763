"""Floor 1: what we search and ask. Documents, queries, the tagged test set, and the readers that check them."""

from lab_utils.collections.load import load
from lab_utils.collections.records import Document, Query, TestSet, contextual_text

__all__ = ["Document", "Query", "TestSet", "contextual_text", "load"]
