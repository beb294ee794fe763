"""Lesson 03, claim by claim: each is computed from the package, and stands in the lesson's text in these words."""

from __future__ import annotations

import numpy as np
import pytest

from lab_utils.collections import load
from lab_utils.collections.load import DATA
from lab_utils.evaluation import METRICS, bake_off, bootstrap
from lab_utils.evaluation.runs import ids
from lab_utils.exercises.registry import exercise
from lab_utils.exercises.registry import ids as exercise_ids
from lab_utils.search.base import ranked
from lab_utils.search.cache import Cache
from lab_utils.search.fusion import blend, rrf
from lab_utils.search.strategies import Parts
from lab_utils.show.fused_measure import FusedMeasure
from lab_utils.show.query_mix import mix_table
from lab_utils.show.sweep import measured_k, measured_weight, tuned
from tests.lessons.stated import stated

LESSON = "03"
NDCG = METRICS["ndcg@10"]
FIRST, CODE = "q-con-031", "q-ide-047"


@pytest.fixture(scope="module")
def result():
    collection = load(DATA)
    collection = collection.with_queries([query for query in collection.queries if collection.has_gold(query.id)])
    return bake_off(collection, ["keyword", "dense", "hybrid", "blend"], Parts(collection, cache=Cache(DATA / "cache")))


@pytest.fixture(scope="module")
def measure(result):
    return FusedMeasure(result)


@pytest.fixture(scope="module")
def splits(result):
    return {query.id: query.split for query in result.collection.queries}


def first_rank(result, strategy, query_id):
    golds = frozenset().union(*result.collection.golds[query_id])
    return next((hit.rank for hit in result.runs[strategy][query_id] if hit.id in golds), None)


def scores(result, strategy, query_id):
    return {hit.id: hit.score for hit in result.runs[strategy][query_id]}


def raw_sum(result, query_id, factor=1):
    totals = dict(scores(result, "keyword", query_id))
    for doc_id, score in scores(result, "dense", query_id).items():
        totals[doc_id] = totals.get(doc_id, 0) + factor * score
    return ids(ranked(totals.items()))


def raw_sum_on_dev(result, splits, factor):
    dev = [query_id for query_id, split in splits.items() if split == "dev"]
    return np.mean([NDCG(raw_sum(result, query_id, factor), result.collection.golds[query_id]) for query_id in dev])


def gain(result, better, worse, metric="ndcg@10", pattern="all"):
    """(mean, low, high) of the paired difference."""
    difference = result.values(better, metric, pattern) - result.values(worse, metric, pattern)
    return difference.mean(), *bootstrap(difference)


def test_the_time_that_it_takes_is_that_of_its_exercises():
    minutes = sum(exercise(each).minutes for each in exercise_ids(LESSON))
    assert stated(LESSON, f"about 60 minutes, {minutes} of them for three exercises")
    assert len(exercise_ids(LESSON)) == 3


def test_two_lists_agree_on_a_passage_that_leads_neither(result):
    assert [first_rank(result, name, FIRST) for name in ("keyword", "dense", "hybrid")] == [3, 4, 1]
    assert result.runs["hybrid"][FIRST][0].id == "runbook-conflict-storm#stop-the-bleeding"
    assert stated(LESSON, "keyword has it third, dense has it fourth")
    assert 1 / 63 + 1 / 64 > 1 / 61
    assert stated(LESSON, "A third and a fourth place outweigh a first one, because 1/63 + 1/64 is more than 1/61.")
    assert stated(LESSON, f"nothing can score above 2/61, about {2 / 61:.3f}")


def test_a_cosine_list_is_a_fraction_of_a_point_wide_and_a_keyword_list_several(result):
    for name, low, high in (("keyword", 5, 15), ("dense", 0, 0.5)):
        hits = result.runs[name][FIRST]
        assert low < hits[0].score - hits[-1].score < high


def test_the_raw_sum_is_keyword_search_again(result):
    shared = {name: [] for name in ("keyword", "dense")}
    for query_id in result.runs["keyword"]:
        ten = set(raw_sum(result, query_id)[:10])
        for name, counts in shared.items():
            counts.append(len(ten & set(ids(result.runs[name][query_id])[:10])))
    assert np.mean(shared["keyword"]) > 9
    assert np.mean(shared["dense"]) < 3
    assert stated(LESSON, "Of ten places, more than nine are the ones keyword had anyway.")


