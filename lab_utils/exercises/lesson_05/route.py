"""A router: guess the pattern of a question from its words, and send it to the strategy that fits.

Rules, the first that fits decides. They are cheap, they can be read, and each error can be traced to a line.
Blind spot: words that mean something else here ("total loss"), and every way of asking that nobody has thought of.
Measure it apart from what comes after: a right answer by the wrong route is luck.
"""

import random
import re

from lab_utils.exercises import Case, Exercise, Mistake


def route(text: str, history: list[str]) -> str:
    """The pattern of a question. The first rule that fits decides; capitals make no difference.

    1. "follow-up": there is a history, and the text begins with the word "and", "what about" or "how about".
    2. "aggregate": it holds "how many", "how much", "number of", "total", "average", "most", "per" or "top" and a number
       ("top 5"), as whole words.
    3. "identifier": it holds a code. A code is a run of letters, digits, `_` and `-` that has a letter, and a digit or
       a `_`: ERR_4471, SKU-77821, gmv_daily, err4471.
    4. "concept": everything else.
    """
    text = text.lower()
    if history and re.match(r"\s*(and|what about|how about)\b", text):
        return "follow-up"
    if re.search(r"\b(how many|how much|number of|total|average|most|per|top [0-9]+)\b", text):
        return "aggregate"
    runs = re.findall(r"[a-z0-9_-]+", text)
    if any(re.search("[a-z]", run) and re.search("[0-9_]", run) for run in runs):
        return "identifier"
    return "concept"


# What people write instead. Each is run by the tests, and each must earn exactly its own message.


def looks_for_codes_first(text, history):
    pattern = route(text, history)
    return "identifier" if pattern == "aggregate" and route(re.sub(r"how|number|total|average|most|per|top", "", text.lower()), []) == "identifier" else pattern


def finds_words_inside_words(text, history):
    pattern = route(text, history)
    inside = any(word in text.lower() for word in ("how many", "how much", "number of", "total", "average", "most", "per"))
    return "aggregate" if inside and pattern != "follow-up" else pattern


def forgets_the_history(text, history):
    return route(text, ["anything"])


def capitals_matter(text, history):
    if history and re.match(r"\s*(and|what about|how about)\b", text):
        return "follow-up"
    if re.search(r"\b(how many|how much|number of|total|average|most|per|top [0-9]+)\b", text):
        return "aggregate"
    pattern = route(text, [])
    return pattern if pattern == "identifier" else "concept"


def cases(rng: random.Random) -> list[Case]:
    code = f"{rng.choice(['ERR', 'TLS'])}_{rng.randint(1000, 9999)}"
    earlier = ["what is the notice period for employees?"]
    return [
        Case("a plain question", text="why is syncing slow", history=[]),
        Case("an error code", text="what does ERR_4471 mean", history=[]),
        Case("a total", text="total refunds by region last quarter", history=[]),
        Case("a follow-up", text="and for contractors?", history=earlier),
        Case("a part number", text="is SKU-77821 in stock", history=[]),
        Case("a code in small letters, run together", text="help with err4471", history=[]),
        Case("the best few", text="top 5 products by revenue", history=[]),
        Case("a number that is no code", text="can I return a box after 14 days", history=[]),
        Case("a history, but a question of its own", text="where do I see my quota", history=earlier),
        Case("two words that begin alike", text="android app keeps crashing", history=earlier),
        Case("capitals", text="How many boxes were sold in Singapore", history=[]),
        Case("begins like a follow-up, with nothing before it", text="and how do I share a folder", history=[]),
        Case("a word inside another word", text="the screen is totally black", history=[]),
        Case("a code at random", text=f"box shows {code}", history=[]),
        Case("a count about a code", text="how many customers reported ERR_4471", history=[]),
    ]


EXERCISE = Exercise(
    id="route",
    lesson="05",
    order=2,
    title="Route a question by its words",
    minutes=12,
    difficulty=2,
    points=4,
    reference=route,
    cases=cases,
    mistakes=(
        Mistake(
            looks_for_codes_first,
            "A question that asks for a number about a code goes to keyword search in yours. It finds pages that name the code, and none that counts anything.",
        ),
        Mistake(
            finds_words_inside_words,
            "Yours finds a counting word inside another word: the total in 'totally'. A black screen is now a question for the database.",
        ),
        Mistake(forgets_the_history, "Yours calls a question a follow-up when nothing came before it. There is nothing to rewrite it with."),
        Mistake(capitals_matter, "A capital letter changes the route in yours. People begin sentences with one."),
    ),
    hints=(
        "'How many customers reported ERR_4471?' holds a code and asks for a number. Which of the two says what the answer looks like?",
        "One test for each rule, in the order given, each returning at once. What in a pattern makes 'total' match a word and not the beginning of 'totally'?",
        "text in small letters\nhistory and a beginning word -> follow-up\na counting word, between word boundaries -> aggregate\n"
        "any run with a letter and a digit or underscore -> identifier\notherwise -> concept",
    ),
)
