"""The sliced table: what people write."""

from statistics import mean


def _values(queries, recalls):
    values = {}
    for query in queries:
        values.setdefault(query["pattern"], [])
        if query["golds"]:
            values[query["pattern"]].append(recalls.get(query["id"], 0.0))
    return values


def _row(values):
    return {"n": len(values), "recall": sum(values) / len(values) if values else None}


def _table(values):
    return {pattern: _row(of_pattern) for pattern, of_pattern in values.items()}


def ok_lists_then_means(queries, recalls):
    values = {}
    for query in queries:
        if query["pattern"] not in values:
            values[query["pattern"]] = []
        if query["golds"]:
            values[query["pattern"]].append(recalls.get(query["id"], 0.0))
    return {pattern: {"n": len(found), "recall": sum(found) / len(found) if found else None} for pattern, found in values.items()}


def ok_pattern_by_pattern(queries, recalls):
    patterns = {query["pattern"] for query in queries}
    values = {pattern: [recalls.get(query["id"], 0) for query in queries if query["pattern"] == pattern and len(query["golds"]) > 0] for pattern in patterns}
    return {pattern: dict(n=len(found), recall=mean(found) if found else None) for pattern, found in values.items()}


def ok_a_data_frame(queries, recalls):
    import pandas as pd

    table = pd.DataFrame(queries, columns=["id", "pattern", "golds"])
    table["recall"] = table["id"].map(recalls).fillna(0.0)
    result = {}
    for pattern, rows in table.groupby("pattern"):
        measured = rows[rows["golds"].map(len) > 0]
        result[pattern] = {"n": len(measured), "recall": measured["recall"].mean() if len(measured) else None}
    return result


def ok_arrays(queries, recalls):
    import numpy as np

    result = {}
    for pattern in dict.fromkeys(query["pattern"] for query in queries):
        values = np.array([recalls.get(query["id"], 0.0) for query in queries if query["pattern"] == pattern and query["golds"]])
        result[pattern] = {"n": values.size, "recall": values.mean() if values.size else None}
    return result


def bad_not_a_number_for_none(queries, recalls):
    return {pattern: {**row, "recall": float("nan") if row["recall"] is None else row["recall"]} for pattern, row in _table(_values(queries, recalls)).items()}


def bad_what_is_missing_is_left_out(queries, recalls):
    values = {query["pattern"]: [] for query in queries}
    for query in queries:
        if query["golds"] and query["id"] in recalls:
            values[query["pattern"]].append(recalls[query["id"]])
    return _table(values)


def bad_key_error(queries, recalls):
    values = {query["pattern"]: [] for query in queries}
    for query in queries:
        if query["golds"]:
            values[query["pattern"]].append(recalls[query["id"]])
    return _table(values)


def bad_none_among_the_values(queries, recalls):
    values = {query["pattern"]: [] for query in queries}
    for query in queries:
        if query["golds"]:
            values[query["pattern"]].append(recalls.get(query["id"]))
    return _table(values)


def bad_zero_taken_for_missing(queries, recalls):
    values = {query["pattern"]: [] for query in queries}
    for query in queries:
        if query["golds"] and recalls.get(query["id"]):
            values[query["pattern"]].append(recalls[query["id"]])
    return _table(values)


def bad_empty_slices_missing(queries, recalls):
    return _table({pattern: values for pattern, values in _values(queries, recalls).items() if values})


def bad_zero_for_none(queries, recalls):
    return {pattern: {"n": len(values), "recall": sum(values) / len(values) if values else 0.0} for pattern, values in _values(queries, recalls).items()}


def bad_divides_by_zero(queries, recalls):
    return {pattern: {"n": len(values), "recall": sum(values) / len(values)} for pattern, values in _values(queries, recalls).items()}


def bad_none_when_all_are_zero(queries, recalls):
    return {pattern: {"n": len(values), "recall": sum(values) / len(values) if sum(values) else None} for pattern, values in _values(queries, recalls).items()}


def bad_counts_what_has_no_answer(queries, recalls):
    values = {}
    for query in queries:
        values.setdefault(query["pattern"], []).append(recalls.get(query["id"], 0))
    return _table(values)


def bad_counts_what_has_no_answer_but_a_recall(queries, recalls):
    values = {query["pattern"]: [] for query in queries}
    for query in queries:
        if query["golds"] or query["id"] in recalls:
            values[query["pattern"]].append(recalls.get(query["id"], 0))
    return _table(values)


def bad_n_of_all_queries(queries, recalls):
    patterns = [query["pattern"] for query in queries]
    return {pattern: {**row, "n": patterns.count(pattern)} for pattern, row in _table(_values(queries, recalls)).items()}


def bad_mean_of_what_came_back(queries, recalls):
    recalled = bad_what_is_missing_is_left_out(queries, recalls)
    return {pattern: {**row, "recall": recalled[pattern]["recall"]} for pattern, row in _table(_values(queries, recalls)).items()}


def bad_n_of_what_came_back(queries, recalls):
    recalled = bad_what_is_missing_is_left_out(queries, recalls)
    return {pattern: {**row, "n": recalled[pattern]["n"]} for pattern, row in _table(_values(queries, recalls)).items()}


def bad_sums(queries, recalls):
    return {pattern: {"n": len(values), "recall": sum(values) if values else None} for pattern, values in _values(queries, recalls).items()}


def bad_one_mean_for_all(queries, recalls):
    values = _values(queries, recalls)
    every = [value for of_pattern in values.values() for value in of_pattern]
    return {pattern: {"n": len(found), "recall": mean(every) if found else None} for pattern, found in values.items()}


def bad_each_group_counts(queries, recalls):
    values = {query["pattern"]: [] for query in queries}
    for query in queries:
        values[query["pattern"]] += [recalls.get(query["id"], 0)] * len(query["golds"])
    return _table(values)


def bad_pairs_for_rows(queries, recalls):
    return {pattern: (row["n"], row["recall"]) for pattern, row in _table(_values(queries, recalls)).items()}


def bad_means_without_n(queries, recalls):
    return {pattern: row["recall"] for pattern, row in _table(_values(queries, recalls)).items()}


def bad_rounded(queries, recalls):
    table = _table(_values(queries, recalls))
    return {pattern: {**row, "recall": None if row["recall"] is None else round(row["recall"], 2)} for pattern, row in table.items()}


def bad_mean_of_the_mean_so_far(queries, recalls):
    table = {}
    for query in queries:
        row = table.setdefault(query["pattern"], {"n": 0, "recall": None})
        if query["golds"]:
            row["n"] += 1
            value = recalls.get(query["id"], 0)
            row["recall"] = value if row["recall"] is None else (row["recall"] + value) / 2
    return table


def bad_fills_the_recalls_it_was_given(queries, recalls):
    for query in queries:
        recalls.setdefault(query["id"], 0.0)
    return _table(_values(queries, recalls))