def test_a_factor_helps_and_has_to_serve_two_sizes(result, splits):
    values = {factor: raw_sum_on_dev(result, splits, factor) for factor in (1, 5, 10, 20, 50, 100)}
    assert max(values.values()) > values[1] + 0.02
    best = max(values, key=values.get)
    assert best not in (1, 100)
    test = [query_id for query_id, split in splits.items() if split == "test"]
    golds = result.collection.golds

    def ahead_of(name, of):
        return bootstrap(np.array([NDCG(raw_sum(result, each, best), golds[each]) - NDCG(ids(result.runs[name][each]), golds[each]) for each in of]))

    low, high = ahead_of("blend", test)
    assert low <= 0 <= high
    for half in (test, [query_id for query_id, split in splits.items() if split == "dev"]):
        assert ahead_of("hybrid", half)[0] > 0
    assert stated(LESSON, "With the best of these, the sum is ahead of plain rank fusion, which comes next, and level with the blend")
    tops = [hits[0].score for hits in result.runs["keyword"].values() if hits]
    assert max(tops) > 5 * min(tops)


def test_hybrid_is_level_with_the_better_half_but_for_identifiers(result):
    for pattern in result.patterns:
        half = max(("keyword", "dense"), key=lambda name: result.values(name, "ndcg@10", pattern).mean())
        _, low, high = gain(result, "hybrid", half, pattern=pattern)
        assert (high < 0) if pattern == "identifier" else (low <= 0 <= high), pattern
    assert stated(LESSON, f"On identifiers that trust cost {-gain(result, 'hybrid', 'keyword', pattern='identifier')[0]:.2f} of nDCG@10 here")


def test_the_fused_fifty_hold_more_than_either_fifty(result):
    for half in ("keyword", "dense"):
        assert gain(result, "hybrid", half, "recall@50")[1] > 0
    assert result.values("hybrid", "recall@50", "identifier").mean() == 1
    assert stated(LESSON, "No identifier is lost among them.")


def test_short_lists_spoil_the_candidates_and_not_the_front(result):
    front = [FusedMeasure(result, list_depth=depth).means([60], [0.5], split="dev").item() for depth in (5, 100)]
    behind = [FusedMeasure(result, metric="recall@50", list_depth=depth).means([60], [0.5], split="dev").item() for depth in (5, 20, 100)]
    assert abs(front[0] - front[1]) < 0.03
    assert behind[0] + 0.1 < behind[1] < behind[2]


def test_why_a_code_slips_and_what_a_smaller_k_does(result, measure):
    assert first_rank(result, "keyword", CODE) == 1
    assert 20 <= first_rank(result, "dense", CODE) < 30
    assert stated(LESSON, "Dense search has it somewhere in the twenties")
    keyword = result.runs["keyword"][CODE]
    assert keyword[0].score > 1.1 * keyword[1].score
    lists = [ids(result.runs[name][CODE]) for name in ("keyword", "dense")]
    ranks = {k: next(hit.rank for hit in rrf(lists, k) if hit.id == "product-sku-77182#top") for k in (10, 60)}
    assert ranks[10] < ranks[60]
    assert ranks[60] > 5
    assert blend([scores(result, name, CODE) for name in ("keyword", "dense")])[0].id == "product-sku-77182#top"


def test_the_blend_sees_well_ahead_and_the_mixer_says_what_a_setting_does(result, measure):
    lists = [{hit.id: hit.score for hit in result.runs[name]["q-ide-047"]} for name in ("keyword", "dense")]
    first, second = blend(lists, [0.5, 0.5])[:2]
    assert first.id in frozenset().union(*result.collection.golds["q-ide-047"])
    assert stated(LESSON, f"The sheet is first again, with {first.score:.3f} against {second.score:.3f} of the second.")
    before, after, alone = (measure.means([k], [weight], pattern="identifier", split="dev").item() for k, weight in ((60, 0.5), (10, 0.9), (60, 1.0)))
    assert stated(LESSON, f"Over the dev identifier queries {before:.3f} becomes {after:.3f}, and keyword alone still has {alone:.3f}.")


def test_the_blend_beats_both_halves_over_all_and_still_loses_on_codes(result):
    for half in ("keyword", "dense"):
        assert gain(result, "blend", half)[1] > 0
    mean, _, high = gain(result, "blend", "keyword", pattern="identifier")
    assert high < 0
    assert mean > gain(result, "hybrid", "keyword", pattern="identifier")[0] + 0.05
    means = {name: result.values(name, "ndcg@10").mean() for name in ("hybrid", "blend")}
    assert means["blend"] > means["hybrid"]
    assert stated(LESSON, "Here it was the best merge over all questions, and on codes it still lost to keyword.")


