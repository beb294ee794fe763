"""A bake-off on SciFact from the cache, as a whole process, and the same work computed afresh.

Afresh, 300 queries with 50 candidates each are 15,000 cross-encoder calls, so that side is timed on a few queries
and a few passages and extrapolated: seconds a query times 300, plus seconds a passage times 5,183.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
import time

from lab_utils.collections.load import SCIFACT, load
from lab_utils.search.cache import Cache
from lab_utils.search.cross_encoder import CrossEncoder
from lab_utils.search.encoder import Encoder
from lab_utils.search.strategies import Parts

RUN = "import sys; from lab_utils.cli import main; code = main(sys.argv[1:]); sys.exit(code or ('torch' in sys.modules) * 9)"


def warm_seconds() -> float:
    """One whole process, start to exit; fails if it had to import torch."""
    with tempfile.TemporaryDirectory() as out:
        started = time.perf_counter()
        subprocess.run([sys.executable, "-c", RUN, "run", "--data", str(SCIFACT), "--out", out, "--quiet"], check=True)
        return time.perf_counter() - started


def busy(seconds: float) -> subprocess.Popen:
    """Another process that keeps a core busy, as on a laptop that does other things too."""
    return subprocess.Popen([sys.executable, "-c", f"import time\nend = time.time() + {seconds}\nwhile time.time() < end: pass"])


def afresh_seconds(queries: int, passages: int) -> float:
    collection = load(SCIFACT)
    parts = Parts(collection, cache=Cache(SCIFACT / "cache"))
    encoder, scorer = Encoder(), CrossEncoder()
    encoder.encode(["warm up"])
    scorer.scores("warm", ["up"])
    texts = sorted(parts.texts)[:: max(1, len(parts.texts) // passages)][:passages]  # spread over all lengths
    started = time.perf_counter()
    encoder.encode(texts)
    per_passage = (time.perf_counter() - started) / len(texts)
    asked = collection.queries[:: len(collection.queries) // queries][:queries]
    started = time.perf_counter()
    for query in asked:
        candidates = [collection.by_id[hit.id].text for hit in parts.hybrid.search(query, parts.settings.depth)]
        encoder.encode_queries([query.text])
        scorer.scores(query.text, candidates)
    per_query = (time.perf_counter() - started) / len(asked)
    print(f"afresh: {per_passage * 1000:.1f} ms a passage (n = {len(texts)}), {per_query:.2f} s a query (n = {len(asked)})")
    return per_passage * len(parts.texts) + per_query * len(collection.queries)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--queries", type=int, default=20)
    options.add_argument("--passages", type=int, default=60)
    options.add_argument("--runs", type=int, default=3)
    arguments = options.parse_args()
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    warm = sorted(warm_seconds() for _ in range(arguments.runs))
    print(f"warm, idle: median {warm[len(warm) // 2]:.1f} s of {arguments.runs} (from {warm[0]:.1f} to {warm[-1]:.1f}), torch not imported")
    others = [busy(60) for _ in range(os.cpu_count() or 1)]
    loaded = warm_seconds()
    for other in others:
        other.kill()
    print(f"warm, with every core busy: {loaded:.1f} s")
    afresh = afresh_seconds(arguments.queries, arguments.passages)
    print(f"afresh, extrapolated to all queries and passages: {afresh / 60:.0f} min; ratio to warm: {afresh / warm[len(warm) // 2]:.0f}")


if __name__ == "__main__":
    main()
