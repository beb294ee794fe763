"""`bakeoff run`: ask every strategy every query, measure, and write tables, runs and a report."""

from __future__ import annotations

import argparse
from pathlib import Path

from lab_utils.progress import note


def add(commands, common) -> None:
    from lab_utils.collections.load import DATA
    from lab_utils.search.strategies import STRATEGIES, Settings

    run = commands.add_parser(
        "run",
        parents=[common],
        help="compare the strategies and write tables, runs and a report",
        description="Ask every strategy every query, measure the rankings, print a table per pattern and write "
        "results.csv, per_query.csv, differences.csv, runs/*.trec and report.html.",
    )
    run.set_defaults(handler=_run)
    run.add_argument(
        "--data", type=Path, default=DATA, metavar="PATH", help="a BEIR directory, or a folder of texts with queries.csv (default: the bundled Fernhollow)"
    )
    run.add_argument("--strategies", default=",".join(STRATEGIES), metavar="A,B", help="default: %(default)s")
    run.add_argument("--split", default="test", metavar="NAME", help="test, dev, another split of the data, or all (default: test)")
    run.add_argument("--pattern", metavar="P", help="only the queries of this pattern")
    run.add_argument("--depth", type=int, default=Settings.depth, metavar="N", help="candidates the reranker sees (default: %(default)s)")
    run.add_argument("--rrf-k", type=float, default=Settings.rrf_k, metavar="K", help="the constant of rank fusion (default: %(default)s)")
    run.add_argument("--max-queries", type=int, metavar="N", help="only the first N queries")
    run.add_argument("--model", default=Settings.dense_model, metavar="NAME", help="dense model: %(default)s, bge-small-en-v1.5, a folder, or a hub name")
    run.add_argument("--no-cache", action="store_true", help="compute every vector and score afresh, and store none")
    run.add_argument("--latency", type=int, metavar="N", help="time each stage live on N queries")
    run.add_argument("--out", type=Path, default=Path("results"), metavar="DIR", help="where the files go (default: results)")
    run.add_argument("--allow-missing-golds", action="store_true", help="count golds that are no documents as 'not in the corpus'")
    run.add_argument("--quiet", action="store_true", help="no tables, bars or notes; errors only")


def _run(options: argparse.Namespace) -> int:
    from lab_utils.collections.database import beside
    from lab_utils.collections.load import load
    from lab_utils.evaluation.bakeoff import bake_off, choose_queries
    from lab_utils.evaluation.latency import check_count, measure
    from lab_utils.evaluation.outputs import check_folder, write_all
    from lab_utils.evaluation.tables import console, print_latency, print_tables
    from lab_utils.search.cache import Cache
    from lab_utils.search.fusion import check_k
    from lab_utils.search.models import model_folder
    from lab_utils.search.sql import ReadOnlyDatabase
    from lab_utils.search.strategies import Parts, Settings, check_names
    from lab_utils.show.report import write_report

    # Everything that can be refused is refused before the work begins.
    names = check_names(options.strategies.split(","))
    settings = Settings(depth=options.depth, rrf_k=check_k(options.rrf_k), dense_model=options.model)
    check_count(options.latency)
    model_folder(options.model)
    check_folder(options.out)
    collection = choose_queries(load(options.data, options.allow_missing_golds), options.split, options.pattern, options.max_queries)
    for text in collection.notes:
        note(f"{collection.name}: {text}")
    tables = beside(options.data)
    database = None if tables is None else ReadOnlyDatabase(tables)
    parts = Parts(collection, settings, Cache(None if options.no_cache else options.data / "cache"), database)
    result = bake_off(collection, names, parts)
    latency = measure(parts, options.latency) if options.latency is not None else None
    write_all(result, options.out, latency)
    report = write_report(result, options.out / "report.html", latency)
    if not options.quiet:
        out = console()
        print_tables(result, out)
        if latency is not None:
            print_latency(latency, out)
        fresh = parts.encoder.encoded, parts.cross_encoder.scored
        cached = (
            "vectors and reranker scores came from the cache"
            if not any(fresh)
            else f"{fresh[0]} texts encoded and {fresh[1]} pairs scored now, the rest came from the cache"
        )
        out.print(f"[dim]{cached}[/dim]", soft_wrap=True)
        out.print(f"report: {report}   tables and runs: {options.out}", soft_wrap=True, highlight=False)
    return 0
