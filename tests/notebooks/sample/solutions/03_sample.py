# ---
# jupyter:
#   jupytext:
#     cell_metadata_filter: tags,-all
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # A sample lesson: two lists become one
#
# Keyword search and dense search each give a list. At the end of this page you have one.

# %%
import time

import ipywidgets
import pandas as pd
from IPython.display import HTML, display
from matplotlib.figure import Figure

from lab_utils.exercises import check, predict
from lab_utils.show.picture import Picture

# %% [markdown]
# **Predict.** Two lists agree on one document. Where will it stand in the fused list?

# %%
predict("sample-first", options=["first", "second"])

# %% [markdown]
# ## Fuse by rank
#
# ### Exercise · Reciprocal rank fusion
#
# | lists | fused, best first |
# | --- | --- |
# | a b, b c | b a c |


# %% tags=["exercise:rrf"]
def rrf(rankings, k=60):
    """Fuse `rankings` of document ids, best first, into one ranking of (id, score) pairs.

    A list that names an id twice counts the first time only, and what follows moves up.
    Best score first; equal scores in the order of their ids.
    """
    ...  # your code here


rrf = check("rrf", rrf)

# %% [markdown]
# ## Look at it
#
# The document that both lists hold comes first.

# %%
KEYWORD, DENSE = ["a", "b", "d"], ["b", "c", "e"]
fused = pd.DataFrame(rrf([KEYWORD, DENSE]), columns=["document", "score"])
fused.style.format({"score": "{:.4f}"}).hide()

# %%
figure = Figure(figsize=(4, 2))
figure.subplots().barh(fused["document"], fused["score"])
Picture(figure, f"{fused['document'][0]} has the highest score.", "Bar chart of the fused scores, one bar a document.")

# %% [markdown]
# ## What does k do?
#
# Move the slider. Without it, the table says the same for two values of k.

# %%
pd.DataFrame({k: dict(rrf([KEYWORD, DENSE], k)) for k in (1, 60)}).round(4)

# %% tags=["nbval-ignore-output"]
slider = ipywidgets.IntSlider(value=60, min=1, max=100, description="k")
shown = ipywidgets.Output()


def show_fused(change=None):
    rows = "".join(f"<tr><th scope='row'>{name}</th><td>{score:.4f}</td></tr>" for name, score in rrf([KEYWORD, DENSE], slider.value))
    shown.clear_output(wait=True)
    with shown:
        display(HTML(f"<table><caption>k = {slider.value}</caption>{rows}</table>"))


slider.observe(show_fused, "value")
show_fused()
display(slider, shown)

# %% [markdown]
# ## What does it cost?

# %% tags=["nbval-ignore-output"]
started = time.perf_counter()
rrf([KEYWORD, DENSE])
print(f"{1e6 * (time.perf_counter() - started):.0f} microseconds")

# %% [markdown]
# ## Recap
#
# Ranks can be added where scores cannot.
