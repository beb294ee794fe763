"""A tokenizer that keeps identifiers: what people write."""

import re


def _terms(text, compounds=r"[a-z0-9]+(?:[_./-][a-z0-9]+)*", cut=r"[_./-]", is_code=lambda compound, pieces: re.search(r"[0-9_]", compound)):
    """Compounds, then their pieces, with one of the steps replaced. The text comes in lower case, or not."""
    terms = []
    for compound in re.findall(compounds, text):
        pieces = [piece for piece in re.split(cut, compound) if piece]
        if len(pieces) > 1 and is_code(compound, pieces):
            terms.append(compound)
        terms.extend(pieces)
    return terms


def ok_two_patterns(text):
    terms = []
    for compound in re.findall(r"[a-z0-9]+(?:[_./-][a-z0-9]+)*", text.lower()):
        pieces = re.split(r"[_./-]", compound)
        if len(pieces) > 1 and re.search(r"[0-9_]", compound):
            terms.append(compound)
        terms.extend(pieces)
    return terms


def ok_letter_by_letter(text):
    text, letters, marks = text.lower(), "abcdefghijklmnopqrstuvwxyz0123456789", "_-./"
    terms, place = [], 0
    while place < len(text):
        if text[place] not in letters:
            place += 1
            continue
        pieces, whole = [""], ""
        while place < len(text):
            if text[place] in letters:
                pieces[-1] += text[place]
            elif text[place] in marks and place + 1 < len(text) and text[place + 1] in letters:
                pieces.append("")
            else:
                break
            whole += text[place]
            place += 1
        if len(pieces) > 1 and any(letter in "_0123456789" for letter in whole):
            terms.append(whole)
        terms.extend(pieces)
    return terms


def ok_a_tuple(text):
    terms = ()
    for match in re.finditer(r"[a-z0-9]+(?:[-_./][a-z0-9]+)*", text.lower()):
        whole = match.group()
        pieces = tuple(re.findall("[a-z0-9]+", whole))
        is_code = len(pieces) > 1 and (any(map(str.isdigit, whole)) or "_" in whole)
        terms += ((whole,) if is_code else ()) + pieces
    return terms


def ok_a_range_of_the_three_marks(text):
    return _terms(text.lower(), compounds=r"[a-z0-9]+(?:[_\--/][a-z0-9]+)*")


def bad_split_at_spaces(text):
    return text.lower().split()


def bad_pieces_alone(text):
    return re.findall(r"[a-z0-9]+", text.lower())


def bad_word_characters(text):
    return re.findall(r"\w+", text.lower())


def bad_codes_whole_only(text):
    terms = []
    for compound in re.findall(r"[a-z0-9]+(?:[_./-][a-z0-9]+)*", text.lower()):
        terms += [compound] if re.search(r"[0-9_]", compound) else re.split(r"[_./-]", compound)
    return terms


def bad_every_compound_whole(text):
    return _terms(text.lower(), is_code=lambda compound, pieces: True)


def bad_pieces_first(text):
    terms = []
    for compound in re.findall(r"[a-z0-9]+(?:[_./-][a-z0-9]+)*", text.lower()):
        found = _terms(compound)
        terms += [*found[1:], found[0]] if found[0] == compound else found
    return terms


def bad_wholes_at_the_end(text):
    wholes = re.findall(r"[a-z0-9]+(?:[_./-][a-z0-9]+)+", text.lower())
    return re.findall(r"[a-z0-9]+", text.lower()) + [whole for whole in wholes if re.search(r"[0-9_]", whole)]


def bad_numbers_twice(text):
    terms = []
    for compound in re.findall(r"[a-z0-9]+(?:[_./-][a-z0-9]+)*", text.lower()):
        if re.search(r"[0-9_]", compound):
            terms.append(compound)
        terms.extend(re.split(r"[_./-]", compound))
    return terms


def bad_several_marks_join_too(text):
    return _terms(text.lower(), compounds=r"[a-z0-9][a-z0-9_./-]*[a-z0-9]|[a-z0-9]")


def bad_marks_stripped_from_what_spaces_divide(text):
    chunks = " ".join(chunk.strip("_-./,;:?!()'\"") for chunk in text.lower().split())
    return _terms(chunks, compounds=r"\S+", cut=r"[^a-z0-9]+")


def bad_whatever_spaces_divide(text):
    return _terms(text.lower(), compounds=r"\S+", cut=r"[^a-z0-9]+")


def bad_marks_at_the_edges(text):
    return _terms(text.lower(), compounds=r"[a-z0-9_./-]+")


def bad_marks_at_the_edge_of_a_number(text):
    terms = []
    for chunk in re.findall(r"[a-z0-9_./-]+", text.lower()):
        if re.search(r"[_./-]", chunk) and re.search(r"[0-9_]", chunk):
            terms.append(chunk)
        terms.extend(re.findall(r"[a-z0-9]+", chunk))
    return terms


def bad_each_term_once(text):
    return list(dict.fromkeys(_terms(text.lower())))


def bad_a_set(text):
    return set(_terms(text.lower()))


def bad_one_text(text):
    return " ".join(_terms(text.lower()))


def bad_capitals_stay(text):
    return _terms(text, compounds=r"[A-Za-z0-9]+(?:[_./-][A-Za-z0-9]+)*")


def bad_capitals_lost(text):
    return _terms(text)


def bad_capitals_in_the_first_piece_only(text):
    return [term.lower() for term in _terms(text, compounds=r"[A-Za-z0-9]+(?:[_./-][a-z0-9]+)*")]


def bad_whole_in_lower_case_pieces_not(text):
    terms = _terms(text, compounds=r"[A-Za-z0-9]+(?:[_./-][A-Za-z0-9]+)*")
    return [term.lower() if re.search(r"[_./-]", term) else term for term in terms]


def bad_digits_alone_make_a_code(text):
    return _terms(text.lower(), is_code=lambda compound, pieces: re.search(r"[0-9]", compound))


def bad_underscores_alone_make_a_code(text):
    return _terms(text.lower(), is_code=lambda compound, pieces: "_" in compound)


def bad_a_piece_must_be_a_number(text):
    return _terms(text.lower(), is_code=lambda compound, pieces: "_" in compound or any(piece.isdigit() for piece in pieces))


def bad_a_code_needs_a_letter(text):
    return _terms(text.lower(), is_code=lambda compound, pieces: re.search(r"[a-z]", compound) and re.search(r"[0-9_]", compound))


def bad_no_slash(text):
    return _terms(text.lower(), compounds=r"[a-z0-9]+(?:[_.-][a-z0-9]+)*")


def bad_no_full_stop(text):
    return _terms(text.lower(), compounds=r"[a-z0-9]+(?:[_/-][a-z0-9]+)*")


def bad_two_pieces_at_most(text):
    return _terms(text.lower(), compounds=r"[a-z0-9]+(?:[_./-][a-z0-9]+)?")


def bad_findall_gives_the_group(text):
    return _terms(text.lower(), compounds=r"[a-z0-9]+([_./-][a-z0-9]+)*")


def bad_letters_with_accents(text):
    return _terms(text.lower(), compounds=r"[^\W_]+(?:[_./-][^\W_]+)*")


def bad_drops_stop_words(text):
    return [term for term in _terms(text.lower()) if term not in {"a", "the", "is", "in", "of", "to"}]


def bad_a_range_from_comma_to_slash(text):
    return _terms(text.lower(), compounds=r"[a-z0-9]+(?:[,-/_][a-z0-9]+)*", cut=r"[,_./-]")
