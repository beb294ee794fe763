"""The `bakeoff` command: `run` compares the strategies, `doctor` checks the set-up, `cache` keeps stored results, `data` makes Fernhollow's."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from lab_utils import __version__
from lab_utils.errors import BakeoffError
from lab_utils.progress import note, set_quiet

USAGE_ERROR = 2  # bad input: one clear line
CHECK_FAILED = 1  # the command worked, and what it looked at is not in order
INTERRUPTED = 130  # as shells report Ctrl-C


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise BakeoffError(f"{message}. See: {self.prog} --help")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit code. Errors a user can cause are printed in plain lines, without traceback."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in arguments
    try:
        options = _parser().parse_args(arguments)
        set_quiet(getattr(options, "quiet", False))
        return options.handler(options)
    except BakeoffError as error:
        if debug:
            raise
        for line in str(error).splitlines():
            print(f"bakeoff: {line}", file=sys.stderr)
        return USAGE_ERROR
    except KeyboardInterrupt:
        if debug:
            raise
        print("\nbakeoff: interrupted. What was computed is kept in the cache; the same command goes on from there.", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output (head, less) has gone
        sys.stderr.close()
        return 0


def _parser() -> argparse.ArgumentParser:
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--debug", action="store_true", help="on an error, show where in the code it came from")
    parser = _Parser(prog="bakeoff", description="Which retrieval method fits which data and which query? Measure it.")
    parser.add_argument("--version", action="version", version=f"bakeoff {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)
    _add_run(commands, common)
    _add_doctor(commands, common)
    _add_cache(commands, common)
    _add_data(commands, common)
    return parser


def _add_run(commands, common) -> None:
    from lab_utils.collections.load import SCIFACT
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
        "--data", type=Path, default=SCIFACT, metavar="PATH", help="a BEIR directory, or a folder of texts with queries.csv (default: the bundled SciFact)"
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
    from lab_utils.collections.load import load
    from lab_utils.evaluation.bakeoff import bake_off, choose_queries
    from lab_utils.evaluation.latency import measure
    from lab_utils.evaluation.outputs import check_folder, write_all
    from lab_utils.evaluation.tables import console, print_latency, print_tables
    from lab_utils.search.cache import Cache
    from lab_utils.search.fusion import check_k
    from lab_utils.search.strategies import Parts, Settings, check_names
    from lab_utils.show.report import write_report

    # Everything that can be refused is refused before the work begins.
    names = check_names(options.strategies.split(","))
    settings = Settings(depth=options.depth, rrf_k=check_k(options.rrf_k), dense_model=options.model)
    check_folder(options.out)
    collection = choose_queries(load(options.data, options.allow_missing_golds), options.split, options.pattern, options.max_queries)
    for text in collection.notes:
        note(f"{collection.name}: {text}")
    parts = Parts(collection, settings, Cache(None if options.no_cache else options.data / "cache"))
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


def _add_doctor(commands, common) -> None:
    doctor = commands.add_parser(
        "doctor",
        parents=[common],
        help="check Python, packages, models, data and the rest",
        description="Check Python, packages against constraints.txt, the notebook kernel, models and data by "
        "checksum, write access, disk and browser. Exit code 1 when a check fails; each failure names its cure.",
    )
    doctor.set_defaults(handler=_doctor)
    doctor.add_argument("--json", action="store_true", help="for scripts")


def _doctor(options: argparse.Namespace) -> int:
    from lab_utils.classroom.doctor import as_json, examine

    checks = []
    for check in examine():
        checks.append(check)
        if not options.json:
            print(check, flush=True)
    if options.json:
        print(as_json(checks))
    return 0 if all(check.ok for check in checks) else CHECK_FAILED


def _add_cache(commands, common) -> None:
    from lab_utils.collections.load import SCIFACT
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
    cache.add_argument("--data", type=Path, default=SCIFACT, metavar="PATH", help="the collection (default: the bundled SciFact)")
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


def _add_data(commands, common) -> None:
    from lab_utils.collections.database import DATABASE

    data = commands.add_parser("data", parents=[common], help="build Fernhollow's database; for maintainers: make its tables and logs again")
    actions = data.add_subparsers(required=True, metavar="ACTION", parser_class=_Parser)
    build = actions.add_parser("build", parents=[common], help="the SQLite file from data/tables, unless it is up to date")
    build.set_defaults(handler=_data_build)
    build.add_argument("--out", type=Path, default=DATABASE, metavar="PATH", help="the file to make (default: %(default)s)")
    build.add_argument("--quiet", action="store_true", help="errors only")
    tables = actions.add_parser("tables", parents=[common], help="maintainers: draw the CSV files of data/tables again")
    tables.set_defaults(handler=_data_tables)
    logs = actions.add_parser("logs", parents=[common], help="maintainers: write the logs of data/workspace again, from the facts and tables")
    logs.set_defaults(handler=_data_logs)


def _data_build(options: argparse.Namespace) -> int:
    from lab_utils.collections.database import build, is_current, row_counts

    current = is_current(options.out)
    path = build(options.out)
    if not options.quiet:
        print(f"{path}: {'up to date' if current else 'built'}, {path.stat().st_size / 1e6:.1f} MB")
        for table, rows in row_counts(path).items():
            print(f"{table:<12}{rows:>8,}")
    return 0


def _data_tables(options: argparse.Namespace) -> int:
    from lab_utils.collections.generate.make_tables import write_tables
    from lab_utils.collections.tables import TABLES

    return _tell_written(write_tables(TABLES), "the database and the logs are made from these: bakeoff data build, bakeoff data logs")


def _data_logs(options: argparse.Namespace) -> int:
    from lab_utils.collections.generate.make_logs import LOGS, write_logs

    return _tell_written(write_logs(LOGS))


def _tell_written(outcome: dict[Path, str], next_step: str = "") -> int:
    """Say of each file whether it changed; what changed is recorded among the checksums, so that the doctor knows it."""
    from lab_utils.classroom import checksums

    for path, what in outcome.items():
        print(f"{path}: {what}")
    if set(outcome.values()) != {"unchanged"}:
        print(f"recorded in {checksums.write()}")
        if next_step:
            print(next_step)
    return 0


if __name__ == "__main__":
    sys.exit(main())
