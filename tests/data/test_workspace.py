"""The workspace: logs that hold the incidents as the fact base counts them, and code that prints such lines."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter, defaultdict
from datetime import date, datetime, timedelta
from functools import cache
from pathlib import Path

import pytest
import yaml

from lab_utils.collections.load import DATA

WORKSPACE = DATA / "workspace"
LOGS, CODE = WORKSPACE / "logs", WORKSPACE / "code"
ROOT = DATA.parent
CODES = re.compile(r"\b(?:ERR_\d{4}|(?:TLS|SYNC|DRV|PAY|NET)-\d{3,4})\b")
MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)")
REPEATED = re.compile(r" repeated=(\d+)\b")
LOG_METHODS = {"debug", "info", "warning", "error", "critical"}


def facts(name: str):
    return yaml.safe_load((DATA / "facts" / f"{name}.yaml").read_text(encoding="utf-8"))


@cache
def log_lines() -> tuple[tuple[str, str, datetime, str], ...]:
    """(file, service, moment, line) of every line of every log."""
    found = []
    for path in sorted(LOGS.glob("*.log")):
        service = re.fullmatch(r"(.+)-\d{4}-\d\d", path.stem)[1]
        for line in path.read_text(encoding="utf-8").splitlines():
            moment = MOMENT.search(line)
            found.append((path.name, service, datetime.fromisoformat(f"{moment[1]}T{moment[2]}"), line))
    return tuple(found)


@cache
def occurrences() -> dict[str, list[tuple[str, datetime, int]]]:
    """Code -> (service, moment, how often)."""
    found = defaultdict(list)
    for _, service, moment, line in log_lines():
        times = REPEATED.search(line)
        for code in CODES.findall(line):
            found[code].append((service, moment, int(times[1]) if times else 1))
    return found


@cache
def sources() -> dict[str, ast.Module]:
    return {path.relative_to(CODE).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in sorted(CODE.rglob("*.py"))}


@cache
def formats() -> dict[str, set[str]]:
    """Service -> the format strings that its code logs."""
    found = defaultdict(set)
    for tree in sources().values():
        calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
        named = [c.args[0].value for c in calls if isinstance(c.func, ast.Name) and c.func.id == "set_up"]
        logged = {
            call.args[0].value
            for call in calls
            if isinstance(call.func, ast.Attribute) and call.func.attr in LOG_METHODS and call.args and isinstance(call.args[0], ast.Constant)
        }
        # What common code logs, it logs under the name of the service that called it.
        for service in named or layouts()[1]:
            found[service] |= logged
    return found


@cache
def layouts() -> tuple[dict[str, str], dict[str, str]]:
    """(layout name -> format, service -> layout name), as common/logs.py has them."""
    assigned = {n.targets[0].id: n.value for n in sources()["common/logs.py"].body if isinstance(n, ast.Assign)}
    return ast.literal_eval(assigned["LAYOUTS"]), ast.literal_eval(assigned["SERVICES"])


def pattern(text: str) -> str:
    kinds = {"%s": r".+?", "%d": r"\d+", "%.1f": r"\d+\.\d", "%%": "%"}
    return "".join(kinds.get(part, re.escape(part)) for part in re.split(r"(%s|%d|%\.1f|%%)", text))


@cache
def line_pattern(service: str) -> re.Pattern:
    """What a whole line of a service may look like: its layout around one of its messages."""
    names, services = layouts()
    messages = "|".join(pattern(text) for text in sorted(formats()[service]))
    whole = re.escape(names[services[service]])
    for field, value in {
        "asctime": r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d", "levelname": "(?:INFO|WARNING|ERROR)", "host": r"[a-z0-9-]+", "service": re.escape(service),
        "message": rf"(?:{messages})(?: repeated=\d+)?",
    }.items():  # fmt: skip
        whole = whole.replace(re.escape(f"%({field})s"), value)
    return re.compile(whole.replace(re.escape("%(process)d"), r"\d+"))


def test_there_is_enough_to_search():
    assert len(log_lines()) >= 3000
    assert len({service for _, service, _, _ in log_lines()}) >= 10
    assert len({moment.date() for _, _, moment, _ in log_lines()}) >= 10
    files = [path for path in CODE.rglob("*") if path.is_file()]
    assert len(files) >= 12
    assert {".py", ".sh", ".toml"} == {path.suffix for path in files}
    assert all(len(path.read_text(encoding="utf-8").splitlines()) <= 120 for path in files)


def test_each_run_gives_the_committed_bytes():
    from lab_utils.collections.generate.make_logs import make_logs

    assert {name: text.encode() for name, text in make_logs().items()} == {path.name: path.read_bytes() for path in LOGS.glob("*")}


def test_lines_stand_in_the_file_of_their_month_in_order():
    last: dict[str, datetime] = {}
    for file, _, moment, line in log_lines():
        assert file.endswith(f"-{moment:%Y-%m}.log")
        assert last.get(file, moment) <= moment, line
        last[file] = moment
        assert moment.date() < date(2025, 11, 17)


@pytest.mark.parametrize("incident", facts("incidents")["incidents"], ids=lambda incident: incident["number"])
def test_an_incident_is_logged_as_often_as_the_facts_count_it(incident):
    start, end = (datetime.fromisoformat(str(incident[key])) for key in ("start", "end"))
    for code, count in incident["codes"].items():
        seen = occurrences()[code]
        assert sum(times for _, _, times in seen) == count, code
        assert {service for service, _, _ in seen} <= set(incident["services"]), code
        assert all(start <= moment <= end for _, moment, _ in seen), code
    moments = sorted(moment for code in incident["codes"] for _, moment, _ in occurrences()[code])
    # INC-2047 shows a night after its start, when the first late rows come in; it ends hours after the last of them.
    quiet = timedelta(hours=19) if incident["number"] == "INC-2047" else timedelta(minutes=1)
    assert moments[0] - start <= quiet
    assert end - moments[-1] <= max(quiet, timedelta(minutes=2))


def test_the_anomaly_discards_the_evening_orders_of_the_tables():
    from lab_utils.collections.generate.log_pipeline import evening_orders
    from lab_utils.collections.tables import TABLES

    evening = evening_orders(TABLES)
    discarded = {}
    for _, service, moment, line in log_lines():
        found = re.search(r"ERR_4488 (\d+) rows discarded for closed partition SG/(\S+)", line)
        if found:
            assert service == "gmv-pipeline"
            assert f"{moment:%H:%M}" == "02:10"
            discarded[date.fromisoformat(found[2])] = int(found[1])
            assert moment.date() == date.fromisoformat(found[2]) + timedelta(days=1)
    assert discarded == dict(evening)


def test_a_closed_partition_says_what_gmv_daily_says():
    import csv

    with (DATA / "tables" / "gmv_daily.csv").open(newline="", encoding="utf-8") as file:
        known = {(row["region"], row["day"]): (row["orders"], row["gmv"], row["currency"]) for row in csv.DictReader(file)}
    closed = re.findall(r"partition (\w\w)/(\S+) closed: (\d+) orders, gmv (\S+) (\w+)", "\n".join(line for *_, line in log_lines()))
    assert len(closed) > 150
    assert all(known[region, day] == tuple(figures) for region, day, *figures in closed)


def test_the_baskets_of_the_double_code_lost_what_the_incident_cost():
    baskets = re.findall(r"PAY-618 .*: ([\d.]+) of ([\d.]+) EUR", "\n".join(line for *_, line in log_lines()))
    lost = sum(round(float(full) * 80) - round(float(paid) * 100) for paid, full in baskets)
    incident = next(i for i in facts("incidents")["incidents"] if i["number"] == "INC-2045")
    assert f"cost {lost // 100:,} EUR" in incident["affected"]


def test_every_line_is_one_that_the_code_prints():
    strange = [line for _, service, _, line in log_lines() if not line_pattern(service).fullmatch(line)]
    assert not strange, "\n".join(strange[:10])


def test_every_code_is_in_the_register_and_in_the_code_of_its_service():
    known = {entry["code"]: entry for entry in facts("errors")["errors"]}
    released = {release["version"]: str(release["date"]) for release in facts("releases")["releases"]}
    for code, seen in occurrences().items():
        for service in {service for service, _, _ in seen}:
            assert any(text.startswith(f"{code} ") for text in formats()[service]), f"{service} logs {code}"
        first = min(moment for _, moment, _ in seen)
        assert f"{first:%Y-%m-%d}" >= released[known[code]["first_seen"]], f"{code} before its software was out"


def test_codes_skus_and_incidents_in_the_code_exist():
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted(CODE.rglob("*")) if path.is_file())
    assert set(CODES.findall(text)) <= {entry["code"] for entry in facts("errors")["errors"]}
    assert set(re.findall(r"INC-\d+", text)) <= {incident["number"] for incident in facts("incidents")["incidents"]}
    assert "INC-2047" not in text, "the code is as it was before that incident was known"


def test_repositories_are_those_of_the_services():
    logged = {service for _, service, _, _ in log_lines()}
    for service in facts("services")["services"]:
        if service["key"] in logged:
            assert list((CODE / service["repo"]).glob("*.py")), service["repo"]


def test_the_fault_of_the_pipeline_can_be_seen():
    partitions = tomllib.loads((CODE / "pipelines/gmv_daily/partitions.toml").read_text(encoding="utf-8"))
    feed = tomllib.loads((CODE / "services/settlement_import/partners.toml").read_text(encoding="utf-8"))["partner"]["straitpay"]["feeds"]["SG"]
    assert feed == {"zone": "Asia/Singapore", "cut_off": "24:00"}, "the partner had moved to 16:00"
    assert partitions["region"]["SG"]["open_h"] == 10, "closed at 02:00 UTC, before the next file"


def test_the_code_is_nobodys_package():
    assert not list(WORKSPACE.rglob("__init__.py")) + list(WORKSPACE.rglob("test_*")) + list(WORKSPACE.rglob("conftest.py"))
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    assert "data/workspace" in settings["ruff"]["extend-exclude"]
    assert settings["pytest"]["ini_options"]["testpaths"] == ["tests"]
    names = {path.name for path in CODE.iterdir()}
    assert not [
        path for path in Path(ROOT, "lab_utils").rglob("*.py") if re.search(rf"^(?:import|from) (?:{'|'.join(names)})\b", path.read_text("utf-8"), re.M)
    ]


def test_services_write_in_different_layouts():
    assert len(set(layouts()[1].values())) >= 5
    assert set(layouts()[1]) >= {service for _, service, _, _ in log_lines()}
    assert Counter(service for _, service, _, _ in log_lines()).most_common(1)[0][1] < 0.25 * len(log_lines())


def test_the_readme_states_what_is_there():
    readme = (WORKSPACE / "README.md").read_text(encoding="utf-8")
    files, services, days = ({line[n] for line in log_lines()} for n in (0, 1, 2))
    assert f"{len(log_lines()):,} lines in {len(files)} files" in readme
    assert f"{len(services)} services, {len({moment.date() for moment in days})} days" in readme
    assert f"{len([path for path in CODE.rglob('*') if path.is_file()])} files: Python, shell and TOML" in readme
