"""Every figure of the lessons and of the report, to be had from one place. Each returns a `Picture`.

A picture is drawn from numbers that also make a table (`disagreement_counts`, `sweep_table`, `ceiling_table`,
`ladder_table`, `mix_table`, ...), and its words are computed from the same numbers.
"""

from __future__ import annotations

from lab_utils.show.confusion import confusion_counts, router_confusion
from lab_utils.show.cost_of_depth import cost_of_depth
from lab_utils.show.disagreement import disagreement, disagreement_counts, disagreement_map
from lab_utils.show.failure_ladder import failure_ladder, ladder_table
from lab_utils.show.first_ranks import first_ranks
from lab_utils.show.overlap_dots import overlap_dots, overlap_table
from lab_utils.show.picture import Picture, show, svg
from lab_utils.show.quality import by_pattern, ceiling, failures, recall_by_pattern
from lab_utils.show.query_mix import mix_table, query_mix
from lab_utils.show.reranked_ceiling import ceiling_table, reranked_ceiling
from lab_utils.show.shown_sums import shown_sums, shown_table
from lab_utils.show.sweep import fusion_sweep, sweep_table

__all__ = [
    "Picture",
    "by_pattern",
    "ceiling",
    "ceiling_table",
    "confusion_counts",
    "cost_of_depth",
    "disagreement",
    "disagreement_counts",
    "disagreement_map",
    "failure_ladder",
    "failures",
    "first_ranks",
    "fusion_sweep",
    "ladder_table",
    "mix_table",
    "overlap_dots",
    "overlap_table",
    "query_mix",
    "recall_by_pattern",
    "reranked_ceiling",
    "router_confusion",
    "show",
    "shown_sums",
    "shown_table",
    "svg",
    "sweep_table",
]
