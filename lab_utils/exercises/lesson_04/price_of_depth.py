"""The token price of depth: "just retrieve more chunks" is paid for with every question.

    tokens at a depth = tokens of the first `depth` passages
    price of a point  = extra tokens since the depth before / extra points of recall (0.01 each) since then

Blind spot: tokens are only one price. A model also reads a long context less well, and slower.
"""

import random
from itertools import pairwise

from lab_utils.exercises import Case, Exercise, Mistake
from lab_utils.exercises.compare import rows


def price_of_depth(depths: list[int], passage_tokens: list[int], recall: dict[int, float], dollars_per_million: float) -> list[dict]:
    """A row for each of `depths` (ascending): {"depth", "tokens", "dollars", "tokens_per_point"}.

    passage_tokens: a list, the length of each passage, best first; there may be fewer passages than
    a depth.
    recall: a dict {depth: recall from 0 to 1}, in any order, perhaps of further depths too. Nothing
    is rounded.
    tokens_per_point: how many more tokens each further point of recall (0.01) costs, against the
    row before; None in the first row, and where recall has not grown.
    """
    table = []
    for depth in depths:
        tokens = sum(passage_tokens[:depth])
        points = (recall[depth] - recall[table[-1]["depth"]]) * 100 if table else 0
        extra = (tokens - table[-1]["tokens"]) / points if points > 1e-9 else None
        table.append({"depth": depth, "tokens": tokens, "dollars": tokens * dollars_per_million / 1_000_000, "tokens_per_point": extra})
    return table


# What people write instead. Each is run by the tests, and each must earn exactly its own message.


def priced(depths, passage_tokens, recall, dollars_per_million, price):
    table = price_of_depth(depths, passage_tokens, recall, dollars_per_million)
    points = [0.0] + [(recall[depth] - recall[before]) * 100 for before, depth in pairwise(depths)]
    extra = [0] + [row["tokens"] - before["tokens"] for before, row in pairwise(table)]
    return [{**row, "tokens_per_point": price(row, *each)} for row, *each in zip(table, extra, points, strict=True)]


def prices_the_whole_of_recall(depths, passage_tokens, recall, dollars_per_million):
    return priced(depths, passage_tokens, recall, dollars_per_million, lambda row, extra, points: extra / points * 100 if points > 1e-9 else None)


def divides_all_the_tokens(depths, passage_tokens, recall, dollars_per_million):
    return priced(depths, passage_tokens, recall, dollars_per_million, lambda row, extra, points: row["tokens"] / points if points > 1e-9 else None)


def compares_with_nothing_retrieved(depths, passage_tokens, recall, dollars_per_million):
    return price_of_depth([0, *depths], passage_tokens, {**recall, 0: 0.0}, dollars_per_million)[1:]


def puts_a_price_on_a_loss(depths, passage_tokens, recall, dollars_per_million):
    return priced(depths, passage_tokens, recall, dollars_per_million, lambda row, extra, points: extra / points if abs(points) > 1e-9 else None)


def cases(rng: random.Random) -> list[Case]:
    drawn = [rng.randint(40, 250) for _ in range(50)]
    measured = {50: 0.81, 20: 0.78, 10: 0.74, 5: 0.61}
    return [
        Case("one depth", depths=[2], passage_tokens=[100, 150, 200], recall={2: 0.5}, dollars_per_million=3.0),
        Case("two depths", depths=[1, 3], passage_tokens=[100, 150, 200], recall={1: 0.5, 3: 0.7}, dollars_per_million=3.0),
        Case("three steps, each dearer", depths=[5, 20, 50], passage_tokens=[100] * 50, recall={5: 0.6, 20: 0.75, 50: 0.8}, dollars_per_million=5.0),
        Case("fewer passages than the depth", depths=[1, 10], passage_tokens=[80, 120], recall={1: 0.4, 10: 0.5}, dollars_per_million=1.0),
        Case("nothing was retrieved", depths=[1], passage_tokens=[], recall={1: 0.0}, dollars_per_million=1.0),
        Case("lengths at random, recall known for more depths than asked", depths=[5, 10, 20], passage_tokens=drawn, recall=measured, dollars_per_million=2.0),
        Case("a gain of less than half a point", depths=[5, 10], passage_tokens=[100] * 20, recall={5: 0.7, 10: 0.704}, dollars_per_million=3.0),
        Case("more tokens, no gain", depths=[10, 20], passage_tokens=[90] * 20, recall={10: 0.8, 20: 0.8}, dollars_per_million=3.0),
        Case("recall falls, then rises again", depths=[5, 10, 20], passage_tokens=[100] * 20, recall={5: 0.7, 10: 0.6, 20: 0.65}, dollars_per_million=3.0),
    ]


EXERCISE = Exercise(
    id="price-of-depth",
    lesson="04",
    order=4,
    title="The token price of depth",
    minutes=12,
    difficulty=2,
    points=4,
    reference=price_of_depth,
    cases=cases,
    compare=rows("depth"),
    mistakes=(
        Mistake(
            prices_the_whole_of_recall,
            "Yours prices a gain of 1.0, the whole of recall. A point is 0.01, so your prices are a hundred times too high.",
        ),
        Mistake(
            divides_all_the_tokens,
            "Yours divides all the tokens by the new points. Most of those tokens were paid for already at the depth before, and brought other points.",
        ),
        Mistake(
            compares_with_nothing_retrieved,
            "The first row has no row before it; yours compares it with nothing retrieved. The question is what a step costs, and there was no step yet.",
        ),
        Mistake(
            puts_a_price_on_a_loss,
            "Recall fell there, and yours gives a price all the same, a negative one. It reads like a bargain: tokens were paid, and points were lost.",
        ),
    ),
    hints=(
        "Going from 20 to 50 passages costs 3,000 tokens and brings recall from 0.75 to 0.80. What does one further "
        "point cost there, and is it the same as on the way from 5 to 20?",
        "For each depth, add up the lengths of that many passages. Then look at the row before: how many tokens more, "
        "how many points more? What if there are no points?",
        "for each depth:\n    tokens: sum of the first depth lengths\n    points: growth of recall since the row before, in hundredths\n"
        "    row: depth, tokens, tokens times price over a million, extra tokens over points (none if there are no points)\n"
        "recall is a dict: look it up by the depth itself, not by the number of the row",
    ),
)
