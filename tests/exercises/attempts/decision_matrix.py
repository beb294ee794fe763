"""Decision matrices as people write them. Most are the plain one of `_matrix` with one thing done otherwise."""

import pandas as pd

TINY = 1e-9


def _nothing(pattern):
    return {"pattern": pattern, "strategy": None, "value": None, "cost": None, "given_up": None}


def _refuse_if(wrong):
    if wrong:
        raise ValueError


def _cheapest(near):
    return min(near, key=lambda row: (row["cost"], row["strategy"]))


def _rows(measured, pattern):
    return [row for row in measured if row["pattern"] == pattern]


def _matrix(
    *,
    impossible=lambda value: not 0 <= value <= 1,
    too_few=lambda rows, least: rows[0]["n"] < least,
    near=lambda value, best, slack: value >= best - slack - TINY,
    choose=_cheapest,
    given_up=lambda best, value, slack: best - value,
    unmeasured=None,
    fixed=None,
    finish=lambda matrix, measured: matrix,
):
    """A matrix that does one thing otherwise. unmeasured: what a pattern without rows adds; an error when None."""

    def decision_matrix(measured, patterns, slack, least):
        slack, least = (fixed or {}).get("slack", slack), (fixed or {}).get("least", least)
        _refuse_if(any(impossible(row["value"]) for row in measured))
        matrix = []
        for pattern in patterns:
            rows = _rows(measured, pattern)
            if not rows:
                _refuse_if(unmeasured is None)
                matrix += unmeasured(pattern)
            elif too_few(rows, least):
                matrix.append(_nothing(pattern))
            else:
                best = max(row["value"] for row in rows)
                chosen = choose([row for row in rows if near(row["value"], best, slack)])
                entry = {name: chosen[name] for name in ("pattern", "strategy", "value", "cost")}
                matrix.append({**entry, "given_up": given_up(best, chosen["value"], slack)})
        return finish(matrix, measured)

    return decision_matrix


ok_plain = _matrix()
ok_no_room_for_rounding = _matrix(near=lambda value, best, slack: value >= best - slack)
ok_difference_to_the_best = _matrix(near=lambda value, best, slack: best - value <= slack)
ok_sorts_tuples = _matrix(choose=lambda near: sorted(near, key=lambda row: (row["cost"], row["strategy"], row["value"]))[0])
ok_largest_n = _matrix(too_few=lambda rows, least: max(row["n"] for row in rows) < least)


def ok_pandas(measured, patterns, slack, least):
    frame = pd.DataFrame(measured)
    _refuse_if(not frame["value"].between(0, 1).all())
    matrix = []
    for pattern in patterns:
        group = frame[frame["pattern"] == pattern]
        _refuse_if(group.empty)
        if group["n"].iloc[0] < least:
            matrix.append(_nothing(pattern))
            continue
        best = group["value"].max()
        chosen = group[group["value"] >= best - slack - TINY].sort_values(["cost", "strategy"]).iloc[0]
        entry = {name: chosen[name] for name in ("strategy", "value", "cost")}
        matrix.append({"pattern": pattern, **entry, "given_up": best - chosen["value"]})
    return matrix


def ok_leaves_out_rows_with_too_few(measured, patterns, slack, least):
    _refuse_if(any(not 0 <= row["value"] <= 1 for row in measured))
    _refuse_if(any(not _rows(measured, pattern) for pattern in patterns))
    enough = [row for row in measured if row["n"] >= least]
    matrix = []
    for pattern in patterns:
        rows = _rows(enough, pattern)
        matrix += ok_plain(rows, [pattern], slack, least) if rows else [_nothing(pattern)]
    return matrix


def ok_looks_at_values_of_what_was_asked_only(measured, patterns, slack, least):
    return [row for pattern in patterns for row in ok_plain(_rows(measured, pattern), [pattern], slack, least)]


# The choice.
bad_highest_value = _matrix(choose=lambda near: max(near, key=lambda row: row["value"]))
bad_highest_value_then_cheapest = _matrix(choose=lambda near: min(near, key=lambda row: (-row["value"], row["cost"], row["strategy"])))
bad_cheapest_of_all = _matrix(near=lambda value, best, slack: True)
bad_first_of_the_alphabet = _matrix(choose=lambda near: min(near, key=lambda row: row["strategy"]))
bad_first_of_the_equally_cheap = _matrix(choose=lambda near: min(near, key=lambda row: row["cost"]))
bad_best_of_the_equally_cheap = _matrix(choose=lambda near: min(near, key=lambda row: (row["cost"], -row["value"])))
bad_last_of_the_alphabet = _matrix(choose=lambda near: max(near, key=lambda row: (-row["cost"], row["strategy"])))
bad_limit_of_the_slack_left_out = _matrix(near=lambda value, best, slack: value > best - slack + TINY)
bad_slack_as_a_share = _matrix(near=lambda value, best, slack: value >= best * (1 - slack) - TINY)
bad_slack_always_the_same = _matrix(fixed={"slack": 0.05})

