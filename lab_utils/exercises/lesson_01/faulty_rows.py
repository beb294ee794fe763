"""Which rows of a test set cannot be trusted? A gold that exists nowhere counts as a miss for every strategy.

Four faults, each with the cheapest way to find it: an id that stands twice, a query without words, a gold that is no
document, a follow-up without the turn before it.
Blind spot: it cannot see a gold that exists and is the wrong one. Only reading helps there.
"""

import random
from itertools import pairwise

from lab_utils.exercises import Case, Exercise, Mistake
from lab_utils.exercises.compare import unordered


def faulty_rows(queries: list[dict], documents: set[str]) -> list[tuple[str, str]]:
    """The faults of a test set: a list of (query id, field) pairs, each pair once, in any order.

    A query is a dict with "id", "text", "pattern", "history" (list of earlier turns) and "gold"
    (set of document ids).
    `documents` is the set of all document ids. A row may have several faults, and each is reported:
    - "id": the id stands on an earlier row already, letter by letter
    - "text": empty, or nothing but white space
    - "gold": a gold that is not among `documents`. No gold at all is no fault: such queries are
      counted apart
    - "history": the pattern is "follow-up" and there is no earlier turn
    """
    seen = set()
    faults = []
    for query in queries:
        checks = {
            "id": query["id"] in seen,
            "text": not query["text"].strip(),
            "gold": not query["gold"] <= documents,
            "history": query["pattern"] == "follow-up" and not query["history"],
        }
        faults += [(query["id"], field) for field, is_faulty in checks.items() if is_faulty]
        seen.add(query["id"])
    return list(dict.fromkeys(faults))


# What people write instead. Each is run by the tests, and each must earn exactly its own message.


def stops_at_the_first(queries, documents):
    until = [faulty_rows(queries[:number], documents) for number in range(len(queries) + 1)]
    return [now[len(before)] for before, now in pairwise(until) if len(now) > len(before)]


def wants_history_of_all(queries, documents):
    return faulty_rows([{**query, "pattern": "follow-up"} for query in queries], documents)


def one_good_gold_will_do(queries, documents):
    return faulty_rows([{**query, "gold": query["gold"] & documents or query["gold"]} for query in queries], documents)


def blames_both_twins(queries, documents):
    ids = [query["id"] for query in queries]
    others = [fault for fault in faulty_rows(queries, documents) if fault[1] != "id"]
    return others + [(name, "id") for name in ids if ids.count(name) > 1]


def row(name: str, text: str = "slow sync", pattern: str = "concept", history: tuple[str, ...] = (), gold: tuple[str, ...] = ("d1",)) -> dict:
    return {"id": name, "text": text, "pattern": pattern, "history": list(history), "gold": set(gold)}


def cases(rng: random.Random) -> list[Case]:
    known = {"d1", "d2", "d3"}
    asked_after = row("q1", "and for contractors?", "follow-up", ("notice period?",))
    drawn = [row(f"q{number}", gold=(rng.choice(["d1", "d2", "d9"]),)) for number in range(6)]
    return [
        Case("nothing wrong", queries=[row("q1"), row("q2", gold=("d2",))], documents=known),
        Case("a gold that does not exist", queries=[row("q1"), row("q2", gold=("d7",))], documents=known),
        Case("a follow-up without a turn before it", queries=[row("q1", "and for contractors?", "follow-up")], documents=known),
        Case("a follow-up with one, and another query with one", queries=[asked_after, row("q2", history=("hello",))], documents=known),
        Case("an empty text, a space, a tab and a line end", queries=[row("q1", ""), row("q2", " "), row("q3", "\t\n")], documents=known),
        Case("one id on two rows", queries=[row("q1"), row("q1", "other words"), row("q2")], documents=known),
        Case("one id on two rows that are not neighbours", queries=[row("q1"), row("q2"), row("q1", "other words")], documents=known),
        Case("an id and a gold that only look like others", queries=[row("q1"), row("Q1", gold=("d",))], documents=known),
        Case("a query that has no answer", queries=[row("q1", gold=())], documents=known),
        Case("two golds, one of which exists", queries=[row("q1", gold=("d1", "d8"))], documents=known),
        Case("two golds, neither of which exists", queries=[row("q1", gold=("d7", "d8"))], documents=known),
        Case("golds at random", queries=drawn, documents=known),
        Case("two faults on one row", queries=[row("q1"), row("q2", "", gold=("d8",)), row("q1", gold=("d9",))], documents=known),
    ]


EXERCISE = Exercise(
    id="faulty-rows",
    lesson="01",
    order=3,
    title="Find the faulty rows of a test set",
    minutes=10,
    difficulty=2,
    points=3,
    reference=faulty_rows,
    cases=cases,
    compare=unordered,
    mistakes=(
        Mistake(stops_at_the_first, "A row with two faults shows one of them in yours. Whoever mends the file has to come back, and back again."),
        Mistake(wants_history_of_all, "Yours asks every query for an earlier turn. Only a follow-up cannot be understood without one."),
        Mistake(
            one_good_gold_will_do, "Yours is content when one of a query's golds exists. The other one still counts as missed for every strategy, for ever."
        ),
        Mistake(
            blames_both_twins, "Yours reports an id that stands twice on both of its rows. The first one did nothing wrong: mending one row mends the pair."
        ),
    ),
    hints=(
        "If a gold document was renamed last week, which strategy's recall falls? Would anybody notice?",
        "Walk through the rows once and ask all four questions of each. Which of the four needs to remember the rows before?",
        "seen: nothing\nfor each row: for each of the four checks that fails, note (id, field)\n    then remember its id\ngive back the notes, each once",
    ),
)
