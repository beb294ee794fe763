"""Count the slices: what people write."""

from collections import Counter


def ok_a_loop_over_tags(queries, patterns):
    counts = {pattern: 0 for pattern in patterns}
    counts["untagged"] = 0
    for query in queries:
        tag = query["pattern"].strip().lower()
        if tag in counts and tag != "untagged":
            counts[tag] += 1
        else:
            counts["untagged"] += 1
    return counts


def ok_a_counter_asked_for_each_pattern(queries, patterns):
    tags = Counter(query["pattern"].strip().lower() for query in queries)
    result = {pattern: tags[pattern] for pattern in patterns}
    result["untagged"] = len(queries) - sum(result.values())
    return result


def ok_the_counter_itself(queries, patterns):
    counts = Counter({pattern: 0 for pattern in patterns})
    counts["untagged"] = 0
    for query in queries:
        tag = query["pattern"].lower().strip()
        counts[tag if tag in patterns else "untagged"] += 1
    return counts


def ok_sums_of_a_series(queries, patterns):
    import pandas as pd

    tags = pd.Series([query["pattern"] for query in queries], dtype=str).str.strip().str.lower()
    result = {pattern: (tags == pattern).sum() for pattern in patterns}
    result["untagged"] = (~tags.isin(patterns)).sum()
    return result


def ok_a_data_frame(queries, patterns):
    import pandas as pd

    tags = pd.DataFrame(queries, columns=["id", "text", "pattern"])["pattern"].astype(str).str.strip().str.lower()
    tags = tags.where(tags.isin(patterns), "untagged")
    return tags.value_counts().reindex([*patterns, "untagged"], fill_value=0).to_dict()


def ok_a_series_given_back(queries, patterns):
    import pandas as pd

    tags = pd.Series([query["pattern"] for query in queries], dtype=str).str.strip().str.lower()
    tags = tags.where(tags.isin(patterns), "untagged")
    return tags.value_counts().reindex([*patterns, "untagged"], fill_value=0)


def _count(tags, patterns):
    counts = {pattern: 0 for pattern in patterns}
    counts["untagged"] = 0
    for tag in tags:
        counts[tag if tag in patterns else "untagged"] += 1
    return counts


def _tidy(queries):
    return [query["pattern"].strip().lower() for query in queries]


def bad_only_lower(queries, patterns):
    return _count([query["pattern"].lower() for query in queries], patterns)


def bad_only_strip(queries, patterns):
    return _count([query["pattern"].strip() for query in queries], patterns)


def bad_tags_as_they_are(queries, patterns):
    return _count([query["pattern"] for query in queries], patterns)


def bad_strips_spaces_but_no_tabs(queries, patterns):
    return _count([query["pattern"].lower().strip(" ") for query in queries], patterns)


def bad_strips_on_one_side(queries, patterns):
    return _count([query["pattern"].lower().lstrip() for query in queries], patterns)


def bad_removes_spaces_inside_too(queries, patterns):
    return _count(["".join(query["pattern"].lower().split()) for query in queries], patterns)


def bad_no_zeros(queries, patterns):
    counts = {"untagged": 0}
    for tag in _tidy(queries):
        if tag in patterns:
            counts[tag] = counts.get(tag, 0) + 1
        else:
            counts["untagged"] += 1
    return counts


def bad_untagged_only_when_needed(queries, patterns):
    counts = {pattern: 0 for pattern in patterns}
    for tag in _tidy(queries):
        if tag in patterns:
            counts[tag] += 1
        else:
            counts["untagged"] = counts.get("untagged", 0) + 1
    return counts


def bad_a_slice_for_every_tag(queries, patterns):
    counts = {pattern: 0 for pattern in patterns}
    counts["untagged"] = 0
    for tag in _tidy(queries):
        counts[tag] = counts.get(tag, 0) + 1
    return counts


def bad_untagged_means_empty(queries, patterns):
    return _count([tag for tag in _tidy(queries) if tag in patterns or tag == ""], patterns)


def bad_empty_tags_dropped(queries, patterns):
    return _count([tag for tag in _tidy(queries) if tag], patterns)


def bad_pattern_inside_the_tag(queries, patterns):
    tags = [next((pattern for pattern in patterns if pattern in query["pattern"].lower()), "") for query in queries]
    return _count(tags, patterns)


def bad_tag_inside_the_pattern(queries, patterns):
    return _count([next((pattern for pattern in patterns if tag in pattern), "") for tag in _tidy(queries)], patterns)


def bad_untagged_once_for_each_pattern(queries, patterns):
    counts = {pattern: 0 for pattern in patterns}
    counts["untagged"] = 0
    for pattern in patterns:
        for tag in _tidy(queries):
            counts[pattern if tag == pattern else "untagged"] += 1
    return counts


def bad_tidies_the_queries_it_was_given(queries, patterns):
    for query in queries:
        query["pattern"] = query["pattern"].strip().lower()
    return _count([query["pattern"] for query in queries], patterns)


def bad_adds_to_the_list_of_patterns(queries, patterns):
    counts = _count(_tidy(queries), patterns)
    patterns.append("untagged")
    return counts


def bad_returns_nothing(queries, patterns):
    _count(_tidy(queries), patterns)


def bad_returns_within_the_loop(queries, patterns):
    counts = {pattern: 0 for pattern in patterns}
    counts["untagged"] = 0
    for tag in _tidy(queries):
        counts[tag if tag in patterns else "untagged"] += 1
        return counts


def bad_pairs_for_a_dict(queries, patterns):
    return list(_count(_tidy(queries), patterns).items())


def bad_counts_distinct_texts(queries, patterns):
    texts = {pattern: {query["text"] for query in queries if query["pattern"].strip().lower() == pattern} for pattern in patterns}
    counts = {pattern: len(found) for pattern, found in texts.items()}
    return {**counts, "untagged": sum(tag not in patterns for tag in _tidy(queries))}


def bad_takes_queries_for_objects(queries, patterns):
    return _count([query.pattern.strip().lower() for query in queries], patterns)
