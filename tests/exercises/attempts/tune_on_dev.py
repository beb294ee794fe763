"""Attempts at tune-on-dev: choose a setting on dev, report it on test."""

from statistics import fmean

import numpy as np
import pandas as pd


def _ids(splits, split):
    return [query_id for query_id, each in splits.items() if each == split]


def _mean(values, ids):
    return sum(values[query_id] for query_id in ids) / len(ids)


def _report(measured, splits, k):
    return {"k": k, "dev": _mean(measured[k], _ids(splits, "dev")), "test": _mean(measured[k], _ids(splits, "test"))}


def ok_loop(measured, splits):
    def mean(k, split):
        values = [value for query_id, value in measured[k].items() if splits[query_id] == split]
        return sum(values) / len(values)

    best = None
    for k in sorted(measured):
        if best is None or mean(k, "dev") > mean(best, "dev"):
            best = k
    return {"k": best, "dev": mean(best, "dev"), "test": mean(best, "test")}


def ok_all_means_first(measured, splits):
    means = {k: {s: fmean(each[q] for q in each if splits[q] == s) for s in ("dev", "test")} for k, each in measured.items()}
    k = min(means, key=lambda k: (-means[k]["dev"], k))
    return {"k": k, **means[k]}


def ok_pandas(measured, splits):
    means = pd.DataFrame(measured).groupby(pd.Series(splits)).mean()
    k = means.loc["dev"].sort_index().idxmax()
    return {"k": k, "dev": means.loc["dev", k], "test": means.loc["test", k]}


def ok_goes_through_the_splits(measured, splits):
    dev, test = _ids(splits, "dev"), _ids(splits, "test")
    k = max(sorted(measured), key=lambda each: _mean(measured[each], dev))
    return {"k": k, "dev": _mean(measured[k], dev), "test": _mean(measured[k], test)}


def ok_numpy(measured, splits):
    settings, dev, test = sorted(measured), _ids(splits, "dev"), _ids(splits, "test")
    means = np.array([np.mean([measured[k][query_id] for query_id in dev]) for k in settings])
    k = settings[int(np.argmax(means))]
    return {"k": k, "dev": means.max(), "test": np.mean([measured[k][query_id] for query_id in test])}


def ok_a_numpy_integer_for_k(measured, splits):
    settings = np.array(sorted(measured))
    k = settings[np.argmax([_mean(measured[each.item()], _ids(splits, "dev")) for each in settings])]
    return {**_report(measured, splits, k.item()), "k": k}


def bad_tunes_on_test(measured, splits):
    return _report(measured, splits, max(sorted(measured), key=lambda k: _mean(measured[k], _ids(splits, "test"))))


def bad_tunes_on_everything(measured, splits):
    return _report(measured, splits, max(sorted(measured), key=lambda k: _mean(measured[k], list(splits))))


def bad_reports_the_best_test(measured, splits):
    best = max(_mean(values, _ids(splits, "test")) for values in measured.values())
    return {**ok_loop(measured, splits), "test": best}


def bad_reports_test_of_the_last_setting(measured, splits):
    return {**ok_loop(measured, splits), "test": _mean(measured[max(measured)], _ids(splits, "test"))}


def bad_reports_all_queries_as_test(measured, splits):
    right = ok_loop(measured, splits)
    return {**right, "test": _mean(measured[right["k"]], list(splits))}


def bad_best_single_query(measured, splits):
    return _report(measured, splits, max(sorted(measured), key=lambda k: max(measured[k][query_id] for query_id in _ids(splits, "dev"))))


def bad_most_queries_won(measured, splits):
    wins = dict.fromkeys(sorted(measured), 0)
    for query_id in _ids(splits, "dev"):
        wins[max(wins, key=lambda k: measured[k][query_id])] += 1
    return _report(measured, splits, max(wins, key=wins.get))


def bad_largest_of_equals(measured, splits):
    best = None
    for k in sorted(measured):
        if best is None or _mean(measured[k], _ids(splits, "dev")) >= _mean(measured[best], _ids(splits, "dev")):
            best = k
    return _report(measured, splits, best)


def bad_first_of_equals(measured, splits):
    return _report(measured, splits, max(measured, key=lambda k: _mean(measured[k], _ids(splits, "dev"))))


def bad_last_of_equals(measured, splits):
    best = None
    for k in measured:
        if best is None or _mean(measured[k], _ids(splits, "dev")) >= _mean(measured[best], _ids(splits, "dev")):
            best = k
    return _report(measured, splits, best)


def bad_best_on_test_of_equals(measured, splits):
    dev, test = _ids(splits, "dev"), _ids(splits, "test")
    return _report(measured, splits, max(sorted(measured), key=lambda k: (_mean(measured[k], dev), _mean(measured[k], test))))


def bad_settings_sorted_as_texts(measured, splits):
    return _report(measured, splits, max(sorted(measured, key=str), key=lambda k: _mean(measured[k], _ids(splits, "dev"))))


def bad_best_starts_at_zero(measured, splits):
    best, chosen = 0, None
    for k in sorted(measured):
        if _mean(measured[k], _ids(splits, "dev")) > best:
            best, chosen = _mean(measured[k], _ids(splits, "dev")), k
    return {"k": chosen, "dev": best, "test": _mean(measured[chosen], _ids(splits, "test"))}


def bad_lowest_instead_of_highest(measured, splits):
    return _report(measured, splits, min(sorted(measured), key=lambda k: _mean(measured[k], _ids(splits, "dev"))))


def bad_sums_instead_of_means(measured, splits):
    right = ok_loop(measured, splits)
    return {"k": right["k"], **{split: sum(measured[right["k"]][each] for each in _ids(splits, split)) for split in ("dev", "test")}}


def bad_divides_by_all_queries(measured, splits):
    right = ok_loop(measured, splits)
    return {"k": right["k"], **{split: sum(measured[right["k"]][each] for each in _ids(splits, split)) / len(splits) for split in ("dev", "test")}}


def bad_dev_and_test_exchanged(measured, splits):
    right = ok_loop(measured, splits)
    return {"k": right["k"], "dev": right["test"], "test": right["dev"]}


def _rounded(measured, splits, digits):
    def mean(k, split):
        return round(_mean(measured[k], _ids(splits, split)), digits)

    k = max(sorted(measured), key=lambda each: mean(each, "dev"))
    return {"k": k, "dev": mean(k, "dev"), "test": mean(k, "test")}


def bad_rounds_to_three_digits(measured, splits):
    return _rounded(measured, splits, 3)


def bad_rounds_to_one_digit(measured, splits):
    return _rounded(measured, splits, 1)


def bad_chooses_by_rounded_means(measured, splits):
    return _report(measured, splits, _rounded(measured, splits, 3)["k"])


def bad_setting_alone(measured, splits):
    return ok_loop(measured, splits)["k"]


def bad_pairs_values_with_splits_by_order(measured, splits):
    def mean(k, wanted):
        values = [value for value, split in zip(measured[k].values(), splits.values(), strict=True) if split == wanted]
        return sum(values) / len(values)

    k = max(sorted(measured), key=lambda each: mean(each, "dev"))
    return {"k": k, "dev": mean(k, "dev"), "test": mean(k, "test")}
