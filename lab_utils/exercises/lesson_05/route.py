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

    history: what was said before, a list of texts, often empty. It says only whether there is one;
    `text` is routed.
    1. "follow-up": history is not empty, and the text begins with the words "and", "what about" or
       "how about".
    2. "aggregate": it holds "how many", "how much", "number of", "total", "average", "most", "per",
       or "top" with a number right behind it ("top 5", "top 25"), as whole words: a comma may
       follow, another letter may not.
    3. "identifier": it holds a code. A code is a run of letters a-z, digits, `_` and `-` that has a
       letter, and a digit or a `_`: ERR_4471, SKU-77821, gmv_daily, err4471, 2fa. Any other
       character ends the run.
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
    words = ("how many", "how much", "number of", "total", "average", "most", "per")
    inside = any(word in text.lower() for word in words) or re.search("top [0-9]", text.lower())
    return "aggregate" if inside and pattern != "follow-up" else pattern


def begins_with_the_letters(text, history):
    return "follow-up" if history and text.lower().startswith(("and", "what about", "how about")) else route(text, [])


def takes_any_number_for_a_code(text, history):
    pattern = route(text, history)
    return "identifier" if pattern == "concept" and re.search("[0-9_]", text) else pattern


def cases(rng: random.Random) -> list[Case]:
    code = f"{rng.choice(['ERR', 'TLS'])}_{rng.randint(1000, 9999)}"
    earlier = ["what is the notice period for employees?"]
    counted = ["how many boxes did we sell"]
    return [
        Case("a plain question", text="why is syncing slow", history=[]),
        Case("an error code", text="what does ERR_4471 mean", history=[]),
        Case("a total", text="total refunds by region last quarter", history=[]),
        Case("a follow-up", text="and for contractors?", history=earlier),
        Case("a part number", text="is SKU-77821 in stock", history=[]),
        Case("a code in small letters, run together", text="help with err4471", history=[]),
        Case("the best few", text="top 25 products by revenue", history=[]),
        Case("a number that is no code", text="can I return a box after 14 days", history=[]),
        Case("a word inside another word", text="the screen is totally black", history=[]),
        Case("a history that counts, and a question of its own", text="where do I see shared folders and my quota", history=counted),
        Case("two words that begin alike", text="android app keeps crashing", history=earlier),
        Case("capitals", text="How many boxes were sold in Singapore", history=[]),
        Case("how much", text="how much did we refund in October", history=[]),
        Case("number of", text="number of boxes sold", history=[]),
        Case("most", text="which box comes back most?", history=[]),
        Case("an average, with a comma behind it", text="waiting time on average, in October", history=[]),
        Case("per", text="orders per region", history=[]),
        Case("top, and a number somewhere else", text="the top shelf on page 5 is cut off", history=[]),
        Case("words inside other words", text="can I show many folders on desktop 5", history=[]),
        Case("a code that has an underscore and no digit", text="gmv_daily looks odd", history=[]),
        Case("a code that begins with its digit", text="is 2fa on", history=[]),
        Case("a hyphen, and a slash, which make no code", text="is the drop-in box back in 14 days/2 weeks", history=[]),
        Case("another beginning, with a capital", text="How about Singapore?", history=counted),
        Case("a follow-up that counts", text="And, how many in October?", history=earlier),
        Case("a follow-up about a code", text="What about ERR_4471?", history=earlier),
        Case("begins like a follow-up, with nothing before it", text="what about sharing a folder", history=[]),
        Case("begins with and, with nothing before it", text="and how do I share a folder", history=[]),
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
        Mistake(
            begins_with_the_letters,
            "'android' begins with the letters of 'and', not with the word. Yours calls a question of its own a follow-up, and it will be rewritten.",
        ),
        Mistake(
            takes_any_number_for_a_code,
            "'14 days' holds a number and no code. Yours sends every question with a number in it to keyword search.",
        ),
    ),
    hints=(
        "'How many customers reported ERR_4471?' holds a code and asks for a number. Which of the two says what the answer looks like?",
        "One test for each rule, in the order given, each returning at once. What in a pattern makes 'total' match a word and not the beginning of 'totally'?",
        "text in small letters\nhistory and a beginning word -> follow-up\na counting word, between word boundaries -> aggregate\n"
        "any run with a letter and a digit or underscore -> identifier\notherwise -> concept",
    ),
)
