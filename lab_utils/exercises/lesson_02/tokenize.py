"""A tokenizer for keyword search that keeps identifiers: ERR_4471 must not drown among its neighbours.

Plain words are cut at every mark. A code is kept whole, so that the exact one is found, *and* its parts are added, so
that "err 4471" finds it as well.

Blind spot: a code whose parts are run together (`err4471`) has no parts to find.
"""

import random
import re

from lab_utils.exercises import Case, Exercise, Mistake


def tokenize(text: str) -> list[str]:
    """Index terms of `text`, lower-case, in their order, repetitions included.

    Pieces are runs of the letters a to z and digits; all else separates them, letters such as é
    too. Pieces joined by single marks out of `_`, `-`, `.` and `/` form a compound; two marks in a
    row join nothing, and a mark at its start or end does not belong to it. A compound that holds a
    digit or a `_` is an identifier: the whole of it is a term, and then each piece is. Any other
    compound gives its pieces alone. A piece by itself is no compound, and one term.
    """
    terms = []
    for compound in re.findall(r"[a-z0-9]+(?:[_./-][a-z0-9]+)*", text.lower()):
        pieces = re.split(r"[_./-]", compound)
        is_identifier = len(pieces) > 1 and re.search(r"[0-9_]", compound)
        terms += [compound, *pieces] if is_identifier else pieces
    return terms


# What people write instead. Each is run by the tests, and each must earn exactly its own message.


def cuts_everything(text):
    return re.findall(r"[a-z0-9]+", text.lower())


def loses_the_parts(text):
    terms = []
    for compound in re.findall(r"[a-z0-9]+(?:[_./-][a-z0-9]+)*", text.lower()):
        is_identifier = re.search(r"[0-9_]", compound)
        terms += [compound] if is_identifier else re.split(r"[_./-]", compound)
    return terms


def takes_marks_along(text):
    terms = []
    for chunk in re.findall(r"[a-z0-9_./-]+", text.lower()):
        pieces = [piece for piece in re.split(r"[_./-]", chunk) if piece]
        terms += [chunk, *pieces] if len(pieces) > 1 and re.search(r"[0-9_]", chunk) else pieces
    return terms


def asks_for_a_digit(text):
    terms = []
    for compound in re.findall(r"[a-z0-9]+(?:[_./-][a-z0-9]+)*", text.lower()):
        pieces = re.split(r"[_./-]", compound)
        terms += [compound, *pieces] if len(pieces) > 1 and re.search(r"[0-9]", compound) else pieces
    return terms


def cases(rng: random.Random) -> list[Case]:
    code = f"{rng.choice(['ERR', 'TLS', 'FW'])}_{rng.randint(1000, 9999)}"
    part = f"SKU-{rng.randint(10000, 99999)}"
    return [
        Case("plain words", text="Speed up syncing"),
        Case("punctuation between words", text="Slow, again; and again!"),
        Case("an error code", text="ERR_4471 again"),
        Case("a metric's name", text="gmv_daily looks odd"),
        Case("a version and a clause", text="firmware 2.4.1, clause 12.3"),
        Case("nothing to index", text=" ... "),
        Case("a number by itself", text="within 14 days"),
        Case("hyphens in ordinary words", text="follow-up on the read-only box"),
        Case("slashes, between words and between numbers", text="input/output and 24/7"),
        Case("several marks, and a digit among letters", text="mesh-v2 is new: see FH-PN-10118-A"),
        Case("commas between codes", text="ERR_1,ERR_2 4471,4472"),
        Case("a letter that is not from a to z", text="the béta-2 firmware"),
        Case("codes at random", text=f"{code} on {part}"),
        Case("a code that ends a sentence, and marks in twos and threes", text="It says ERR_4471. Then ERR--4472, v2...3 and it stops."),
    ]


EXERCISE = Exercise(
    id="tokenize",
    lesson="02",
    order=1,
    title="A tokenizer that keeps identifiers",
    minutes=15,
    difficulty=2,
    points=4,
    reference=tokenize,
    cases=cases,
    mistakes=(
        Mistake(
            cuts_everything,
            "Yours cuts ERR_4471 into err and 4471 and nothing else. Every error code has an err, and 4471 may be an order: the exact code is lost.",
        ),
        Mistake(
            loses_the_parts,
            "Yours keeps the code whole and nothing but whole. Whoever types 'err 4471', or asks about 'daily' sales, finds it no more.",
        ),
        Mistake(
            takes_marks_along,
            "A full stop behind a code has become a part of it in yours, so the code at a sentence's end is another term than the same code in the middle.",
        ),
        Mistake(
            asks_for_a_digit,
            "Yours does not take gmv_daily for a code: it has no digit, and a `_` all the same. Names of columns and settings look like that.",
        ),
    ),
    hints=(
        "Somebody searches for 'err 4471', somebody else for 'ERR_4471'. Which terms must stand in the index so that "
        "both find the entry, and the second one finds it first?",
        "Two steps: first find compounds (pieces with just one mark between them), then decide for each whether it is a "
        "code. A pattern that has to end with a letter or digit cannot swallow a full stop.",
        "for each compound in the lower-cased text:\n    pieces: the compound, cut at its marks\n"
        "    if there are several and the compound has a digit or underscore: note the compound\n    note the pieces",
    ),
)
