"""The strategies of the bake-off by name, built over one collection from shared parts.

Each part (an index, a set of vectors) is made once, when the first strategy that needs it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property

from lab_utils.collections.records import TestSet, contextual_text
from lab_utils.errors import BakeoffError
from lab_utils.search.base import Retriever
from lab_utils.search.cache import Cache
from lab_utils.search.cross_encoder import CrossEncoder
from lab_utils.search.dense import Dense
from lab_utils.search.encoder import Encoder
from lab_utils.search.filters import Prefilter
from lab_utils.search.fusion import LIST_DEPTH, RRF_K, Fused, by_rank, by_score
from lab_utils.search.keyword import Keyword
from lab_utils.search.memo import Remembered
from lab_utils.search.models import DENSE, RERANKER
from lab_utils.search.rerank import DEPTH, Reranked
from lab_utils.search.routed import Routed
from lab_utils.search.sql import ReadOnlyDatabase


@dataclass(frozen=True)
class Settings:
    """What may be varied. Defaults are the ones the README's table was measured with."""

    depth: int = DEPTH
    """candidates the reranker sees"""
    rrf_k: float = RRF_K
    list_depth: int = LIST_DEPTH
    """documents each list brings into a fusion"""
    blend_weights: tuple[float, float] = (0.5, 0.5)
    """keyword, dense"""
    dense_model: str = DENSE
    reranker: str = RERANKER

    def __post_init__(self) -> None:
        for name in ("depth", "list_depth"):
            value = getattr(self, name)
            if not isinstance(value, int) or value < 1:
                raise BakeoffError(f"{name} is {value!r}. It counts documents: give a whole number from 1.")


@dataclass
class Parts:
    """The indexes over one collection."""

    collection: TestSet
    settings: Settings = field(default_factory=Settings)
    cache: Cache = field(default_factory=lambda: Cache(None))
    database: ReadOnlyDatabase | None = None
    """the tables that belong to the collection, where there are any"""

    @cached_property
    def ids(self) -> list[str]:
        return [document.id for document in self.collection.documents]

    @cached_property
    def texts(self) -> list[str]:
        return [document.text for document in self.collection.documents]

    @cached_property
    def contextual_texts(self) -> list[str]:
        return [contextual_text(document) for document in self.collection.documents]

    @cached_property
    def allow(self) -> Prefilter:
        return Prefilter(self.collection.documents)

    @cached_property
    def encoder(self) -> Encoder:
        return Encoder(self.settings.dense_model, self.cache)

    @cached_property
    def cross_encoder(self) -> CrossEncoder:
        return CrossEncoder(self.settings.reranker, self.cache)

    @cached_property
    def keyword(self) -> Retriever:
        return Remembered(Keyword(self.ids, self.texts, allow=self.allow))

    @cached_property
    def dense(self) -> Retriever:
        return Remembered(Dense(self.ids, self.texts, self.encoder, self.allow))

    @cached_property
    def hybrid(self) -> Retriever:
        return Remembered(Fused("hybrid", [self.keyword, self.dense], by_rank(self.settings.rrf_k), self.settings.list_depth))

    @cached_property
    def blend(self) -> Retriever:
        return Remembered(Fused("blend", [self.keyword, self.dense], by_score(self.settings.blend_weights), self.settings.list_depth))

    @cached_property
    def reranked(self) -> Retriever:
        texts = dict(zip(self.ids, self.texts, strict=True))
        return Reranked("hybrid+rerank", self.hybrid, texts, self.cross_encoder, self.settings.depth)

    @cached_property
    def contextual(self) -> Retriever:
        keyword = Remembered(Keyword(self.ids, self.contextual_texts, allow=self.allow))
        dense = Remembered(Dense(self.ids, self.contextual_texts, self.encoder, self.allow))
        return Remembered(Fused("contextual", [keyword, dense], by_rank(self.settings.rrf_k), self.settings.list_depth))

    @cached_property
    def routed(self) -> Retriever:
        return Routed({route: STRATEGIES[name](self) for route, name in ROUTE_TO_STRATEGY.items()}, self.database)

    @property
    def context_adds_nothing(self) -> bool:
        """Every text begins with its title already, as in a BEIR directory: `contextual` would be `hybrid` again."""
        return self.contextual_texts == self.texts


STRATEGIES: dict[str, Callable[[Parts], Retriever]] = {
    "keyword": lambda parts: parts.keyword,
    "dense": lambda parts: parts.dense,
    "hybrid": lambda parts: parts.hybrid,
    "blend": lambda parts: parts.blend,
    "contextual": lambda parts: parts.contextual,
    "hybrid+rerank": lambda parts: parts.reranked,
    "routed": lambda parts: parts.routed,
}

ROUTE_TO_STRATEGY = {"concept": "blend", "identifier": "keyword"}
"""decided on the dev split of the bundled data; a route that is not named here goes the way of `concept`"""


def not_here(name: str, parts: Parts) -> str:
    """Why a strategy says nothing on this collection, or an empty text."""
    if name == "contextual" and parts.context_adds_nothing:
        return "every text begins with its title already, so it would repeat hybrid"
    if name == "routed" and parts.database is None:
        return "the collection has no tables to route to"
    return ""


def check_names(names: Iterable[str]) -> list[str]:
    """The names, stripped, each once. Raises BakeoffError for an unknown one, with the list of names."""
    cleaned = list(dict.fromkeys(name.strip() for name in names if name.strip()))
    for name in cleaned:
        if name not in STRATEGIES:
            raise BakeoffError(f"strategy {name!r} is unknown. Choose among: {', '.join(STRATEGIES)}.")
    if not cleaned:
        raise BakeoffError(f"no strategy was named. Choose among: {', '.join(STRATEGIES)}.")
    return cleaned


def build(name: str, parts: Parts) -> Retriever:
    """The strategy called `name`. Raises BakeoffError with the list of names for any other."""
    return STRATEGIES[check_names([name])[0]](parts)
