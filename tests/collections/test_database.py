"""The SQLite file: built whole or not at all, built again only when something changed, and clear about bad rows."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing

import pytest

from lab_utils import cli
from lab_utils.collections import database as module
from lab_utils.collections.database import build, connect, is_current, row_counts
from lab_utils.collections.schema import SCHEMA
from lab_utils.collections.tables import TABLES, read_tables
from lab_utils.errors import BakeoffError, DataError


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    return build(tmp_path_factory.mktemp("built") / "fernhollow.sqlite")


@pytest.fixture
def small(tmp_path):
    """The tables cut down to a few orders, so that changing them is quick."""
    folder = tmp_path / "tables"
    folder.mkdir()
    for table in SCHEMA:
        lines = (TABLES / f"{table.name}.csv").read_text(encoding="utf-8").splitlines(keepends=True)
        keep = {"orders": 40, "refunds": 1, "gmv_daily": 20}.get(table.name)
        (folder / f"{table.name}.csv").write_text("".join(lines[: keep + 1 if keep else None]), encoding="utf-8", newline="\n")
    return folder


def change(folder, table, old, new):
    path = folder / f"{table}.csv"
    text = path.read_bytes()
    assert old.encode() in text
    path.write_bytes(text.replace(old.encode(), new.encode(), 1))


def line(folder, table, number) -> str:
    return (folder / f"{table}.csv").read_text(encoding="utf-8").splitlines()[number - 1]


def test_every_row_arrives(built):
    assert row_counts(built) == {name: len(rows) for name, rows in read_tables().items()}


def test_the_database_is_sound(built):
    with closing(connect(built)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []


def test_types_keys_and_nulls_are_declared(built):
    with closing(connect(built)) as database:
        for table in SCHEMA:
            described = {row[1]: row for row in database.execute(f"PRAGMA table_info({table.name})")}
            assert list(described) == list(table.names)
            assert {c.name for c in table.columns if described[c.name][3]} == {c.name for c in table.columns if not c.nullable}
            assert {name for name, row in described.items() if row[5]} == set(table.key)
            stored = {c.name: {row[0] for row in database.execute(f"SELECT DISTINCT typeof({c.name}) FROM {table.name}")} - {"null"} for c in table.columns}
            assert stored == {c.name: {described[c.name][2].lower()} for c in table.columns}


def test_it_is_read_only(built):
    with closing(connect(built)) as database, pytest.raises(sqlite3.OperationalError, match="readonly"):
        database.execute("DELETE FROM refunds")


def test_it_is_built_again_only_when_a_csv_changed(small, tmp_path, monkeypatch):
    path = build(tmp_path / "made" / "f.sqlite", small)
    before = path.stat().st_mtime_ns
    with monkeypatch.context() as patch:
        patch.setattr(module, "read_tables", lambda folder: pytest.fail("nothing changed"))
        assert build(path, small) == path
    assert path.stat().st_mtime_ns == before
    change(small, "regions", "Nordics", "The North")
    assert not is_current(path, tables=small)
    build(path, small)
    with closing(connect(path)) as database:
        assert database.execute("SELECT name FROM regions WHERE region = 'ND'").fetchone() == ("The North",)


def test_a_file_that_is_no_database_is_replaced(small, tmp_path):
    path = tmp_path / "f.sqlite"
    path.write_bytes(b"not a database, but long enough to be looked at" * 100)
    assert row_counts(build(path, small))["orders"] == 40


def test_a_broken_build_leaves_the_old_file_and_nothing_else(small, tmp_path, monkeypatch):
    path = build(tmp_path / "made" / "f.sqlite", small)
    before = path.read_bytes()
    change(small, "regions", "Nordics", "The North")
    monkeypatch.setattr(module, "create_statements", lambda table: ["CREATE TABLE broken ("])
    with pytest.raises(BakeoffError, match=r"cannot be written .*incomplete input.*bakeoff data build --out"):
        build(path, small)
    assert path.read_bytes() == before
    assert [p.name for p in path.parent.iterdir()] == ["f.sqlite"]


def test_a_place_that_cannot_be_written(small, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(BakeoffError, match=r"cannot be written .*Make room"):
        build(tmp_path / "file" / "f.sqlite", small)


def test_a_missing_csv_is_named_with_its_cure(small, tmp_path):
    (small / "refunds.csv").unlink()
    with pytest.raises(BakeoffError, match=r"refunds\.csv: there is no such file\. .*bakeoff data tables"):
        build(tmp_path / "f.sqlite", small)


def test_a_missing_database_is_named_with_its_cure(tmp_path):
    with pytest.raises(BakeoffError, match="there is no database here. Make it with: bakeoff data build"):
        connect(tmp_path / "none.sqlite")


FIRST_ORDER = 2  # line of the file


@pytest.mark.parametrize(
    ("field", "value", "what"),
    [
        ("order_id", "", "is empty, and must not be"),
        ("customer_id", "C-99999", "'C-99999' does not stand in customers.csv"),
        ("region", "XX", "'XX' does not stand in regions.csv"),
        ("ordered_at", "2024-01-01 09:00:00", "is not a moment in UTC"),
        ("order_day", "2024-02-30", "'2024-02-30' is not a day"),
        ("order_day", "01/02/2024", "'01/02/2024' is not a day"),
        ("order_day", "20240102", "'20240102' is not a day"),
        ("quarter", "2024Q5", "'2024Q5' is not a quarter"),
        ("quantity", "two", "'two' is not a whole number"),
        ("quantity", "1.0", "'1.0' is not a whole number"),
        ("total", "1e5", "'1e5' is not an amount"),
        ("total", "290,00", "'290,00' is not an amount"),
        ("total", "nan", "'nan' is not an amount"),
        ("total", "٢٩٠.00", "is not an amount"),
        ("currency", "GBP", "'GBP' is none of EUR, USD"),
        ("status", "Completed", "'Completed' is none of open, completed"),
    ],
)
def test_a_malformed_value_is_told_with_file_line_and_field(small, tmp_path, field, value, what):
    import csv

    path = small / "orders.csv"
    with path.open(newline="", encoding="utf-8") as file:
        table = list(csv.reader(file))
    table[FIRST_ORDER - 1][table[0].index(field)] = value
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows(table)
    with pytest.raises(DataError) as caught:
        build(tmp_path / "f.sqlite", small)
    told = next(p for p in caught.value.problems if p.file == "orders.csv")
    assert (told.line, told.field) == (FIRST_ORDER, field)
    assert what in told.what
    assert "bakeoff data tables" in told.cure
    assert not (tmp_path / "f.sqlite").exists()


def test_a_key_that_stands_twice(small, tmp_path):
    first = line(small, "orders", 2)
    change(small, "orders", first, f"{first}\n{first}")
    with pytest.raises(DataError, match=r"orders\.csv, line 3, field 'order_id': 'FH-\d+' stands already in line 2"):
        build(tmp_path / "f.sqlite", small)


def test_a_row_with_a_comma_too_many(small, tmp_path):
    change(small, "products", '"Fernbox Home 2, diskless, graphite"', "Fernbox Home 2, diskless, graphite")
    with pytest.raises(DataError, match=r"products\.csv, line 2: 12 value\(s\) where 10 belong\. Put quotes"):
        build(tmp_path / "f.sqlite", small)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda text: text.replace(b",", b";"), r"orders\.csv, line 1: the columns are .* Save it with commas"),
        (lambda text: text.replace(b"order_id", b"number", 1), r"orders\.csv, line 1: the columns are number, .* and should be order_id, "),
        (lambda text: b"", r"orders\.csv, line 1: the columns are missing"),
        (lambda text: text.split(b"\n")[0] + b"\n", r"orders\.csv: the file holds no rows"),
        (lambda text: text.decode().encode("utf-16"), r"orders\.csv: the file is UTF-16"),
        (lambda text: text + b'"open quote', r"orders\.csv, line \d+: not CSV"),
        (lambda text: text.replace(b"EUR", b"\xa3", 1), r"orders\.csv: byte \d+ \(0xa3\) is not UTF-8"),
    ],
)
def test_a_damaged_file(small, tmp_path, damage, message):
    path = small / "orders.csv"
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(DataError, match=message):
        build(tmp_path / "f.sqlite", small)


def test_a_bom_and_windows_line_ends_do_no_harm(small, tmp_path):
    path = small / "orders.csv"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert row_counts(build(tmp_path / "f.sqlite", small))["orders"] == 40


def test_a_file_full_of_faults_is_not_told_in_full(tmp_path):
    folder = tmp_path / "tables"
    shutil.copytree(TABLES, folder)
    path = folder / "orders.csv"
    path.write_bytes(path.read_bytes().replace(b"SKU-", b"sku-"))
    with pytest.raises(DataError) as caught:
        read_tables(folder)
    told = [p for p in caught.value.problems if p.file == "orders.csv"]
    assert len(told) == 21
    assert "reading stopped here" in told[-1].what


def test_the_command_builds_and_says_so(tmp_path, capsys):
    out = tmp_path / "f.sqlite"
    assert cli.main(["data", "build", "--out", str(out)]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"{out}: built, ")
    assert "orders        14," in told
    assert cli.main(["data", "build", "--out", str(out)]) == 0
    assert capsys.readouterr().out.startswith(f"{out}: up to date, ")


def test_the_commands_for_maintainers_say_what_they_changed(tmp_path, monkeypatch, capsys):
    """On copies: what is committed is unchanged, a damaged file is mended, a stray log goes, and the checksums follow."""
    from lab_utils.classroom import checksums
    from lab_utils.collections import tables
    from lab_utils.collections.generate import make_logs

    for owner, name, place in ((tables, "TABLES", TABLES), (make_logs, "LOGS", make_logs.LOGS)):
        copy = tmp_path / place.name
        shutil.copytree(place, copy)
        monkeypatch.setattr(owner, name, copy)
    monkeypatch.setattr(checksums, "write", lambda: "the record")
    assert cli.main(["data", "tables"]) == cli.main(["data", "logs"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert {text.rsplit(": ", 1)[1] for text in told} == {"unchanged"}
    (tmp_path / "tables" / "regions.csv").write_text("damaged")
    (tmp_path / "logs" / "stray-2025-01.log").write_text("x")
    assert cli.main(["data", "tables"]) == cli.main(["data", "logs"]) == 0
    told = capsys.readouterr().out
    assert "regions.csv: changed" in told
    assert "stray-2025-01.log: removed" in told
    assert told.count("recorded in the record") == 2
    assert "bakeoff data build" in told
    assert (tmp_path / "tables" / "regions.csv").read_bytes() == (TABLES / "regions.csv").read_bytes()
