"""Floor 3: measures, intervals, runs, the failure ladder, and the bake-off that puts them together."""

from lab_utils.evaluation.bakeoff import BakeOff, bake_off, choose_queries
from lab_utils.evaluation.intervals import bootstrap, interval, wilson
from lab_utils.evaluation.metrics import METRICS, Metric

__all__ = ["METRICS", "BakeOff", "Metric", "bake_off", "bootstrap", "choose_queries", "interval", "wilson"]
