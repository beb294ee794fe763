"""The controls: each shows what its plain function gives, answers at once, and hides no error."""

from __future__ import annotations

import re
import time

import pytest

from lab_utils.collections.database import beside
from lab_utils.collections.load import DATA, load
from lab_utils.errors import BakeoffError
from lab_utils.evaluation.bakeoff import bake_off
from lab_utils.search.cache import Cache
from lab_utils.search.shop_tools import TOOLS
from lab_utils.search.sql import ReadOnlyDatabase
from lab_utils.search.strategies import Parts
from lab_utils.show.at_depth import at_depth
from lab_utils.show.depths import DEPTHS, Scored, stored
from lab_utils.show.fused_measure import FusedMeasure
from lab_utils.show.mixing import fused_table, mixed
from lab_utils.show.questions import Option, Question
from lab_utils.show.side_by_side import side_by_side
from lab_utils.show.tool_call import tool_call
from lab_utils.show.widgets import DepthSlider, HintLadder, PredictionForm, QueryExplorer, Quiz, RrfMixer, ToolForm
from tests.show.test_figures import HOSTILE, small  # noqa: F401 (a fixture)

SECONDS = 0.2
WIDGET = "application/vnd.jupyter.widget-view+json"

QUESTION = Question(
    "add-scores",
    f"Why can raw scores not be added? {HOSTILE}",
    (Option("Their scales differ", True, "The larger scale decides alone."), Option(f"They cost {HOSTILE}", False, f"Adding is free. {HOSTILE}")),
)


@pytest.fixture(scope="module")
def fernhollow():
    collection = load(DATA)
    return bake_off(collection, ["keyword", "dense", "hybrid"], Parts(collection, cache=Cache(DATA / "cache"), database=ReadOnlyDatabase(beside(DATA))))


@pytest.fixture(scope="module")
def database():
    return ReadOnlyDatabase(beside(DATA))


@pytest.fixture
def controls(small, database):  # noqa: F811
    return {
        "explorer": QueryExplorer(small),
        "mixer": RrfMixer(small),
        "depth": DepthSlider(stored(small)),
        "tool": ToolForm(database, tool="refunds_by_region"),
        "prediction": PredictionForm("p1", f"Which one? {HOSTILE}", ["keyword", HOSTILE], lambda *kept: None, how='predict("p1", "keyword")'),
        "hints": HintLadder(f"RRF {HOSTILE}", [HOSTILE, "Add up.", "1 / (k + rank)"], how='hint("rrf")'),
        "quiz": Quiz(QUESTION),
    }


NAMES = ("explorer", "mixer", "depth", "tool", "prediction", "hints", "quiz")


@pytest.mark.parametrize("name", NAMES)
def test_the_output_holds_the_static_equal(controls, name):
    bundle = controls[name]._repr_mimebundle_()
    assert set(bundle) == {WIDGET, "text/plain", "text/html"}
    assert bundle["text/plain"] == repr(controls[name].static())
    assert bundle["text/html"] == controls[name].static()._repr_html_()
    assert "<script>" not in bundle["text/html"] + controls[name].out.value
    assert "0x" not in bundle["text/plain"]


@pytest.mark.parametrize("name", ["explorer", "mixer", "depth"])
def test_the_control_shows_its_static_equal(controls, name):
    control = controls[name]
    assert control.static()._repr_html_() in control.out.value
    control.picker.query.index = 5
    assert control.static()._repr_html_() in control.out.value
    assert control.picker.query_id in control.out.value


def test_the_explorer_equals_the_plain_function(small):  # noqa: F811
    control = QueryExplorer(small, ["keyword", "hybrid"], query_id="q07")
    assert repr(control.static()) == repr(side_by_side(small, "q07", ["keyword", "hybrid"]))
    gold = next(iter(small.collection.golds["q07"][0]))
    assert f"★ {gold}" in repr(side_by_side(small, "q07", k=80))
    control.passage.value = gold
    assert "ERR_10" in control.text.value
    assert "<script>" not in control.text.value
    control.strategies[0].value = control.strategies[2].value = False
    assert "Tick at least one" in control.out.value


