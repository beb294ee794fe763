"""Attempts at lost-at: the stage at which a gold went missing."""


def _in_any(gold, lists, depth):
    return any(gold in ranking[:depth] for ranking in lists)


def _walk(gold, corpus, in_lists, is_candidate, is_shown, was_in_top):
    """The answer out of five facts, in the order in which most people ask for them."""
    if gold not in corpus:
        return "not in the corpus"
    if not in_lists:
        return "not in the candidates"
    if not is_candidate:
        return "lost in fusion"
    if is_shown:
        return "found"
    return "ranked down" if was_in_top else "cut off"


def ok_found_second(gold, corpus, lists, fused, final, depth, k):
    if gold not in corpus:
        return "not in the corpus"
    if gold in final[:k]:
        return "found"
    if all(gold not in ranking[:depth] for ranking in lists):
        return "not in the candidates"
    if gold not in fused[:depth]:
        return "lost in fusion"
    if gold in fused[:k]:
        return "ranked down"
    return "cut off"


def ok_found_first(gold, corpus, lists, fused, final, depth, k):
    if gold in final[:k]:
        return "found"
    return _walk(gold, corpus, _in_any(gold, lists, depth), gold in fused[:depth], False, gold in fused[:k])


def ok_along_the_stages(gold, corpus, lists, fused, final, depth, k):
    in_list = False
    for ranking in lists:
        if gold in ranking[:depth]:
            in_list = True
    if gold not in corpus:
        stage = "not in the corpus"
    elif not in_list:
        stage = "not in the candidates"
    elif gold not in fused[:depth]:
        stage = "lost in fusion"
    elif gold in final[:k]:
        stage = "found"
    elif gold in fused[:k]:
        stage = "ranked down"
    else:
        stage = "cut off"
    return stage


def ok_table_of_answers(gold, corpus, lists, fused, final, depth, k):
    answers = (
        (gold not in corpus, "not in the corpus"),
        (not any(gold in set(ranking[:depth]) for ranking in lists), "not in the candidates"),
        (gold not in fused[:depth], "lost in fusion"),
        (gold in final[:k], "found"),
        (gold in fused[:k], "ranked down"),
        (True, "cut off"),
    )
    return next(name for true, name in answers if true)


def ok_lists_cut_and_joined(gold, corpus, lists, fused, final, depth, k):
    listed = {doc_id for ranking in lists for doc_id in ranking[:depth]}
    for stage, name in ((corpus, "not in the corpus"), (listed, "not in the candidates"), (set(fused[:depth]), "lost in fusion")):
        if gold not in stage:
            return name
    return "found" if gold in final[:k] else "ranked down" if gold in fused[:k] else "cut off"


def bad_lists_without_depth(gold, corpus, lists, fused, final, depth, k):
    return _walk(gold, corpus, any(gold in ranking for ranking in lists), gold in fused[:depth], gold in final[:k], gold in fused[:k])


def bad_fused_without_depth(gold, corpus, lists, fused, final, depth, k):
    return _walk(gold, corpus, _in_any(gold, lists, depth), gold in fused, gold in final[:k], gold in fused[:k])


def bad_no_depth_at_all(gold, corpus, lists, fused, final, depth, k):
    return _walk(gold, corpus, any(gold in ranking for ranking in lists), gold in fused, gold in final[:k], gold in fused[:k])


def bad_final_without_k(gold, corpus, lists, fused, final, depth, k):
    return _walk(gold, corpus, _in_any(gold, lists, depth), gold in fused[:depth], gold in final, gold in fused[:k])


def bad_cut_off_and_ranked_down_exchanged(gold, corpus, lists, fused, final, depth, k):
    return _walk(gold, corpus, _in_any(gold, lists, depth), gold in fused[:depth], gold in final[:k], gold not in fused[:k])


def bad_never_ranked_down(gold, corpus, lists, fused, final, depth, k):
    return _walk(gold, corpus, _in_any(gold, lists, depth), gold in fused[:depth], gold in final[:k], False)


def bad_never_cut_off(gold, corpus, lists, fused, final, depth, k):
    return _walk(gold, corpus, _in_any(gold, lists, depth), gold in fused[:depth], gold in final[:k], True)


def bad_ranked_down_wherever_it_is_in_final(gold, corpus, lists, fused, final, depth, k):
    return _walk(gold, corpus, _in_any(gold, lists, depth), gold in fused[:depth], gold in final[:k], gold in final)


def bad_compares_places(gold, corpus, lists, fused, final, depth, k):
    fell = gold in final and gold in fused and final.index(gold) > fused.index(gold)
    return _walk(gold, corpus, _in_any(gold, lists, depth), gold in fused[:depth], gold in final[:k], fell)


