"""Routers as people write them. Most are the plain one of `_router` with one rule done otherwise."""

import re
from itertools import pairwise

BEGINS = r"(and|what about|how about)\b"
COUNTS = r"\b(how many|how much|number of|total|average|most|per|top \d+)\b"
WORDS = ("how many", "how much", "number of", "total", "average", "most", "per")


def _follows(text, history):
    return history and re.match(BEGINS, text.lower())


def _counts(text):
    return re.search(COUNTS, text.lower())


def _named(text):
    runs = re.findall(r"[a-z0-9_-]+", text.lower())
    return any(re.search("[a-z]", run) and re.search("[0-9_]", run) for run in runs)


def _router(follows=_follows, counts=_counts, named=_named, otherwise="concept"):
    """The rules in their order; each may be done otherwise."""

    def route(text, history):
        if follows(text, history):
            return "follow-up"
        if counts(text):
            return "aggregate"
        return "identifier" if named(text) else otherwise

    return route


def _begins(pattern):
    return _router(follows=lambda text, history: history and re.match(pattern, text.lower()))


def _counting(pattern):
    return _router(counts=lambda text: re.search(pattern, text.lower()))


def _code(pattern):
    return _router(named=lambda text: re.search(pattern, text.lower()))


def _parts(split, letters="[a-z]", marks="[0-9_]"):
    return _router(named=lambda text: any(re.search(letters, part) and re.search(marks, part) for part in split(text.lower())))


ok_plain = _router()


def ok_looks_around(text, history):
    low = text.lower().strip()
    if len(history) > 0 and re.match(r"(?:and|what about|how about)(?![a-z0-9])", low):
        return "follow-up"
    if re.search(r"(?<![a-z0-9])(how many|how much|number of|total|average|most|per|top\s+\d+)(?![a-z0-9])", low):
        return "aggregate"
    runs = re.findall(r"[a-z0-9_-]+", low)
    if any(any(c.isalpha() for c in run) and any(c.isdigit() or c == "_" for c in run) for run in runs):
        return "identifier"
    return "concept"


def ok_words_and_pairs(text, history):
    words = re.findall(r"[a-z0-9_-]+", text.lower())
    pairs = list(pairwise(words))
    if history and words and (words[0] == "and" or words[:2] in (["what", "about"], ["how", "about"])):
        return "follow-up"
    if {"total", "average", "most", "per"} & set(words):
        return "aggregate"
    if any(pair in pairs for pair in [("how", "many"), ("how", "much"), ("number", "of")]):
        return "aggregate"
    if any(one == "top" and other.isdigit() for one, other in pairs):
        return "aggregate"
    for word in words:
        if any(c in "abcdefghijklmnopqrstuvwxyz" for c in word) and any(c in "0123456789_" for c in word):
            return "identifier"
    return "concept"


def ok_spaces_around_every_word(text, history):
    padded = f" {' '.join(re.sub('[^a-z0-9_-]', ' ', text.lower()).split())} "
    if history and padded.startswith((" and ", " what about ", " how about ")):
        return "follow-up"
    if any(f" {words} " in padded for words in WORDS) or re.search(r" top \d+ ", padded):
        return "aggregate"
    if re.search(r"(?=\S*[a-z])(?=\S*[0-9_])[a-z0-9_-]+", padded):
        return "identifier"
    return "concept"


# Follow-ups.
bad_begins_with_the_letters = _router(follows=lambda text, history: history and text.lower().startswith(("and", "what about", "how about")))
bad_wants_a_space_behind_and = _router(follows=lambda text, history: history and text.lower().startswith(("and ", "what about ", "how about ")))
bad_boundary_behind_the_last_only = _begins(r"and|what about|how about\b")
bad_anywhere_in_the_text = _router(follows=lambda text, history: history and re.search(rf"\b{BEGINS}", text.lower()))
bad_only_and = _begins(r"and\b")
bad_no_how_about = _begins(r"(and|what about)\b")
bad_no_what_about = _begins(r"(and|how about)\b")
bad_no_history_needed = _router(follows=lambda text, history: re.match(BEGINS, text.lower()))
bad_history_needed_for_and_only = _router(
    follows=lambda text, history: (history and text.lower().split()[0] == "and") or text.lower().startswith(("what about", "how about"))
)
bad_any_history = _router(follows=lambda text, history: history)
bad_capital_at_the_beginning = _router(follows=lambda text, history: history and re.match(BEGINS, text))

