"""The read-only door: every guard attacked, and the log that says who asked without saying what."""

from __future__ import annotations

import logging
import sqlite3

import pytest

from lab_utils.collections.database import build
from lab_utils.errors import BakeoffError
from lab_utils.search.sql import QueryRefused, ReadOnlyDatabase


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return build(tmp_path_factory.mktemp("db") / "shop.sqlite")


@pytest.fixture
def database(path):
    return ReadOnlyDatabase(path)


def ask(database, sql, parameters=None):
    return database.select(sql, parameters, user="ana", tool="test")


def test_an_honest_question(database):
    result = ask(database, "SELECT count(*) AS n FROM orders WHERE region = :region", {"region": "SG"})
    assert result.columns == ("n",)
    assert result.rows[0][0] > 1_000
    assert not result.truncated


ATTACKS = {
    "a second statement": "SELECT 1; DROP TABLE orders",
    "a second statement hidden by a comment": "SELECT 1; -- \n DELETE FROM orders",
    "attach": "ATTACH DATABASE '/tmp/other.db' AS other",
    "pragma": "PRAGMA journal_mode = wal",
    "pragma as a function": "SELECT * FROM pragma_table_info('orders')",
    "vacuum into": "VACUUM INTO '/tmp/copy.db'",
    "insert": "INSERT INTO regions VALUES ('X', 'x', 'EUR', 'x', 'x', 'x')",
    "a CTE that writes": "WITH x AS (SELECT 'EU' AS r) DELETE FROM orders WHERE region IN (SELECT r FROM x)",
    "delete returning": "DELETE FROM refunds RETURNING refund_id",
    "a recursive CTE without end": "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT count(*) FROM t",
    "a giant function result": "SELECT hex(zeroblob(200000000))",
    "a giant format": "SELECT printf('%.*c', 200000000, 'x')",
    "replace that explodes": "SELECT replace(replace('aaaaaaaaaa', 'a', 'bbbbbbbbbb'), 'b', 'cccccccccc')",
    "the schema table": "SELECT sql FROM sqlite_master",
    "the schema table by its other name": "SELECT sql FROM sqlite_schema",
    "load an extension": "SELECT load_extension('/tmp/evil.so')",
    "read a file": "SELECT readfile('/etc/passwd')",
    "write a file": "SELECT writefile('/tmp/x', 'y')",
    "a temporary table": "CREATE TEMP TABLE t AS SELECT * FROM orders",
    "begin": "BEGIN IMMEDIATE",
    "explain": "EXPLAIN DELETE FROM orders",
    "look-alike letters": "S\u0415LECT * FROM orders",
    "full-width semicolon and keyword": "SELECT 1\uff1b \uff24\uff32\uff2f\uff30 TABLE orders",
    "nothing": "   ",
    "a comment only": "-- nothing",
}


@pytest.mark.parametrize("sql", ATTACKS.values(), ids=ATTACKS.keys())
def test_attacks_are_refused_in_one_line(database, path, sql):
    before = path.read_bytes()
    with pytest.raises(BakeoffError) as caught:
        ask(database, sql)
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == before
    assert sorted(entry.name for entry in path.parent.iterdir()) == [path.name], "no journal, no second file"


@pytest.mark.parametrize("value", ["' OR '1'='1", '"; DROP TABLE orders; --', "SG'--", "\x00", "ＳＧ"])
def test_quotes_in_a_parameter_are_only_text(database, value):
    assert ask(database, "SELECT count(*) FROM orders WHERE region = :region", {"region": value}).rows == ((0,),)


def test_a_table_that_is_not_listed(path):
    with pytest.raises(QueryRefused, match="reading table customers is not allowed here. Only SELECT over: orders"):
        ask(ReadOnlyDatabase(path, tables=["orders"]), "SELECT * FROM orders WHERE customer_id IN (SELECT customer_id FROM customers)")


def test_a_query_without_end_is_stopped(path):
    endless = "SELECT count(*) FROM orders a, orders b, orders c"
    with pytest.raises(QueryRefused, match="ran longer than 0.2 s and was stopped"):
        ask(ReadOnlyDatabase(path, max_seconds=0.2), endless)


def test_a_million_rows_are_cut_and_said(database):
    result = ask(database, "SELECT a.order_id FROM orders a, regions b, fx_rates c")
    assert (len(result.rows), result.truncated) == (200, True)


def test_exactly_the_limit_is_not_truncated(database):
    result = ask(database, "SELECT order_id FROM orders LIMIT 200")
    assert (len(result.rows), result.truncated) == (200, False)


def test_a_long_statement(database):
    with pytest.raises(QueryRefused, match="too long"):
        ask(database, "SELECT " + "1 + " * 60_000 + "1")


@pytest.mark.parametrize("parameters", [{"region": object()}, {"region": 2**70}, {}])
def test_parameters_that_no_database_takes(database, parameters):
    with pytest.raises(BakeoffError):
        ask(database, "SELECT count(*) FROM orders WHERE region = :region", parameters)


def test_a_deleted_database(tmp_path):
    with pytest.raises(BakeoffError, match="there is no database here. Make it with: bakeoff data build"):
        ask(ReadOnlyDatabase(tmp_path / "gone.sqlite"), "SELECT 1")


def test_a_file_that_is_no_database(tmp_path):
    (tmp_path / "x.sqlite").write_bytes(b"nothing of the kind" * 100)
    with pytest.raises(BakeoffError, match="not a database"):
        ask(ReadOnlyDatabase(tmp_path / "x.sqlite"), "SELECT count(*) FROM orders")


def test_a_locked_database(tmp_path, monkeypatch):
    monkeypatch.setattr("lab_utils.search.sql.LOCK_SECONDS", 0.1)
    path = build(tmp_path / "shop.sqlite")
    writer = sqlite3.connect(path)
    writer.execute("BEGIN EXCLUSIVE")
    try:
        with pytest.raises(BakeoffError, match="another process is writing"):
            ask(ReadOnlyDatabase(path), "SELECT count(*) FROM orders")
    finally:
        writer.close()


def test_the_log_says_who_and_how_much_but_not_what(database, caplog):
    caplog.set_level(logging.INFO, "lab_utils.sql")
    ask(database, "SELECT order_id FROM orders WHERE customer_id = :customer", {"customer": "C-01766"})
    with pytest.raises(QueryRefused):
        database.select("DELETE FROM orders", user="eve\nuser=boss", tool="x y")
    honest, attack = (record.getMessage() for record in caplog.records)
    assert "user=ana tool=test rows=" in honest
    assert "outcome=ok" in honest
    assert "C-01766" not in honest
    assert "FH-" not in honest
    assert "user=eve?user?boss tool=x?y rows=0" in attack
    assert "outcome=refused" in attack
    assert "\n" not in attack