def test_rank_changes_are_said(small):  # noqa: F811
    shown = side_by_side(small, "q00", ["keyword", "hybrid"])
    first = {doc_id: rank for rank, doc_id in enumerate((hit.id for hit in small.runs["keyword"]["q00"]), start=1)}
    for rank, hit in enumerate(small.runs["hybrid"]["q00"][:10], start=1):
        before = first.get(hit.id)
        said = "new" if before is None else "=" if before == rank else f"▲{before - rank}" if before > rank else f"▼{rank - before}"
        assert f"{hit.id} ({said})" in repr(shown)
    with pytest.raises(BakeoffError, match="no query 'q99'"):
        side_by_side(small, "q99")
    with pytest.raises(BakeoffError, match="no run of 'routed'"):
        side_by_side(small, "q00", ["routed"])


def test_moving_a_slider_of_the_mixer_changes_the_table(small):  # noqa: F811
    control, measure = RrfMixer(small, query_id="q03"), FusedMeasure(small)
    before = control.out.value
    control.weight.value = 0.9
    control.k.value = 5
    assert control.out.value != before
    assert repr(control.static()) == repr(mixed(measure, "q03", 5, 0.9, "concept"))
    assert repr(fused_table(measure, "q03", 5, 0.9)) in repr(control.static())
    assert f"{measure.means([5], [0.9], 'concept', 'dev')[0, 0]:.3f} here" in repr(control.static())
    assert "dev concept queries" in repr(control.static()), "turning a knob over test queries would be tuning on them"


def test_the_mixer_says_where_each_passage_came_from(small):  # noqa: F811
    rows = fused_table(FusedMeasure(small), "q00", 60, 1.0).rows
    assert rows
    assert all(row[4] in ("both", "keyword only") for row in rows), "a list of weight 0 admits nothing"


def test_the_depth_slider_says_what_enters(small):  # noqa: F811
    scored = stored(small)
    control = DepthSlider(scored, query_id="q03")
    control.depth.value = 10
    control.depth.value = 20
    assert repr(control.static()) == repr(at_depth(scored, "q03", 20, 10, "concept"))
    assert "10 candidates enter, places 11 to 20" in repr(control.static())
    control.depth.value = 5
    assert "15 candidates leave, places 6 to 20" in repr(control.static())
    gold_places = [scored.candidates["q03"].index(gold) + 1 for group in small.collection.golds["q03"] for gold in group]
    for place in gold_places:
        assert f"place {place}" in repr(control.static())


def test_without_scores_there_is_no_slider(small):  # noqa: F811
    with pytest.raises(BakeoffError, match="no reranker scores"):
        DepthSlider(Scored(small.collection, {}, {}))
    with pytest.raises(BakeoffError, match="q99"):
        at_depth(stored(small), "q99", 10)


def test_the_form_runs_a_tool_and_shows_rows_and_log(database):
    control = ToolForm(database, tool="refunds_by_region", user="dana")
    assert "Press Run." in control.out.value
    control.run.click()
    assert control.static()._repr_html_() in control.out.value
    assert repr(control.static()) == repr(tool_call(database, "refunds_by_region", {"quarter": "2025Q3"}, user="dana"))
    assert "user=dana tool=refunds_by_region rows=5 outcome=ok" in repr(control.static())
    control.field("quarter").value = "2025Q3'; DROP TABLE refunds; --"
    control.run.click()
    assert "Refused: quarter" in control.out.value
    assert "user=dana tool=refunds_by_region rows=0 outcome=refused" in control.out.value


def test_a_form_passes_numbers_and_refuses_users(database):
    control = ToolForm(database, tool="top_customers")
    assert control.arguments["n"] == 5
    control.run.click()
    assert "not for this user" in control.out.value
    assert "outcome=refused" in control.out.value
    control.group.value = "finance"
    control.run.click()
    assert "outcome=ok" in control.out.value
    for text in ("99", "-1", "many"):
        control.field("n").value = text
        control.run.click()
        assert "Refused: n is" in control.out.value


def shown(form) -> list[str]:
    return [field.description for field in form.fields.children if field.layout.display != "none"]


def test_a_list_that_may_be_left_out_says_so(database):
    control = ToolForm(database, tool="top_customers")
    assert control.field("region").label == "(left out)"
    assert control.field("region").index == 0, "without a place in the list a browser shows it blank"
    assert "region" not in control.arguments
    control.field("region").value = "EU"
    assert control.arguments["region"] == "EU"


def test_an_answer_to_other_settings_does_not_stay(database):
    control = ToolForm(database, tool="top_customers")
    for change in (
        lambda: setattr(control.group, "value", "finance"),
        lambda: setattr(control.field("n"), "value", "3"),
        lambda: setattr(control.field("region"), "value", "EU"),
        lambda: setattr(control.tool, "value", "gmv"),
    ):
        control.run.click()
        assert "for you" in control.out.value
        change()
        assert "for you" not in control.out.value
        assert "ress Run." in control.out.value


