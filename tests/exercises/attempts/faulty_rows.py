"""Find the faulty rows of a test set: what people write."""


def _is_gold_fault(query, documents):
    return any(gold not in documents for gold in query["gold"])


def _is_history_fault(query):
    return query["pattern"] == "follow-up" and not query["history"]


def _faults(queries, documents, text=None, gold=_is_gold_fault, history=_is_history_fault, key=str):
    """The loop that most people write, with one of its checks replaced."""
    faults, seen = [], set()
    for query in queries:
        if key(query["id"]) in seen:
            faults.append((query["id"], "id"))
        seen.add(key(query["id"]))
        if text(query["text"]) if text else not query["text"].strip():
            faults.append((query["id"], "text"))
        if gold(query, documents):
            faults.append((query["id"], "gold"))
        if history(query):
            faults.append((query["id"], "history"))
    return faults


def ok_a_loop(queries, documents):
    return _faults(queries, documents)


def ok_a_set_sorted_at_the_end(queries, documents):
    faults, seen = set(), []
    for query in queries:
        if query["id"] in seen:
            faults.add((query["id"], "id"))
        seen.append(query["id"])
        if query["text"].isspace() or query["text"] == "":
            faults.add((query["id"], "text"))
        if query["gold"] - set(documents):
            faults.add((query["id"], "gold"))
        if query["pattern"] == "follow-up" and len(query["history"]) == 0:
            faults.add((query["id"], "history"))
    return sorted(faults)


def ok_a_set(queries, documents):
    return set(ok_a_set_sorted_at_the_end(queries, documents))


def ok_field_by_field_and_a_list_for_a_pair(queries, documents):
    ids = [query["id"] for query in queries]
    return (
        [(name, "id") for place, name in enumerate(ids) if name in ids[:place]]
        + [(query["id"], "text") for query in queries if query["text"].strip() == ""]
        + [(query["id"], "gold") for query in queries if not set(query["gold"]).issubset(documents)]
        + [[query["id"], "history"] for query in queries if query["pattern"] == "follow-up" and query["history"] == []]
    )


def ok_a_data_frame(queries, documents):
    import pandas as pd

    table = pd.DataFrame(queries, columns=["id", "text", "pattern", "history", "gold"])
    masks = {
        "id": table["id"].duplicated(),
        "text": table["text"].map(lambda text: not text.strip()).astype(bool),
        "gold": table["gold"].map(lambda gold: bool(set(gold) - set(documents))).astype(bool),
        "history": (table["pattern"] == "follow-up") & (table["history"].map(len) == 0),
    }
    return [(name, field) for field, mask in masks.items() for name in table.loc[mask, "id"]]


def bad_a_generator(queries, documents):
    yield from _faults(queries, documents)


def bad_a_pair_for_each_missing_gold(queries, documents):
    others = [fault for fault in _faults(queries, documents) if fault[1] != "gold"]
    return others + [(query["id"], "gold") for query in queries for gold in query["gold"] if gold not in documents]


def bad_both_twins(queries, documents):
    ids = [query["id"] for query in queries]
    others = [fault for fault in _faults(queries, documents) if fault[1] != "id"]
    return others + [(name, "id") for name in ids if ids.count(name) > 1]


def bad_neighbouring_twins_only(queries, documents):
    others = [fault for fault in _faults(queries, documents) if fault[1] != "id"]
    last = None
    for query in queries:
        if query["id"] == last:
            others.append((query["id"], "id"))
        last = query["id"]
    return others


def bad_remembers_the_id_before_it_asks(queries, documents):
    return [(query["id"], "id") for query in queries] + [fault for fault in _faults(queries, documents) if fault[1] != "id"]


def bad_ids_without_capitals(queries, documents):
    return _faults(queries, documents, key=str.lower)


def bad_a_text_that_stands_twice(queries, documents):
    faults, seen = [fault for fault in _faults(queries, documents) if fault[1] != "id"], set()
    for query in queries:
        if query["id"] in seen or query["text"] in seen:
            faults.append((query["id"], "id"))
        seen |= {query["id"], query["text"]}
    return faults


def bad_empty_text_only(queries, documents):
    return _faults(queries, documents, text=lambda text: not text)


def bad_white_space_only(queries, documents):
    return _faults(queries, documents, text=str.isspace)


def bad_empty_or_one_space(queries, documents):
    return _faults(queries, documents, text=lambda text: text in ("", " "))


def bad_spaces_but_no_tabs(queries, documents):
    return _faults(queries, documents, text=lambda text: text.replace(" ", "") == "")


def bad_no_gold_is_a_fault(queries, documents):
    return _faults(queries, documents, gold=lambda query, documents: not query["gold"] or _is_gold_fault(query, documents))


def bad_one_good_gold_will_do(queries, documents):
    return _faults(queries, documents, gold=lambda query, documents: query["gold"] and not query["gold"] & documents)


def bad_no_good_gold(queries, documents):
    return _faults(queries, documents, gold=lambda query, documents: not query["gold"] & documents)


def bad_the_whole_set_in_documents(queries, documents):
    return _faults(queries, documents, gold=lambda query, documents: query["gold"] not in documents)


def bad_gold_in_one_long_text(queries, documents):
    return _faults(queries, documents, gold=lambda query, documents: _is_gold_fault(query, " ".join(documents)))


def bad_history_of_all(queries, documents):
    return _faults(queries, documents, history=lambda query: not query["history"])


def bad_history_is_none(queries, documents):
    return _faults(queries, documents, history=lambda query: query["pattern"] == "follow-up" and query["history"] is None)


def bad_history_the_wrong_way_round(queries, documents):
    return _faults(queries, documents, history=lambda query: query["pattern"] == "follow-up" and query["history"])


def bad_history_of_other_patterns(queries, documents):
    return _faults(queries, documents, history=lambda query: (query["pattern"] == "follow-up") != bool(query["history"]))


def bad_pattern_misspelt(queries, documents):
    return _faults(queries, documents, history=lambda query: query["pattern"] == "followup" and not query["history"])


def bad_elif(queries, documents):
    faults, seen = [], set()
    for query in queries:
        if query["id"] in seen:
            faults.append((query["id"], "id"))
        elif not query["text"].strip():
            faults.append((query["id"], "text"))
        elif _is_gold_fault(query, documents):
            faults.append((query["id"], "gold"))
        elif _is_history_fault(query):
            faults.append((query["id"], "history"))
        seen.add(query["id"])
    return faults


def bad_continues_after_a_twin(queries, documents):
    faults, seen = [], set()
    for query in queries:
        if query["id"] in seen:
            faults.append((query["id"], "id"))
            continue
        seen.add(query["id"])
        faults += _faults([query], documents)
    return faults


def bad_a_dict_by_id(queries, documents):
    return list(dict(_faults(queries, documents)).items())


def bad_pairs_the_wrong_way_round(queries, documents):
    return [(field, name) for name, field in _faults(queries, documents)]


def bad_numbers_for_ids(queries, documents):
    return [(number, field) for number, query in enumerate(queries) for _, field in _faults([query], documents)]


def bad_tidies_the_queries_it_was_given(queries, documents):
    for query in queries:
        query["text"] = query["text"].strip()
    return _faults(queries, documents)