def test_the_smaller_k_holds_on_test_and_the_weight_does_not(measure, splits):
    sweeps = {"k": measured_k(measure), "weight": measured_weight(measure)}
    untouched = sweeps["k"][60]
    gains = {}
    for name, sweep in sweeps.items():
        setting = tuned(sweep, splits).setting
        gains[name] = bootstrap(np.array([sweep[setting][q] - untouched[q] for q, split in splits.items() if split == "test"]))
    assert tuned(sweeps["k"], splits).setting < 60
    assert gains["k"][0] > 0
    assert gains["weight"][0] <= 0 <= gains["weight"][1]
    assert tuned(sweeps["weight"], splits).dev >= tuned(sweeps["k"], splits).dev
    assert stated(LESSON, "On dev it looked like the best setting of all, and on test nothing is left of it.")


def test_patterns_want_opposite_weights(measure, splits):
    wanted = {pattern: tuned(measured_weight(measure, pattern=pattern), splits).setting for pattern in ("concept", "follow-up", "identifier", "multi-hop")}
    assert max(wanted["concept"], wanted["follow-up"]) <= 0.4
    assert min(wanted["identifier"], wanted["multi-hop"]) >= 0.9
    assert stated(LESSON, "Concepts and follow-ups want little of keyword; identifiers and multi-hop questions want nothing else.")


def test_at_the_parts_desk_keyword_alone_beats_all_three(result):
    queries = result.collection.queries
    desk = [query.id for query in queries if query.pattern == "identifier"] + [query.id for query in queries if query.pattern == "concept"][:4]
    values = {name: np.array([NDCG(ids(result.runs[name][query_id]), result.collection.golds[query_id]) for query_id in desk]) for name in result.strategies}
    for name in ("dense", "hybrid", "blend"):
        assert bootstrap(values["keyword"] - values[name])[0] > 0, name
    assert stated(LESSON, "Keyword search alone beats all three")


def test_merges_pay_in_the_middle_and_not_at_the_right_end(result):
    rows = mix_table(result).set_index("identifier, %")
    assert rows.loc[50, "best"] == "blend"
    assert rows.loc[100, "best"] == rows.loc[90, "best"] == "keyword"
    assert max(rows.loc[0, ["dense", "hybrid", "blend"]]) - min(rows.loc[0, ["dense", "hybrid", "blend"]]) < 0.03
    fine = mix_table(result, shares=range(101))
    overtaken = {name: next(row[0] for row in fine.itertuples(index=False) if row.keyword > getattr(row, name)) for name in ("hybrid", "blend")}
    assert overtaken["hybrid"] + 15 < overtaken["blend"]
    assert stated(LESSON, "rank fusion long before the blend")


def test_the_published_rows_are_those_of_the_source():
    """docs/experiments-beir-fusion.md of Pyserini: BM25 flat, bge-base, raw average, RRF, min-max average."""
    for name, values in (("SciFact", (0.6789, 0.7408, 0.6806, 0.7420, 0.7472)), ("FiQA", (0.2361, 0.4065, 0.2470, 0.3671, 0.3942))):
        assert stated(LESSON, f"| {name} | " + " | ".join(f"{value + 1e-9:.3f}" for value in values) + " |")


def test_the_tables_of_examples_are_right():
    fuse, mix = exercise("rrf").reference, exercise("weighted-blend").reference
    assert [(each, round(score, 5)) for each, score in fuse([["a", "b"], ["b", "c"]])] == [("b", 0.03252), ("a", 0.01639), ("c", 0.01613)]
    assert [(each, round(score, 5)) for each, score in fuse([["a", "b"], ["b", "c"]], 1)] == [("b", 0.83333), ("a", 0.5), ("c", 0.33333)]
    assert [each for each, _ in fuse([["z"], ["a"]])] == ["a", "z"]
    one, other = {"a": 20, "b": 12, "c": 10}, {"c": 0.9, "b": 0.8, "d": 0.7}
    assert [(each, round(score, 3)) for each, score in mix([one, other], [0.5, 0.5])] == [("a", 0.5), ("c", 0.5), ("b", 0.35), ("d", 0.0)]
    assert mix([{"z": 4.2}, {"a": 2, "b": 1}], [1, 1]) == [("a", 1.0), ("z", 1.0), ("b", 0.0)]
    assert mix([{"a": 2, "b": 1}, {"c": 0.9}], [1, 0]) == [("a", 1.0), ("b", 0.0)]
    table = {10: {"q1": 0.8, "q2": 0.5}, 60: {"q1": 0.6, "q2": 0.9}}
    assert exercise("tune-on-dev").reference(table, {"q1": "dev", "q2": "test"}) == {"k": 10, "dev": 0.8, "test": 0.5}
