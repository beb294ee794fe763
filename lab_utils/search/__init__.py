"""Floor 2: one strategy a file, one shape of answer."""

from lab_utils.search.base import Hit, Retriever, ranked
from lab_utils.search.fusion import blend, rrf
from lab_utils.search.keyword import Keyword
from lab_utils.search.strategies import STRATEGIES, Parts, Settings, build

__all__ = ["STRATEGIES", "Hit", "Keyword", "Parts", "Retriever", "Settings", "blend", "build", "ranked", "rrf"]
