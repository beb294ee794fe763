"""Controls for the notebooks. Each shows what a plain function shows for the same settings, and answers a move at once.

`QueryExplorer`, `RrfMixer`, `DepthSlider` and `ToolForm` look into results; `PredictionForm`, `HintLadder` and `Quiz`
ask the reader. They know nothing of exercises or progress: what is to be kept goes to a function that the caller gives.
"""

from __future__ import annotations

from lab_utils.show.questions import Option, Question
from lab_utils.show.widgets.asking import HintLadder, PredictionForm, Quiz
from lab_utils.show.widgets.depth_slider import DepthSlider
from lab_utils.show.widgets.query_explorer import QueryExplorer
from lab_utils.show.widgets.rrf_mixer import RrfMixer
from lab_utils.show.widgets.tool_form import ToolForm

__all__ = ["DepthSlider", "HintLadder", "Option", "PredictionForm", "QueryExplorer", "Question", "Quiz", "RrfMixer", "ToolForm"]
