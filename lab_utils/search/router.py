"""Which route does a question want? Two routers, judged apart from the answers that follow.

`by_rules` looks at the shape of the words, in an order a learner can read: earlier turns make a follow-up, a code
makes an identifier query, words for logs and code make an exploratory one, words for counting make an aggregate.
`ByNeighbours` asks the five most similar labelled queries of the dev split and takes their majority; it needs
examples and no rules.

A wrong route is a wrong answer before anything was searched, so a confusion matrix of the routers stands beside every
result of the routed system.

Fails when: the shape hides what is wanted ("ERR_4471 last month, how often?" has a code *and* counts), and for
patterns that are no shape at all: whether a text is restricted, or has no answer, cannot be read off the question.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from lab_utils.collections.records import Query
from lab_utils.search.aggregate import plan
from lab_utils.search.encoder import Encoder

ROUTES = ("concept", "identifier", "aggregate", "multi-hop", "follow-up", "exploratory")
NEIGHBOURS = 5

Router = Callable[[Query], str]

_CODE = re.compile(
    r"\b(?:err|tls|sync|drv|pay|net)[ _-]?\d{3,4}\b|\bsku[ _-]?\d{5}\b|\bfh[ -]?pn[ -]?\d|\binc[ -]?\d{4}\b|\b\d{1,2}\.\d{1,2}(?:\([a-z]\)|[a-z]\b)|"
    r"\bclause \d|\b(?:fb|da|ma|sc)-?20\d\d\.\d|\bv?\d\.\d+\.\d+\b",
    re.IGNORECASE,
)
_COUNT = re.compile(
    r"\b(?:how many|how much|number of|nr of|count|total|sum|average|avg|top \d+|top|most|best[ -]sell\w*|"
    r"per (?:region|month|channel|quarter|day|plan|product)|"
    r"by (?:region|month|channel|reason|quarter|plan|product|status|family)|share|rate|percent\w*|compare\w*|vs|versus)\b",
    re.IGNORECASE,
)
_TABLE = re.compile(
    r"\b(?:orders?|refund(?:s|ed)?|sales|revenue|turnover|gmv|customers?|sign-?ups?|units|sold|sell\w*|skus?|products?|accounts?|aov|basket|cancel\w*|buyers?)\b",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"\b(?:last|this|previous) (?:week|month|quarter|qtr|q|year)\b|\b20\d\d\b|\bq[1-4]\b|\byesterday\b|\bytd\b|"
    r"\b(?:january|february|march|april|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b",
    re.IGNORECASE,
)
_WORKSPACE = re.compile(
    r"\b(?:logs?|logged|log line|grep|in the code|code ?base|source|repo|function|which file|what file|module|script|class|constant|config|"
    r"set in|defined|implemented|stack ?trace|line)\b",
    re.IGNORECASE,
)
_CHAIN = re.compile(
    r"\b(?:belongs? to|behind|head of the team|which team|what team|extension|(?:what|which) channel|who runs|who owns|what else|besides|made for)\b|"
    r"\b(?:who|whom|whose|which team|what team|extension|phone|channel|escalat\w+|owner|owns|lead|on[ -]call)\b.*"
    r"\b(?:of|for|behind|that|which|when|if|by)\b|"
    r"\bthe (?:team|person|people|service|release|one|clause|policy|code|incident)\b.*\b(?:that|which|who|whose)\b",
    re.IGNORECASE,
)


def by_rules(query: Query) -> str:
    """The route of a query, by the first rule that fits."""
    text = query.text
    if query.history:
        return "follow-up"
    if (_COUNT.search(text) or _TIME.search(text)) and not plan(text).refusal:
        return "aggregate"  # understood word for word as a question to the tables
    if _COUNT.search(text) and _TABLE.search(text) and not _CODE.search(text):
        return "aggregate"
    if _WORKSPACE.search(text):
        return "exploratory"
    if _CHAIN.search(text):
        return "multi-hop"
    if _CODE.search(text):
        return "identifier"
    return "concept"


class ByNeighbours:
    """The majority pattern among the labelled queries whose vectors are nearest. Ties go to the nearest of the tied."""

    def __init__(self, labelled: Sequence[Query], encoder: Encoder, k: int = NEIGHBOURS):
        self._labelled = [query for query in labelled if query.pattern in ROUTES]
        self._encoder = encoder
        self._k = k
        self._vectors = encoder.encode_queries([self._text(query) for query in self._labelled]).astype(np.float64)

    def __call__(self, query: Query) -> str:
        vector = self._encoder.encode_queries([self._text(query)])[0].astype(np.float64)
        similarities = np.round(self._vectors @ vector, 6)
        order = sorted(range(len(self._labelled)), key=lambda place: (-similarities[place], self._labelled[place].id))
        nearest = [self._labelled[place].pattern for place in order[: self._k]]
        votes = Counter(nearest)
        return max(nearest, key=lambda pattern: (votes[pattern], -nearest.index(pattern)))

    @staticmethod
    def _text(query: Query) -> str:
        # Earlier turns are part of what is seen: without them "and for contractors?" looks like any short question.
        return f"{' / '.join(query.history)} / {query.text}" if query.history else query.text


def confusion(router: Router, queries: Sequence[Query]) -> dict[str, Counter[str]]:
    """Pattern of the label -> how often each route was chosen."""
    matrix: dict[str, Counter[str]] = {}
    for query in queries:
        matrix.setdefault(query.pattern, Counter())[router(query)] += 1
    return dict(sorted(matrix.items()))