# Counting words.
bad_words_inside_words = _router(counts=lambda text: any(words in text.lower() for words in WORDS) or re.search(r"top \d+", text.lower()))
bad_boundary_at_the_ends_of_the_list_only = _counting(r"\bhow many|how much|number of|total|average|most|per|top \d+\b")
bad_no_boundary_behind = _counting(r"\b(how many|how much|number of|total|average|most|per|top \d)")
bad_pairs_inside_words = _router(
    counts=lambda text: (
        any(word in re.findall("[a-z0-9]+", text.lower()) for word in WORDS)
        or any(pair in text.lower() for pair in WORDS[:3])
        or re.search(r"top \d+", text.lower())
    )
)
bad_splits_at_spaces = _router(
    counts=lambda text: (
        any(word in text.lower().split() for word in WORDS) or any(pair in text.lower() for pair in WORDS[:3]) or re.search(r"\btop \d+", text.lower())
    )
)
bad_no_how_many = _counting(r"\b(how much|number of|total|average|most|per|top \d+)\b")
bad_no_how_much = _counting(r"\b(how many|number of|total|average|most|per|top \d+)\b")
bad_no_number_of = _counting(r"\b(how many|how much|total|average|most|per|top \d+)\b")
bad_no_total = _counting(r"\b(how many|how much|number of|average|most|per|top \d+)\b")
bad_no_average = _counting(r"\b(how many|how much|number of|total|most|per|top \d+)\b")
bad_no_most = _counting(r"\b(how many|how much|number of|total|average|per|top \d+)\b")
bad_no_per = _counting(r"\b(how many|how much|number of|total|average|most|top \d+)\b")
bad_no_top = _counting(r"\b(how many|how much|number of|total|average|most|per)\b")
bad_top_of_one_digit = _counting(r"\b(how many|how much|number of|total|average|most|per|top \d)\b")
bad_top_without_a_number = _counting(r"\b(how many|how much|number of|total|average|most|per|top)\b")
bad_top_and_a_number_anywhere = _router(
    counts=lambda text: re.search(r"\b(how many|how much|number of|total|average|most|per)\b", text.lower()) or re.search(r"\btop\b.*\d", text.lower())
)
bad_capital_in_a_counting_word = _router(counts=lambda text: re.search(COUNTS, text))

# Codes.
bad_any_digit = _code("[0-9_]")
bad_hyphen_makes_a_code = _parts(lambda text: re.findall("[a-z0-9_-]+", text), marks="[0-9_-]")
bad_underscore_is_not_enough = _parts(lambda text: re.findall("[a-z0-9_-]+", text), marks="[0-9]")
bad_codes_between_spaces = _parts(str.split)
bad_hyphen_ends_a_code = _parts(lambda text: re.findall(r"\w+", text))
bad_letters_come_first = _code(r"[a-z][a-z_-]*[0-9_]")
bad_letters_then_digits = _code(r"\b[a-z]+[_-]?\d+\b|[a-z]+_[a-z]+")
bad_capitals_only = _router(named=lambda text: re.search(r"\b[A-Z]+[-_]?\d+\b|\b\w+_\w+\b", text))

# The order of the rules, and the rest.
bad_nothing_for_the_rest = _router(otherwise=None)


def bad_capitals_matter(text, history):
    if history and re.match(BEGINS, text):
        return "follow-up"
    if re.search(COUNTS, text):
        return "aggregate"
    return "identifier" if _named(text) else "concept"


def bad_codes_before_counts(text, history):
    if _follows(text, history):
        return "follow-up"
    if _named(text):
        return "identifier"
    return "aggregate" if _counts(text) else "concept"


def bad_counts_before_follow_ups(text, history):
    if _counts(text):
        return "aggregate"
    if _follows(text, history):
        return "follow-up"
    return "identifier" if _named(text) else "concept"


def bad_codes_before_follow_ups(text, history):
    if _named(text) and not _counts(text):
        return "identifier"
    if _follows(text, history):
        return "follow-up"
    return "aggregate" if _counts(text) else "concept"


def bad_reads_the_history_too(text, history):
    if _follows(text, history):
        return "follow-up"
    if _counts(" ".join([*history, text])):
        return "aggregate"
    return "identifier" if _named(text) else "concept"
