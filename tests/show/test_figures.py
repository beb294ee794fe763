"""The figures: words that agree with the numbers, the same picture twice, nothing that rests on colour alone."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from collections import Counter

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from IPython.core.formatters import DisplayFormatter
from matplotlib.backends.backend_agg import FigureCanvasAgg
from PIL import Image

from lab_utils.collections import Document, Query, TestSet
from lab_utils.errors import BakeoffError
from lab_utils.evaluation.bakeoff import bake_off
from lab_utils.evaluation.metrics import METRICS
from lab_utils.evaluation.runs import ids
from lab_utils.search.base import Retriever, ranked
from lab_utils.search.cache import Cache, text_hash
from lab_utils.search.fusion import rrf
from lab_utils.search.strategies import Parts, Settings
from lab_utils.show import failure_ladder, figures, style
from lab_utils.show.cost_of_depth import cost_of_depth
from lab_utils.show.depths import curve_of, stored
from lab_utils.show.fused_measure import FusedMeasure
from lab_utils.show.picture import Picture, html, png, show
from lab_utils.show.sweep import KS, WEIGHTS, fusion_sweep, measured_k, measured_weight, sweep_table, tuned

HOSTILE = "<script>alert(1)</script> $5 & $6"


class Scrambled(Retriever):
    """Stands in for a dense index: an order that has nothing to do with words, the same on every run."""

    name = "dense"

    def __init__(self, doc_ids):
        self.ids = doc_ids

    def _rank(self, queries, k):
        return [ranked([(doc_id, text_hash(query.id + doc_id)[0] / 256) for doc_id in self.ids], k) for query in queries]


class CountingLetters:
    """Stands in for a cross-encoder; what it scored is in its cache, as with the real one."""

    key = "letters"

    def __init__(self, cache):
        self.cache = cache

    def scores(self, query, texts):
        values = [float(len(set(query) & set(text)) - len(text) / 100) for text in texts]
        self.cache.add_scores(self.key, text_hash(query), [(text_hash(text), value) for text, value in zip(texts, values, strict=True)])
        return values


@pytest.fixture(scope="session")
def small(tmp_path_factory):
    """A bake-off of 80 passages and 42 queries in two patterns and two splits; ids and texts try to break out of HTML."""
    words = ["sync", "relay", "refund", "clause", "cable", "disk", "update", "share", "backup", "invoice"]
    documents = tuple(
        Document(f"d{number:02}#<i>&", f"ERR_{1000 + number} {words[number % 10]} {words[number * 7 % 10]} and {words[number // 10]} {HOSTILE}")
        for number in range(80)
    )
    queries, golds = [], {}
    for number in range(42):
        is_code = number % 2 == 0
        text = f"ERR_{1000 + number}" if is_code else f"{words[number % 10]} {words[number * 7 % 10]} {HOSTILE}"
        split = "dev" if number % 3 == 0 else "test"
        queries.append(Query(f"q{number:02}", text, "identifier" if is_code else "concept", split=split))
        golds[f"q{number:02}"] = (frozenset({documents[number].id, documents[number + 1].id}), frozenset({documents[(number + 40) % 80].id}))[: 1 + number % 2]
    collection = TestSet("small", documents, tuple(queries), golds, {})
    parts = Parts(collection, Settings(depth=30))
    parts.dense = Scrambled([document.id for document in documents])
    parts.cross_encoder = CountingLetters(Cache(tmp_path_factory.mktemp("scores")))
    return bake_off(collection, ["keyword", "dense", "hybrid", "blend", "hybrid+rerank"], parts)


def splits_of(result):
    return {query.id: query.split for query in result.collection.queries}


def patterns_of(result):
    return {query.id: query.pattern for query in result.collection.queries}


def sweeps_of(result):
    measure = FusedMeasure(result)
    return {"k": measured_k(measure), "weight of keyword": measured_weight(measure)}


FIGURES = {
    "by pattern": lambda result: figures.by_pattern(result),
    "recall by pattern": lambda result: figures.recall_by_pattern(result, 5, ["keyword", "dense"]),
    "ceiling": lambda result: figures.ceiling(result),
    "failures": lambda result: figures.failures(result),
    "disagreement": lambda result: figures.disagreement_map(figures.disagreement(result), patterns_of(result)),
    "sweep": lambda result: fusion_sweep(sweeps_of(result), splits_of(result)),
    "reranked ceiling": lambda result: figures.reranked_ceiling(figures.ceiling_table(result)),
    "cost of depth": lambda result: cost_of_depth(curve_of(stored(result))),
    "failure ladder": lambda result: figures.failure_ladder({"embeddings": result.values("dense", "recall@20")}),
    "confusion": lambda result: figures.router_confusion({"concept": Counter(concept=3, identifier=1), "no-answer": Counter(concept=2)}),
}


@pytest.mark.parametrize("name", FIGURES)
def test_each_figure_has_words_and_is_the_same_twice(small, name):
    first, second = FIGURES[name](small), FIGURES[name](small)
    assert len(first.alt) > 40
    assert len(first.text) > 40
    assert first.alt.endswith(".")
    assert first.text.endswith(".")
    assert "nan" not in repr(first).split()
    assert repr(first) == repr(second)
    assert png(first) == png(second)
    assert figures.svg(first, name) == figures.svg(second, name)


@pytest.mark.parametrize("name", FIGURES)
def test_each_figure_fits_a_notebook(small, name):
    drawn = png(FIGURES[name](small))
    image = np.asarray(Image.open(io.BytesIO(drawn)).convert("L"))
    assert len(drawn) < 90_000, "a notebook with ten of them stays under 1 MB"
    assert image.shape[1] >= 1200, "sharp on a projector"
    edge = np.concatenate([image[0], image[-1], image[:, 0], image[:, -1]])
    assert (edge > 200).mean() > 0.9, "nothing is cut off at the edges"


@pytest.mark.parametrize("name", FIGURES)
def test_nothing_written_runs_out_of_the_figure(small, name):
    figure = FIGURES[name](small).figure
    with style.house_style():
        canvas = FigureCanvasAgg(figure)
        canvas.draw()
        renderer = canvas.get_renderer()
        boxes = [each.get_tightbbox(renderer) for each in (*figure.axes, *figure.legends)]
    width, height = figure.bbox.width, figure.bbox.height
    for box in boxes:
        assert -1 <= box.x0 <= box.x1 <= width + 1, f"{box} in {width} x {height}"
        assert -1 <= box.y0 <= box.y1 <= height + 1, f"{box} in {width} x {height}"


def test_a_picture_shows_an_image_and_its_words(small):
    picture = Picture(FIGURES["failures"](small).figure, f"text {HOSTILE}.", 'The "alt".')
    shown = DisplayFormatter().format(picture)[0]
    assert set(shown) == {"text/html", "text/plain"}
    assert shown["text/plain"] == repr(picture)
    assert shown["text/html"] == html(picture)
    assert re.search(r'<img alt="The &quot;alt&quot;." width="880" [^>]*src="data:image/png;base64,[A-Za-z0-9+/=]+">', html(picture))
    assert "<script>" not in html(picture)
    assert "&lt;script&gt;" in html(picture).partition("<figcaption")[2]


def test_outside_a_notebook_the_words_are_printed(small, capsys):
    show(FIGURES["failures"](small))
    assert "Queries lost by stage" in capsys.readouterr().out


def test_disagreement_counts_every_judged_query_once(small):
    parts = figures.disagreement(small)
    assert sorted(query_id for found in parts.values() for query_id in found) == sorted(query.id for query in small.collection.queries)
    counts = figures.disagreement_counts(parts, patterns_of(small))
    assert counts["n"].sum() == len(small.collection.queries)
    assert (counts[["both", "keyword only", "dense only", "neither"]].sum(axis=1) == counts["n"]).all()
    row = counts.iloc[0]
    assert f"{row['keyword only']} keyword only" in FIGURES["disagreement"](small).text


def test_the_sweep_measures_what_rrf_gives(small):
    for metric in ("ndcg@10", "recall@5"):
        measure = FusedMeasure(small, metric=metric)
        ks, weights = (0, 10, 60), (0.0, 0.3, 0.5, 1.0)
        grid = measure.grid(ks, weights)
        for row, k in enumerate(ks):
            for column, weight in enumerate(weights):
                for query_id, golds in small.collection.golds.items():
                    lists = [ids(small.runs[name][query_id])[:100] for name in ("keyword", "dense")]
                    fused = ids(rrf(lists, k, (weight, 1 - weight)))
                    assert grid[query_id][row, column] == pytest.approx(METRICS[metric](fused, golds), abs=1e-12)
        assert measure.means([60], [0.5])[0, 0] == pytest.approx(small.values("hybrid", metric).mean())


def test_the_sweep_tunes_on_dev_and_reports_on_test(small):
    sweeps, splits = sweeps_of(small), splits_of(small)
    chosen = tuned(sweeps["k"], splits)
    dev = {k: np.mean([value for query_id, value in values.items() if splits[query_id] == "dev"]) for k, values in sweeps["k"].items()}
    assert dev[chosen.setting] == max(dev.values()) == pytest.approx(chosen.dev)
    assert chosen.test_n + chosen.dev_n == len(splits)
    assert f"{chosen.test:.3f}" in fusion_sweep(sweeps, splits).text
    rows = sweep_table(sweeps, splits)
    assert len(rows) == len(KS) + len(WEIGHTS)
    assert rows["test mean"].notna().sum() == 2, "only the chosen settings may show a test value"
    with pytest.raises(BakeoffError, match="dev"):
        tuned(sweeps["k"], dict.fromkeys(splits, "test"))
    with pytest.raises(BakeoffError, match="ndcg@10"):
        FusedMeasure(small, metric="mrr@10")


def test_stored_scores_give_the_rankings_of_the_reranker(small):
    scored = stored(small)
    assert scored.depths() == [5, 10, 20, 30]
    for query in small.collection.queries:
        assert scored.ranking(query.id, 30)[:30] == ids(small.runs["hybrid+rerank"][query.id])[:30]
        assert scored.ranking(query.id, 1) == list(scored.candidates[query.id])
    curve = curve_of(scored)
    assert curve["recall of candidates"].is_monotonic_increasing
    assert curve["tokens"].is_monotonic_increasing
    assert curve.iloc[-1]["recall@5 after"] == pytest.approx(small.values("hybrid+rerank", "recall@5").mean())


def test_the_ladder_names_its_source_and_its_steps():
    rows = failure_ladder.ladder_table({"embeddings": [1, 0, 0, 1], "+ BM25": [1, 1, 0, 1]})
    assert list(rows["published, %"]) == [5.7, 3.7, 2.9, 1.9]
    assert list(rows["step of published"][1:]) == ["-35 %", "-22 %", "-34 %"]
    assert list(rows["ours, %"].fillna(-1)) == [50, -1, 25, -1]
    assert rows["step of ours"][2] == "-50 %", "against the last rung that was measured"
    text = failure_ladder.failure_ladder({"embeddings": [1, 0, 0, 1]}).text
    assert "Anthropic, Introducing Contextual Retrieval, 2024" in text
    assert "Not measured here: + contextual prefix, + BM25, + reranker." in text
    labels = [text.get_text() for axes in failure_ladder.failure_ladder({"embeddings": [1, 0, 0, 1]}).figure.axes for text in axes.texts]
    assert "3.7 %\n35 % fewer" in labels, "a share of the failures, and no difference of two rates"


def test_confusion_counts_only_patterns_that_have_a_route():
    matrix = {"concept": Counter(concept=7, identifier=2), "identifier": Counter(identifier=5), "restricted": Counter(concept=4)}
    picture = figures.router_confusion(matrix)
    assert picture.text == "Right for 12 of 14 questions. Most often wrong: 2 concept sent to identifier."
    counts = figures.confusion_counts(matrix)
    assert list(counts["pattern"]) == ["concept", "identifier", "restricted"]
    assert list(counts.columns) == ["pattern", "n", "concept", "identifier"]


def test_no_look_rests_on_colour_alone():
    for part in style.Look._fields:
        values = [getattr(look, part) for look in style.LOOKS.values()]
        assert len(set(map(str, values))) == len(values), f"two strategies share a {part}"
    found = style.looks(["mine", "keyword", "yours"])
    assert found["keyword"] == style.LOOKS["keyword"]
    assert found["mine"] != found["yours"]


def test_the_settings_of_the_learner_stay(small):
    before = dict(mpl.rcParams)
    png(FIGURES["ceiling"](small))
    assert dict(mpl.rcParams) == before


def test_drawing_and_controls_load_no_model():
    code = "import sys, lab_utils.show.figures, lab_utils.show.widgets; sys.exit('torch' in sys.modules or 'onnxruntime' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=120).returncode == 0


def test_a_figure_of_one_pattern_and_of_a_frame_of_dicts(small):
    assert "Identifier" in figures.by_pattern(small, "recall@5", patterns=["identifier"]).text
    assert "Identifier" in figures.by_pattern(small, "recall@5", patterns=["identifier"], split="dev").text
    assert "not measured" in figures.by_pattern(small, "recall@5", patterns=["identifier"], split="none").text
    assert isinstance(figures.ceiling_table(small), pd.DataFrame)
