"""`keyword` against plain rank_bm25 on the same terms, in one run: queries per second as a ratio.

Synthetic passages with word frequencies as in a natural text (Zipf), 100 words each, queries of 8 words. Both sides
get the same analysed terms; the rankings are compared on the way (plain rank_bm25 with the same idf).
"""

from __future__ import annotations

import argparse
import os
import platform
import time

import numpy as np

from lab_utils.search import Keyword
from lab_utils.search.analyzer import DEFAULT
from lab_utils.search.keyword import okapi
from lab_utils.search.top import TopK


def texts(size: int, words: int, seed: int) -> list[str]:
    generator = np.random.default_rng(seed)
    numbers = np.minimum(generator.zipf(1.2, (size, words)), 50_000)
    return [" ".join(f"w{number}" for number in row) for row in numbers]


def compare(size: int, slow_queries: int, fast_queries: int) -> None:
    ids = [f"d{number}" for number in range(size)]
    passages, queries = texts(size, 100, 1), texts(fast_queries, 8, 2)
    started = time.perf_counter()
    keyword = Keyword(ids, passages)
    built = time.perf_counter() - started
    started = time.perf_counter()
    fast = [keyword.search(query, 10) for query in queries]
    fast_rate = len(queries) / (time.perf_counter() - started)
    started = time.perf_counter()
    plain = okapi([DEFAULT.analyze(text) for text in passages])
    plain_built = time.perf_counter() - started
    top = TopK(ids)
    started = time.perf_counter()
    slow = [top.best(plain.get_scores(DEFAULT.analyze(query)), 10, above=0.0) for query in queries[:slow_queries]]
    slow_rate = slow_queries / (time.perf_counter() - started)
    same = sum(a == b for a, b in zip(fast, slow, strict=False))
    print(
        f"{size:>7,} passages: keyword {fast_rate:,.0f} queries/s (index {built:.1f} s), rank_bm25 {slow_rate:.2f} (index {plain_built:.1f} s), "
        f"ratio {fast_rate / slow_rate:.0f}; same top 10 for {same} of {slow_queries} queries"
    )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000])
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    for size in options.parse_args().sizes:
        compare(size, slow_queries=max(5, 200_000 // size), fast_queries=200)


if __name__ == "__main__":
    main()
