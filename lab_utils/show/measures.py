"""How a measure is called where people read it: on an axis, in a caption, in a sentence. Columns keep their own names."""

from __future__ import annotations

SPELT = {"ndcg": "nDCG", "mrr": "MRR", "p": "precision"}


def spelt(metric: str) -> str:
    """`ndcg@10` as nDCG@10; a name that needs no other spelling stays as it is."""
    name, at, k = metric.partition("@")
    return f"{SPELT.get(name, name)}{at}{k}"


def opening(metric: str) -> str:
    """The same at the head of a sentence: Recall@5, but nDCG@10."""
    name = spelt(metric)
    return name if name[:2] == "nD" else name[:1].upper() + name[1:]
