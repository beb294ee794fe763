"""How many of a query's words stand in the text that answers it? Where all do, keyword search has an easy game.

    overlap = distinct query words that stand in the gold text / distinct query words        (stop words left out)

A test set whose overlap is near 1 flatters keyword search; one near 0 flatters dense search. Publish it, by pattern.
Blind spot: it sees whole words only, so "syncing" and "sync" have nothing in common.
"""

import random
import re

from lab_utils.exercises import Case, Exercise, Mistake


def lexical_overlap(query: str, gold: str, stop_words: set[str]) -> float:
    """Share of the distinct words of `query` that stand in `gold` as well, from 0.0 to 1.0.

    A word is a run of the letters a to z and digits, in lower case, be it one letter long. All else
    separates words:
    spaces, every mark, `_` too, and letters such as é. Words in `stop_words` (a set, lower-case) do
    not count. A query without any word that counts has an overlap of 0.0.
    """
    asked = set(re.findall(r"[a-z0-9]+", query.lower())) - stop_words
    written = set(re.findall(r"[a-z0-9]+", gold.lower()))
    return len(asked & written) / len(asked) if asked else 0.0


# What people write instead. Each is run by the tests, and each must earn exactly its own message.


def words(text):
    return re.findall(r"[a-z0-9]+", text.lower())


def counts_the_stop_words(query, gold, stop_words):
    return lexical_overlap(query, gold, set())


def counts_repetitions(query, gold, stop_words):
    asked = [word for word in words(query) if word not in stop_words]
    return sum(word in words(gold) for word in asked) / len(asked) if asked else 0.0


def finds_words_inside_words(query, gold, stop_words):
    asked = set(words(query)) - stop_words
    return sum(word in gold.lower() for word in asked) / len(asked) if asked else 0.0


def keeps_the_punctuation(query, gold, stop_words):
    asked = set(query.lower().split()) - stop_words
    return len(asked & set(gold.lower().split())) / len(asked) if asked else 0.0


def cases(rng: random.Random) -> list[Case]:
    few = {"the", "is", "my", "a", "how", "do", "i", "on"}
    vocabulary = ["box", "sync", "slow", "cable", "relay", "folder", "share", "quota"]
    return [
        Case("both words stand there", query="slow sync", gold="slow sync over wireless", stop_words=few),
        Case("one of two", query="slow sync", gold="speed up your sync", stop_words=few),
        Case("capitals", query="Relay refused", gold="It turned out that the RELAY refused", stop_words=few),
        Case("stop words do not count", query="how do I share a folder", gold="to share the photos, invite people", stop_words=few),
        Case("none in common", query="money back", gold="refunds are paid within 14 days", stop_words=few),
        Case("other stop words", query="move to the cloud", gold="the move", stop_words={"to", "of"}),
        Case("marks behind words", query="relay refused?", gold="the relay, it turned out, refused.", stop_words=few),
        Case("a word asked twice", query="Sync the sync folder", gold="sync now", stop_words=few),
        Case("nothing but stop words", query="how is my", gold="how is my box", stop_words=few),
        Case("a code with a mark inside", query="err_4471 sync", gold="Sync fails: ERR 4472", stop_words=few),
        Case("a letter that is not from a to z", query="café sync", gold="caf sync", stop_words=few),
        Case("a plural, and a word of one letter", query="drives x full", gold="the drive is full", stop_words=few),
        Case("at random", query=" ".join(rng.sample(vocabulary, 4)), gold=" ".join(rng.sample(vocabulary, 5)), stop_words=few),
        Case("a word inside another word", query="sync port", gold="syncing is important", stop_words=few),
    ]


EXERCISE = Exercise(
    id="lexical-overlap",
    lesson="01",
    order=2,
    title="Lexical overlap of query and gold",
    minutes=8,
    difficulty=1,
    points=2,
    reference=lexical_overlap,
    cases=cases,
    mistakes=(
        Mistake(
            counts_the_stop_words,
            "Yours counts the words in `stop_words` as well. Nearly every text holds 'how' and 'do', so finding them says nothing about this one.",
        ),
        Mistake(
            counts_repetitions,
            "A word that the query says twice weighs twice in yours. Asking louder does not make two texts share more words.",
        ),
        Mistake(finds_words_inside_words, "Yours finds 'port' in 'important'. A keyword index would not: it knows words, not letters in a row."),
        Mistake(keeps_the_punctuation, "For yours, 'refused' and 'refused.' are two different words. The mark behind a word is no part of it."),
    ),
    hints=(
        "The query is 'slow sync' and the gold text says 'sync' fifty times. Should the overlap be a half, 1, or 50?",
        "Turn both texts into collections in which each word stands once, and take the given stop words out of the query's. "
        "What do you divide by, and when is that nothing?",
        "asked: distinct words of the query, less the stop words given\nwritten: distinct words of the gold text\n"
        "if asked is empty: zero, else: how many of asked are in written, over how many are asked",
    ),
)
