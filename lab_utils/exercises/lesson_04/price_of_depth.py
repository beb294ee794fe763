"""The token price of depth: "just retrieve more chunks" is paid for with every question.

    tokens at a depth = tokens of the first `depth` passages
    price of a point  = extra tokens since the depth before / extra points of recall (0.01 each) since then

Blind spot: tokens are only one price. A model also reads a long context less well, and slower.
"""

import random

from lab_utils.exercises import Case, Exercise, Mistake
from lab_utils.exercises.compare import rows


def price_of_depth(depths: list[int], passage_tokens: list[int], recall: dict[int, float], dollars_per_million: float) -> list[dict]:
    """A row for each of `depths` (ascending): {"depth", "tokens", "dollars", "tokens_per_point"}.

    passage_tokens: length of each passage, best first. recall: recall at each depth, from 0 to 1.
    tokens_per_point: how many more tokens each further point of recall (0.01) costs, against the row before; None in
    the first row, and where recall has not grown.
    """
    table = []
    for depth in depths:
        tokens = sum(passage_tokens[:depth])
        points = (recall[depth] - recall[table[-1]["depth"]]) * 100 if table else 0
        extra = (tokens - table[-1]["tokens"]) / points if points > 1e-9 else None
        table.append({"depth": depth, "tokens": tokens, "dollars": tokens * dollars_per_million / 1_000_000, "tokens_per_point": extra})
    return table


# What people write instead. Each is run by the tests, and each must earn exactly its own message.


def priced(depths, passage_tokens, recall, dollars_per_million, tokens_at, before):
    table = []
    for place, depth in enumerate(depths):
        earlier = before(place)
        points = (recall[depth] - recall[depths[earlier]]) * 100 if place else 0
        extra = (tokens_at(depth) - tokens_at(depths[earlier])) / points if points > 1e-9 else None
        dollars = tokens_at(depth) * dollars_per_million / 1_000_000
        table.append({"depth": depth, "tokens": tokens_at(depth), "dollars": dollars, "tokens_per_point": extra})
    return table


def takes_an_average_length(depths, passage_tokens, recall, dollars_per_million):
    average = sum(passage_tokens) / len(passage_tokens) if passage_tokens else 0
    return priced(depths, passage_tokens, recall, dollars_per_million, lambda depth: depth * average, lambda place: place - 1)


def compares_with_the_first_row(depths, passage_tokens, recall, dollars_per_million):
    return priced(depths, passage_tokens, recall, dollars_per_million, lambda depth: sum(passage_tokens[:depth]), lambda place: 0)


def divides_the_whole_bill(depths, passage_tokens, recall, dollars_per_million):
    table = price_of_depth(depths, passage_tokens, recall, dollars_per_million)
    return [{**row, "tokens_per_point": row["tokens"] / (recall[row["depth"]] * 100) if recall[row["depth"]] else None} for row in table]


def a_gain_of_nothing_costs_nothing(depths, passage_tokens, recall, dollars_per_million):
    table = price_of_depth(depths, passage_tokens, recall, dollars_per_million)
    return [{**row, "tokens_per_point": 0.0 if row["tokens_per_point"] is None and place else row["tokens_per_point"]} for place, row in enumerate(table)]


def cases(rng: random.Random) -> list[Case]:
    drawn = [rng.randint(40, 250) for _ in range(50)]
    return [
        Case("one depth", depths=[2], passage_tokens=[100, 150, 200], recall={2: 0.5}, dollars_per_million=3.0),
        Case("two depths", depths=[1, 3], passage_tokens=[100, 150, 200], recall={1: 0.5, 3: 0.7}, dollars_per_million=3.0),
        Case("three steps, each dearer", depths=[5, 20, 50], passage_tokens=[100] * 50, recall={5: 0.6, 20: 0.75, 50: 0.8}, dollars_per_million=5.0),
        Case("fewer passages than the depth", depths=[1, 10], passage_tokens=[80, 120], recall={1: 0.4, 10: 0.5}, dollars_per_million=1.0),
        Case("nothing was retrieved", depths=[1], passage_tokens=[], recall={1: 0.0}, dollars_per_million=1.0),
        Case("at random", depths=[5, 10, 20], passage_tokens=drawn, recall={5: 0.61, 10: 0.74, 20: 0.78}, dollars_per_million=2.0),
        Case("more tokens, no gain", depths=[10, 20], passage_tokens=[90] * 20, recall={10: 0.8, 20: 0.8}, dollars_per_million=3.0),
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
            takes_an_average_length,
            "Yours multiplies the depth by an average length. Passages differ, the first ones may be the long ones, "
            "and there may be fewer of them than the depth.",
        ),
        Mistake(
            compares_with_the_first_row,
            "Yours sets every row against the first one, so that the cheap early gain hides how dear the last step is. The decision is about the next step.",
        ),
        Mistake(
            divides_the_whole_bill,
            "Yours spreads the whole bill over all the recall. What counts for 'should I go deeper?' is what the further tokens buy.",
        ),
        Mistake(
            a_gain_of_nothing_costs_nothing, "Where recall has not grown, yours says that a point costs 0 tokens. Tokens were paid, and there was no point."
        ),
    ),
    hints=(
        "Going from 20 to 50 passages costs 3,000 tokens and brings recall from 0.75 to 0.80. What does one further "
        "point cost there, and is it the same as on the way from 5 to 20?",
        "For each depth, add up the lengths of that many passages. Then look at the row before: how many tokens more, "
        "how many points more? What if there are no points?",
        "for each depth:\n    tokens: sum of the first depth lengths\n    points: growth of recall since the row before, in hundredths\n"
        "    row: depth, tokens, tokens times price over a million, extra tokens over points (none if there are no points)",
    ),
)
