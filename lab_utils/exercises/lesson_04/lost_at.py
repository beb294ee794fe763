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

    corpus: the ids of all documents. lists: the first-stage rankings, which count to `depth`.
    fused: the ranking made of them; its first `depth` ids are the candidates. final: the candidates
    after reranking, maybe not all of them, of which the first `k` are shown. All rankings are lists
    of ids, best first. The first of these that is true:
    - "not in the corpus": no document has this id
    - "not in the candidates": no list has it within `depth`
    - "lost in fusion": a list has it within `depth`, the candidates do not
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


def finds_it_below_the_cut(gold, corpus, lists, fused, final, depth, k):
    return "found" if gold in corpus and gold in final else lost_at(gold, corpus, lists, fused, final, depth, k)


def wants_every_list(gold, corpus, lists, fused, final, depth, k):
    if gold in corpus and not all(gold in ranking[:depth] for ranking in lists):
        return "not in the candidates"
    return lost_at(gold, corpus, lists, fused, final, depth, k)


def compares_the_places(gold, corpus, lists, fused, final, depth, k):
    stage = lost_at(gold, corpus, lists, fused, final, depth, k)
    if stage not in ("ranked down", "cut off"):
        return stage
    return "ranked down" if gold not in final or final.index(gold) > fused.index(gold) else "cut off"


def cases(rng: random.Random) -> list[Case]:
    one, other = rng.sample("abcdefgh", 5), rng.sample("abcdefgh", 5)
    merged = list(dict.fromkeys(one + other))

    def case(about: str, gold: str, lists: list[list[str]], fused: list[str], final: list[str]) -> Case:
        return Case(about, gold=gold, corpus=set("abcdefgh"), lists=lists, fused=fused, final=final, depth=4, k=2)

    return [
        case("it is in the final top k", "a", [["a", "b"], ["b", "a"]], ["a", "b"], ["a", "b"]),
        case("no document has it", "z", [["a", "b"], ["b", "a"]], ["a", "b"], ["a", "b"]),
        case("no list has it", "h", [["a", "b"], ["b", "c"]], ["b", "a", "c"], ["b", "a", "c"]),
        case("the reranker moved it out", "a", [["a", "b"], ["c", "a"]], ["a", "b", "c"], ["b", "c", "a"]),
        case("it never was in a top k", "d", [["a", "b", "d"], ["c", "a", "d"]], ["a", "b", "d", "c"], ["b", "a", "d", "c"]),
        case("the reranker lifted it into the top k", "d", [["a", "b", "d"], ["c", "a", "d"]], ["a", "b", "c", "d"], ["d", "a", "b", "c"]),
        case("the reranker dropped it altogether", "b", [["a", "b"], ["b", "c"]], ["b", "a", "c"], ["a", "c"]),
        case("only the second list has it, and it is shown", "f", [["a", "b", "c", "d"], ["f", "a"]], ["a", "f", "b", "c"], ["a", "f"]),
        case("only the first list has it, and it is shown", "e", [["e", "b"], ["c", "a"]], ["e", "c", "b", "a"], ["e", "a", "b", "c"]),
        case("every list has it below the depth", "g", [["a", "b", "c", "d", "g"], ["d", "b", "a", "c", "g"]], ["a", "b", "c", "d", "g"], ["b", "a"]),
        case("both lists have it, the fused candidates do not", "e", [["a", "b", "c", "e"], ["a", "b", "d", "e"]], ["a", "b", "c", "d", "e"], ["b", "a"]),
        case("one list has it, the fused candidates do not", "f", [["a", "b", "c", "f"], ["a", "b", "d"]], ["a", "b", "c", "d", "f"], ["b", "a"]),
        case("at random", "c", [one, other], merged, merged[:4][::-1]),
        case("it stood right behind the top k, and fell further", "c", [["a", "b", "c"], ["c", "d"]], ["a", "b", "c", "d"], ["a", "b", "d", "c"]),
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
            finds_it_below_the_cut,
            "Yours calls found what stands below the first k. Nobody is shown that.",
        ),
        Mistake(
            wants_every_list,
            "One list had the gold, the other did not, and yours says that it was never retrieved. One list is enough to bring a candidate in.",
        ),
        Mistake(
            compares_the_places,
            "The gold fell, but from a place that nobody would have been shown either. Yours blames the reranker for a loss that came before it.",
        ),
    ),
    hints=(
        "Follow the gold like a parcel. Which is the last place where it was seen for certain, and which the first where it is missing?",
        "Six answers need five questions, and their order matters. Begin with the ends (is there such a document? is it "
        "shown?), then ask whether it is among the candidates, and only then what each side of that means.",
        "the corpus does not hold it: that answer\nthe first k of final hold it: it is found\n"
        "the first depth of fused do not hold it:\n    in the first depth of any list: lost in fusion; in none: the other answer\n"
        "else it was a candidate:\n    in the first k of fused: ranked down; not there: cut off",
    ),
)
