"""Lexical overlap of query and gold: what people write."""

import re
import string

STOP_WORDS = {"the", "a", "is", "how", "do", "i", "to"}


def _words(text):
    return re.findall(r"[a-z0-9]+", text.lower())


def _share(asked, written):
    asked = set(asked)
    return len(asked & set(written)) / len(asked) if asked else 0.0


def ok_sets(query, gold, stop_words):
    return _share(set(_words(query)) - set(stop_words), _words(gold))


def ok_letter_by_letter(query, gold, stop_words):
    def words(text):
        found, word = [], ""
        for letter in text.lower() + " ":
            if letter in string.ascii_lowercase + string.digits:
                word += letter
            elif word:
                found.append(word)
                word = ""
        return found

    counted = []
    for word in words(query):
        if word not in stop_words and word not in counted:
            counted.append(word)
    if len(counted) == 0:
        return 0
    return sum(1 for word in counted if word in words(gold)) / len(counted)


def ok_a_mean_of_yes_and_no(query, gold, stop_words):
    import numpy as np

    asked = {word for word in re.split(r"[^a-z0-9]+", query.lower()) if word and word not in stop_words}
    written = re.split(r"[^a-z0-9]+", gold.lower())
    return np.mean([word in written for word in asked]) if asked else 0.0


def ok_lower_case_afterwards(query, gold, stop_words):
    asked = {word.lower() for word in re.findall(r"[A-Za-z0-9]+", query)} - set(stop_words)
    return _share(asked, {word.lower() for word in re.findall(r"[A-Za-z0-9]+", gold)})


def ok_stop_words_out_of_both(query, gold, stop_words):
    return _share(set(_words(query)) - set(stop_words), set(_words(gold)) - set(stop_words))


def bad_not_a_number_for_nothing(query, gold, stop_words):
    asked = set(_words(query)) - set(stop_words)
    return len(asked & set(_words(gold))) / len(asked) if asked else float("nan")


def bad_underscore_and_accents_in_words(query, gold, stop_words):
    return _share(set(re.findall(r"\w+", query.lower())) - set(stop_words), re.findall(r"\w+", gold.lower()))


def bad_accents_in_words(query, gold, stop_words):
    def words(text):
        return set("".join(letter if letter.isalnum() else " " for letter in text.lower()).split())

    return _share(words(query) - set(stop_words), words(gold))


def bad_split_at_spaces(query, gold, stop_words):
    return _share(set(query.lower().split()) - set(stop_words), gold.lower().split())


def bad_split_then_strip_marks(query, gold, stop_words):
    def words(text):
        return {word.strip(string.punctuation) for word in text.lower().split()}

    return _share(words(query) - set(stop_words), words(gold))


def bad_minds_capitals(query, gold, stop_words):
    return _share(set(re.findall(r"[a-zA-Z0-9]+", query)) - set(stop_words), re.findall(r"[a-zA-Z0-9]+", gold))


def bad_gold_not_in_lower_case(query, gold, stop_words):
    return _share(set(_words(query)) - set(stop_words), re.findall(r"[a-z0-9]+", gold))


def bad_stop_words_before_lower_case(query, gold, stop_words):
    return _share({word.lower() for word in re.findall(r"[a-zA-Z0-9]+", query) if word not in stop_words}, _words(gold))


def bad_repetitions_count(query, gold, stop_words):
    asked = [word for word in _words(query) if word not in stop_words]
    return sum(word in _words(gold) for word in asked) / len(asked) if asked else 0.0


def bad_repetitions_in_the_divisor(query, gold, stop_words):
    asked = [word for word in _words(query) if word not in stop_words]
    return len(set(asked) & set(_words(gold))) / len(asked) if asked else 0.0


def bad_share_of_the_gold(query, gold, stop_words):
    return _share(set(_words(gold)) - set(stop_words), set(_words(query)) - set(stop_words))


def bad_share_of_both(query, gold, stop_words):
    asked, written = set(_words(query)) - set(stop_words), set(_words(gold)) - set(stop_words)
    return len(asked & written) / len(asked | written) if asked else 0.0


def bad_share_of_both_with_the_golds_stop_words(query, gold, stop_words):
    asked, written = set(_words(query)) - set(stop_words), set(_words(gold))
    return len(asked & written) / len(asked | written) if asked else 0.0


def bad_stop_words_in_the_divisor(query, gold, stop_words):
    every = set(_words(query))
    return len((every - set(stop_words)) & set(_words(gold))) / len(every) if every else 0.0


def bad_no_stop_words(query, gold, stop_words):
    return _share(_words(query), _words(gold))


def bad_stop_words_out_of_the_gold_only(query, gold, stop_words):
    return _share(_words(query), set(_words(gold)) - set(stop_words))


def bad_stop_words_of_its_own(query, gold, stop_words):
    return _share(set(_words(query)) - STOP_WORDS, _words(gold))


def bad_divides_by_zero(query, gold, stop_words):
    asked = set(_words(query)) - set(stop_words)
    return len(asked & set(_words(gold))) / len(asked)


def bad_thinks_of_the_empty_query_only(query, gold, stop_words):
    if query == "":
        return 0.0
    asked = set(_words(query)) - set(stop_words)
    return len(asked & set(_words(gold))) / len(asked)


def bad_words_inside_words(query, gold, stop_words):
    asked = set(_words(query)) - set(stop_words)
    return sum(word in gold.lower() for word in asked) / len(asked) if asked else 0.0


def bad_whole_division(query, gold, stop_words):
    asked = set(_words(query)) - set(stop_words)
    return len(asked & set(_words(gold))) // len(asked) if asked else 0.0


def bad_rounded(query, gold, stop_words):
    return round(ok_sets(query, gold, stop_words), 2)


def bad_per_cent(query, gold, stop_words):
    return 100 * ok_sets(query, gold, stop_words)


def bad_a_count(query, gold, stop_words):
    return len((set(_words(query)) - set(stop_words)) & set(_words(gold)))


def bad_letters_only(query, gold, stop_words):
    return _share(set(re.findall(r"[a-z]+", query.lower())) - set(stop_words), re.findall(r"[a-z]+", gold.lower()))


def bad_none_for_nothing(query, gold, stop_words):
    asked = set(_words(query)) - set(stop_words)
    return len(asked & set(_words(gold))) / len(asked) if asked else None


def bad_one_for_nothing(query, gold, stop_words):
    asked = set(_words(query)) - set(stop_words)
    return len(asked & set(_words(gold))) / len(asked) if asked else 1.0


def bad_single_letters(query, gold, stop_words):
    return _share(set(query.lower()) - set(stop_words), set(gold.lower()))


def bad_cuts_the_plural(query, gold, stop_words):
    asked = {word.rstrip("s") for word in _words(query) if word not in stop_words}
    return _share(asked, {word.rstrip("s") for word in _words(gold)})


def bad_drops_words_of_one_letter(query, gold, stop_words):
    return _share({word for word in _words(query) if word not in stop_words and len(word) > 1}, _words(gold))
