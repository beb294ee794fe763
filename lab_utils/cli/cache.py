"""`bakeoff cache`: make the stored vectors and scores of a collection again, or verify a sample."""

from __future__ import annotations

import argparse
from pathlib import Path

from lab_utils.cli import CHECK_FAILED
from lab_utils.progress import note


def add(commands, common) -> None:
    from lab_utils.collections.load import DATA
    from lab_utils.search.strategies import Settings

    cache = commands.add_parser(
        "cache",
        parents=[common],
        help="make the stored vectors and scores again, or verify a sample",
        description="The vectors and reranker scores that come with a collection, in its cache/bundled.sqlite.",
    )
    cache.set_defaults(handler=_cache)
    what = cache.add_mutually_exclusive_group(required=True)
    what.add_argument("--rebuild", action="store_true", help="compute everything afresh (SciFact: about half an hour); goes on after an interruption")
    what.add_argument("--verify", action="store_true", help="recompute a sample and compare")
    cache.add_argument("--data", type=Path, default=DATA, metavar="PATH", help="the collection (default: the bundled Fernhollow)")
    cache.add_argument("--depth", type=int, default=Settings.depth, metavar="N", help="candidates to score for each query (default: %(default)s)")
    cache.add_argument("--quiet", action="store_true", help="errors only")


def _cache(options: argparse.Namespace) -> int:
    from lab_utils.classroom import bundle, checksums
    from lab_utils.collections.load import DATA
    from lab_utils.search.strategies import Settings

    settings = Settings(depth=options.depth)
    if options.rebuild:
        path = bundle.rebuild(options.data, settings)
        if path.resolve().is_relative_to(DATA):
            checksums.write()
        note(f"{path}: {path.stat().st_size / 1e6:.1f} MB")
        return 0
    verdict = bundle.verify(options.data, settings)
    for fault in verdict.faults:
        print(f"[FAIL] {fault}")
    if verdict.missing:
        print(f"[FAIL] {verdict.missing} vector(s) are not in the cache. Make them with: bakeoff cache --rebuild --data {options.data}")
    ok = not verdict.faults and not verdict.missing
    if ok and not options.quiet:
        print(f"[ OK ] {verdict.vectors} vectors and {verdict.scores} scores recomputed, all within tolerance")
    return 0 if ok else CHECK_FAILED