@pytest.mark.parametrize("name", TOOLS)
def test_a_form_shows_the_fields_of_its_tool_and_no_other(database, name):
    control = ToolForm(database)
    control.tool.value = name
    assert sorted(shown(control)) == sorted(parameter.name for parameter in TOOLS[name].parameters)
    assert all(control.field(parameter.name).tooltip == parameter.meaning for parameter in TOOLS[name].parameters)


def test_changing_the_tool_makes_no_field_anew(database):
    control = ToolForm(database, tool="gmv")
    control.field("start").value = "2025-01-01"
    fields = control.fields.children
    for name in control.tool.options:
        control.tool.value = name
    assert control.fields.children == fields
    control.tool.value = "sales"
    assert control.arguments["start"] == "2025-01-01", "what several tools ask for is filled in once"


def test_no_control_is_wider_than_its_page(controls):
    """A list of the full width has a margin beside it, and a table that is wider gets a scroll bar of its own."""
    assert controls["explorer"].picker.query.layout.width == "min(calc(100% - 8px), 62em)"
    assert all(field.layout.width == "min(calc(100% - 8px), 62em)" for field in controls["tool"].fields.children)
    controls["tool"].run.click()
    assert "overflow-x:auto" in controls["tool"].out.value


def test_every_tick_stands_nearer_to_its_own_name(controls):
    for box in controls["explorer"].strategies:
        _, right, _, left = (int(side.removesuffix("px")) for side in box.layout.margin.split())
        assert right >= 5 * left


def test_no_time_is_shown_and_nothing_differs_between_two_runs(controls):
    for name in NAMES:
        first, second = repr(controls[name].static()), repr(controls[name].static())
        assert first == second
        assert not re.search(r"ms=\d|\d\d:\d\d:\d\d", first)


def test_the_log_of_the_tables_is_left_as_it_was(database):
    from lab_utils.search.sql import log

    before = log.level, list(log.handlers)
    tool_call(database, "refunds_by_region", {"quarter": "nonsense"})
    tool_call(database, "refunds_by_region", {"quarter": "2025Q1"})
    assert (log.level, list(log.handlers)) == before


def moved(selection) -> float:
    """Seconds for one move to the next choice."""
    started = time.perf_counter()
    selection.index = (selection.index + 1) % len(selection.options)
    return time.perf_counter() - started


def slowest(selection, moves: int = 12) -> float:
    """Of a round of moves the slowest; of three rounds the fastest, since other work on the machine is not ours."""
    return min(max(moved(selection) for _ in range(moves)) for _ in range(3))


def test_a_move_is_answered_at_once(fernhollow, database):
    explorer, mixer, form = QueryExplorer(fernhollow), RrfMixer(fernhollow), ToolForm(database)
    documents = fernhollow.collection.by_id
    # Made-up scores: how long a move takes does not depend on what they are.
    candidates = {query.id: [hit.id for hit in fernhollow.runs["hybrid"][query.id]] for query in fernhollow.collection.queries}
    scores = {query_id: [float(len(documents[doc_id].text) % 97) for doc_id in found] for query_id, found in candidates.items()}
    depth = DepthSlider(Scored(fernhollow.collection, candidates, scores), [each for each in DEPTHS if each <= 100])
    times = {
        "explorer, query": slowest(explorer.picker.query),
        "explorer, pattern": slowest(explorer.picker.pattern),
        "mixer, k": slowest(mixer.k),
        "mixer, weights": slowest(mixer.weight),
        "mixer, query": slowest(mixer.picker.query),
        "mixer, pattern": slowest(mixer.picker.pattern),
        "depth, depth": slowest(depth.depth),
        "depth, query": slowest(depth.picker.query),
        "depth, pattern": slowest(depth.picker.pattern),
        "form, tool": slowest(form.tool),
    }
    for name in form.tool.options:
        form.tool.value = name
        started = time.perf_counter()
        form.run.click()
        times[f"form, {name}"] = time.perf_counter() - started
    quiz = Quiz(QUESTION)
    quiz.choice.value = 0
    started = time.perf_counter()
    quiz.submit.click()
    times["quiz"] = time.perf_counter() - started
    slow = {name: round(seconds, 3) for name, seconds in times.items() if seconds > SECONDS}
    assert not slow
