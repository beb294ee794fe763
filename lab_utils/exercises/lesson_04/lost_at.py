"""At which stage was the gold lost? Each stage has another cure.

    not in the corpus         no document: write it, or index it
    not in the candidates     no first-stage list has it within the depth: another retriever, or another query
    lost in fusion            a list had it, the fused candidates do not: weights, k, depth
    ranked down               the fused list had it in its top k, the reranker moved it out
    cut off                   among the candidates, but never in a top k: a reranker, or a larger k
    found                     in the final top k

Blind spot: it follows one gold at a time. A question with two parts is as lost as its worst part.
"""

import random

from lab_utils.exercises import Case, Exercise, Mistake


def lost_at(gold: str, corpus: set[str], lists: list[list[str]], fused: list[str], final: list[str], depth: int, k: int) -> str:
    """Where `gold` was lost, or that it was not.

    lists: the first-stage rankings, which count to `depth`. fused: the ranking made of them; its first `depth` ids are
    the candidates. final: what is left after reranking, of which the first `k` are shown. One of:
    - "not in the corpus"
    - "not in the candidates": no list has it
    - "lost in fusion": a list has it, the candidates do not
    - "ranked down": it was in the first k of fused, and is not shown
    - "cut off": it is a candidate, was not in the first k of fused, and is not shown
    - "found": it is shown
    """
    if gold not in corpus:
        return "not in the corpus"
    if gold in final[:k]:
        return "found"
    if gold not in fused[:depth]:
        listed = any(gold in ranking[:depth] for ranking in lists)
        return "lost in fusion" if listed else "not in the candidates"
    return "ranked down" if gold in fused[:k] else "cut off"


# What people write instead. Each is run by the tests, and each must earn exactly its own message.


def ignores_the_depth(gold, corpus, lists, fused, final, depth, k):
    return lost_at(gold, corpus, lists, fused, final, max(map(len, [*lists, fused])), k)


def blames_the_retriever(gold, corpus, lists, fused, final, depth, k):
    stage = lost_at(gold, corpus, lists, fused, final, depth, k)
    return "not in the candidates" if stage == "lost in fusion" else stage


def blames_the_reranker(gold, corpus, lists, fused, final, depth, k):
    stage = lost_at(gold, corpus, lists, fused, final, depth, k)
    return "ranked down" if stage == "cut off" else stage


def wants_every_list(gold, corpus, lists, fused, final, depth, k):
    stage = lost_at(gold, corpus, lists, fused, final, depth, k)
    everywhere = all(gold in ranking[:depth] for ranking in lists)
    return "not in the candidates" if stage == "lost in fusion" and not everywhere else stage


def cases(rng: random.Random) -> list[Case]:
    corpus = set("abcdefgh")
    one, other = rng.sample("abcdefgh", 5), rng.sample("abcdefgh", 5)
    merged = list(dict.fromkeys(one + other))
    setting = {"depth": 4, "k": 2}
    return [
        Case("it is in the final top k", gold="a", corpus=corpus, lists=[["a", "b"], ["b", "a"]], fused=["a", "b"], final=["a", "b"], **setting),
        Case("no document has it", gold="z", corpus=corpus, lists=[["a", "b"], ["b", "a"]], fused=["a", "b"], final=["a", "b"], **setting),
        Case("no list has it", gold="h", corpus=corpus, lists=[["a", "b"], ["b", "c"]], fused=["b", "a", "c"], final=["b", "a", "c"], **setting),
        Case("the reranker moved it out", gold="a", corpus=corpus, lists=[["a", "b"], ["c", "a"]], fused=["a", "b", "c"], final=["b", "c", "a"], **setting),
        Case(
            "it never was in a top k",
            gold="d",
            corpus=corpus,
            lists=[["a", "b", "d"], ["c", "a"]],
            fused=["a", "b", "c", "d"],
            final=["b", "a", "d"],
            **setting,
        ),
        Case(
            "both lists have it, the fused candidates do not",
            gold="e",
            corpus=corpus,
            lists=[["a", "b", "c", "e"], ["a", "b", "d", "e"]],
            fused=["a", "b", "c", "d", "e"],
            final=["b", "a"],
            **setting,
        ),
        Case(
            "every list has it below the depth",
            gold="g",
            corpus=corpus,
            lists=[["a", "b", "c", "d", "g"], ["d", "b", "a", "c", "g"]],
            fused=["a", "b", "c", "d", "g"],
            final=["b", "a"],
            **setting,
        ),
        Case("at random", gold="c", corpus=corpus, lists=[one, other], fused=merged, final=merged[:4][::-1], **setting),
        Case(
            "one list has it, the fused candidates do not",
            gold="f",
            corpus=corpus,
            lists=[["a", "b", "c", "f"], ["a", "b", "d"]],
            fused=["a", "b", "c", "d", "f"],
            final=["b", "a"],
            **setting,
        ),
    ]


EXERCISE = Exercise(
    id="lost-at",
    lesson="04",
    order=3,
    title="Where the gold was lost",
    minutes=12,
    difficulty=2,
    points=4,
    reference=lost_at,
    cases=cases,
    mistakes=(
        Mistake(
            ignores_the_depth,
            "Yours finds the gold below the depth and goes on from there. The next stage gets the first `depth` ids and nothing else.",
        ),
        Mistake(
            blames_the_retriever,
            "Yours sends somebody to mend a retriever that did its work: a list had the gold. It went missing when the lists were merged.",
        ),
        Mistake(
            blames_the_reranker,
            "The reranker is accused of moving down a gold that was never in the top k. It failed to lift it, which is another thing, with another cure.",
        ),
        Mistake(
            wants_every_list,
            "One list had the gold, the other did not, and yours says that it was never retrieved. One list is enough to bring a candidate in.",
        ),
    ),
    hints=(
        "Follow the gold like a parcel. Which is the last place where it was seen for certain, and which the first where it is missing?",
        "Six answers need five questions. Begin with the ends (is there such a document? is it found?), then ask "
        "whether it is among the candidates, and only then what each side of that means.",
        "no document -> its name\nin the final top k -> its name\nnot among the fused candidates -> was it in any list, within depth? two names\n"
        "otherwise -> was it in the top k before reranking? two names",
    ),
)