# Too few queries.
bad_least_is_too_few = _matrix(too_few=lambda rows, least: rows[0]["n"] <= least)
bad_never_too_few = _matrix(too_few=lambda rows, least: False)
bad_adds_the_queries_of_all_strategies = _matrix(too_few=lambda rows, least: sum(row["n"] for row in rows) < least)
bad_counts_strategies = _matrix(too_few=lambda rows, least: len(rows) < least)
bad_least_always_the_same = _matrix(fixed={"least": 10})
bad_leaves_the_undecided_out = _matrix(finish=lambda matrix, measured: [row for row in matrix if row["strategy"] is not None])
bad_gives_up_nothing_where_undecided = _matrix(finish=lambda matrix, measured: [row if row["strategy"] else {**row, "given_up": 0} for row in matrix])

# Values that cannot be.
bad_values_not_checked = _matrix(impossible=lambda value: False)
bad_below_zero_allowed = _matrix(impossible=lambda value: value > 1)
bad_above_one_allowed = _matrix(impossible=lambda value: value < 0)
bad_zero_and_one_refused = _matrix(impossible=lambda value: not 0 < value < 1)


def bad_passes_over_values_that_cannot_be(measured, patterns, slack, least):
    return ok_plain([row for row in measured if 0 <= row["value"] <= 1], patterns, slack, least)


def bad_checks_values_only_where_it_decides(measured, patterns, slack, least):
    _refuse_if(any(not _rows(measured, pattern) for pattern in patterns))
    matrix = []
    for pattern in patterns:
        rows = _rows(measured, pattern)
        matrix += [_nothing(pattern)] if rows[0]["n"] < least else ok_plain(rows, [pattern], slack, least)
    return matrix


# Patterns.
bad_skips_the_unmeasured = _matrix(unmeasured=lambda pattern: [])
bad_nothing_for_the_unmeasured = _matrix(unmeasured=lambda pattern: [_nothing(pattern)])


def bad_key_error(measured, patterns, slack, least):
    if set(patterns) - {row["pattern"] for row in measured}:
        raise KeyError("pattern")
    return ok_plain(measured, patterns, slack, least)


def bad_returns_the_error(measured, patterns, slack, least):
    if set(patterns) - {row["pattern"] for row in measured}:
        return ValueError("pattern")
    return ok_plain(measured, patterns, slack, least)


def bad_order_of_the_measurements(measured, patterns, slack, least):
    ok_plain(measured, patterns, slack, least)
    return ok_plain(measured, [name for name in dict.fromkeys(row["pattern"] for row in measured) if name in patterns], slack, least)


def bad_everything_measured(measured, patterns, slack, least):
    ok_plain(measured, patterns, slack, least)
    return ok_plain(measured, list(dict.fromkeys([*patterns, *(row["pattern"] for row in measured)])), slack, least)


def bad_patterns_sorted(measured, patterns, slack, least):
    return ok_plain(measured, sorted(patterns), slack, least)


# What is given up, and what a row holds.
bad_given_up_below_zero = _matrix(given_up=lambda best, value, slack: value - best)
bad_given_up_as_a_share = _matrix(given_up=lambda best, value, slack: (best - value) / best if best else 0)
bad_given_up_rounded = _matrix(given_up=lambda best, value, slack: round(best - value, 2))
bad_given_up_is_the_slack = _matrix(given_up=lambda best, value, slack: slack)
bad_rows_by_pattern = _matrix(finish=lambda matrix, measured: {row["pattern"]: row for row in matrix})
bad_n_kept = _matrix(finish=lambda matrix, measured: [{**row, "n": _rows(measured, row["pattern"])[0]["n"]} for row in matrix])


def bad_one_best_for_all(measured, patterns, slack, least):
    ok_plain(measured, patterns, slack, least)
    best = max(row["value"] for row in measured)
    matrix = []
    for pattern in patterns:
        rows = _rows(measured, pattern)
        if rows[0]["n"] < least:
            matrix.append(_nothing(pattern))
            continue
        chosen = _cheapest([row for row in rows if row["value"] >= best - slack - TINY] or rows)
        matrix.append({**{name: chosen[name] for name in ("pattern", "strategy", "value", "cost")}, "given_up": best - chosen["value"]})
    return matrix


def bad_best_so_far(measured, patterns, slack, least):
    ok_plain(measured, patterns, slack, least)
    matrix = []
    for pattern in patterns:
        rows = _rows(measured, pattern)
        if rows[0]["n"] < least:
            matrix.append(_nothing(pattern))
            continue
        chosen, best = None, 0
        for row in rows:
            best = max(best, row["value"])
            if row["value"] >= best - slack - TINY and (chosen is None or row["cost"] < chosen["cost"]):
                chosen = row
        matrix.append({**{name: chosen[name] for name in ("pattern", "strategy", "value", "cost")}, "given_up": best - chosen["value"]})
    return matrix


def bad_sorts_what_it_was_given(measured, patterns, slack, least):
    measured.sort(key=lambda row: (row["cost"], row["strategy"]))
    return ok_plain(measured, patterns, slack, least)