def bad_compares_places_and_minds_dropped_ones(gold, corpus, lists, fused, final, depth, k):
    fell = gold in fused and (gold not in final or final.index(gold) > fused.index(gold))
    return _walk(gold, corpus, _in_any(gold, lists, depth), gold in fused[:depth], gold in final[:k], fell)


def bad_ranked_down_before_found(gold, corpus, lists, fused, final, depth, k):
    shown = gold in final[:k] and gold not in fused[:k]
    return _walk(gold, corpus, _in_any(gold, lists, depth), gold in fused[:depth], shown, gold in fused[:k])


def bad_found_only_if_it_was_in_the_top_before(gold, corpus, lists, fused, final, depth, k):
    shown = gold in fused[:k] and gold in final[:k]
    return _walk(gold, corpus, _in_any(gold, lists, depth), gold in fused[:depth], shown, gold in fused[:k])


def bad_wants_every_list(gold, corpus, lists, fused, final, depth, k):
    everywhere = all(gold in ranking[:depth] for ranking in lists)
    return _walk(gold, corpus, everywhere, gold in fused[:depth], gold in final[:k], gold in fused[:k])


def bad_returns_at_the_first_list_without_it(gold, corpus, lists, fused, final, depth, k):
    if gold not in corpus:
        return "not in the corpus"
    for ranking in lists:
        if gold not in ranking[:depth]:
            return "not in the candidates"
    return _walk(gold, corpus, True, gold in fused[:depth], gold in final[:k], gold in fused[:k])


def bad_first_list_only(gold, corpus, lists, fused, final, depth, k):
    return _walk(gold, corpus, gold in lists[0][:depth], gold in fused[:depth], gold in final[:k], gold in fused[:k])


def bad_last_list_only(gold, corpus, lists, fused, final, depth, k):
    there = False
    for ranking in lists:
        there = gold in ranking[:depth]
    return _walk(gold, corpus, there, gold in fused[:depth], gold in final[:k], gold in fused[:k])


def bad_id_among_lists(gold, corpus, lists, fused, final, depth, k):
    return _walk(gold, corpus, gold in lists, gold in fused[:depth], gold in final[:k], gold in fused[:k])


def bad_lists_joined_before_they_are_cut(gold, corpus, lists, fused, final, depth, k):
    joined = [doc_id for ranking in lists for doc_id in ranking]
    return _walk(gold, corpus, gold in joined[:depth], gold in fused[:depth], gold in final[:k], gold in fused[:k])


def bad_lists_cut_at_k(gold, corpus, lists, fused, final, depth, k):
    return _walk(gold, corpus, _in_any(gold, lists, k), gold in fused[:depth], gold in final[:k], gold in fused[:k])


def bad_never_lost_in_fusion(gold, corpus, lists, fused, final, depth, k):
    return _walk(gold, corpus, gold in fused[:depth], True, gold in final[:k], gold in fused[:k])


def bad_never_asks_the_corpus(gold, corpus, lists, fused, final, depth, k):
    return _walk(gold, {gold}, _in_any(gold, lists, depth), gold in fused[:depth], gold in final[:k], gold in fused[:k])


def bad_top_of_fused_one_longer(gold, corpus, lists, fused, final, depth, k):
    return _walk(gold, corpus, _in_any(gold, lists, depth), gold in fused[:depth], gold in final[:k], gold in fused[: k + 1])


def bad_top_of_final_one_longer(gold, corpus, lists, fused, final, depth, k):
    return _walk(gold, corpus, _in_any(gold, lists, depth), gold in fused[:depth], gold in final[: k + 1], gold in fused[:k])


def bad_top_of_final_one_shorter(gold, corpus, lists, fused, final, depth, k):
    return _walk(gold, corpus, _in_any(gold, lists, depth), gold in fused[:depth], gold in final[: k - 1], gold in fused[:k])


def bad_lists_one_longer(gold, corpus, lists, fused, final, depth, k):
    return _walk(gold, corpus, _in_any(gold, lists, depth + 1), gold in fused[:depth], gold in final[:k], gold in fused[:k])


def bad_candidates_one_longer(gold, corpus, lists, fused, final, depth, k):
    return _walk(gold, corpus, _in_any(gold, lists, depth), gold in fused[: depth + 1], gold in final[:k], gold in fused[:k])


def bad_candidates_one_shorter(gold, corpus, lists, fused, final, depth, k):
    return _walk(gold, corpus, _in_any(gold, lists, depth - 1), gold in fused[: depth - 1], gold in final[:k], gold in fused[:k])


def bad_other_words(gold, corpus, lists, fused, final, depth, k):
    return ok_found_second(gold, corpus, lists, fused, final, depth, k).replace("the ", "")


def bad_nothing_for_what_is_found(gold, corpus, lists, fused, final, depth, k):
    stage = ok_found_second(gold, corpus, lists, fused, final, depth, k)
    return None if stage == "found" else stage
