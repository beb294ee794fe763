"""The words of aggregate questions: names of regions, channels, reasons; and what may stand in a question besides.

Kept apart from the rules (aggregate.py), so that a new region or product is a line here and no rule.
"""

from __future__ import annotations

import difflib
import re

REGIONS = {
    "EU": r"eu|europe(?:an)?|europe's",
    "ND": r"nd|nordics?|scandinavian?",
    "AM": r"am|(?:north )?americas?|american|the us|usa",
    "SG": r"sg|sing|singapore(?:'s|an)?",
    "AU": r"au|australian?|aussie",
}
CHANNELS = {"web": r"web(?:site|shop)?|online", "app": r"app", "phone": r"(?:by |over the )?(?:tele)?phone", "partner": r"partners?|resellers?"}
PLANS = {"Sprout": r"sprout", "Grove": r"grove", "Canopy": r"canopy"}
REASONS = {
    "changed_mind": r"changed? (?:their |my )?minds?",
    "does_not_fit": r"(?:does|do|did)(?: not|n'?t) fit",
    "wrong_item": r"wrong (?:item|product|one)s?",
    "dead_on_arrival": r"dead[ -]on[ -]arrivals?|doa",
    "damaged_in_transit": r"damaged? in (?:transit|the post)|transit damages?|damaged?",
    "lost_parcel": r"lost (?:parcels?|packages?)|lost in (?:the )?post",
    "late_delivery": r"late (?:delivery|deliveries)",
    "goodwill": r"goodwill",
    "recall": r"recalls?(?:ed)?",
    "warranty": r"warranty",
    "chargeback": r"charge ?-?backs?",
}
FAMILIES = {
    "fernbox-home-2": r"(?:fernbox )?home ?-?2s?",
    "fernbox-studio-air": r"(?:fernbox )?studio[ -]airs?",
    "fernlink-go": r"fernlink[ -]gos?",
    "fernbox-home": r"fernbox homes?|first homes?",
    "fernbox-nook": r"(?:fernbox )?nooks?",
    "fernbox-studio": r"(?:fernbox )?studios?",
    "fernbox-office": r"fernbox offices?",
    "fernbox-rack": r"(?:fernbox )?racks?",
    "fernlink": r"fernlinks?",
    "drives": r"(?:hard ?)?drives?|disks?",
    "accessories": r"accessory|accessories",
    "bundles": r"bundles?",
    "spare-parts": r"spare[ -]?parts?",
}
GROUPINGS = {
    "region": r"regions?|country|countries|areas?",
    "month": r"months?|monthly",
    "quarter": r"quarters?|quarterly|qtr",
    "channel": r"(?:sales )?channels?",
    "reason": r"(?:refund )?reasons?(?: codes?)?",
    "product": r"products?|skus?|items?",
    "family": r"family|families|product (?:lines?|groups?|family|families)|category|categories",
    "plan": r"plans?|subscriptions?",
    "day": r"days?|daily",
    "status": r"status(?:es)?",
    "heard_from": r"sources?|where they heard of us",
    "method": r"methods?",
    "tenant": r"tenants?",
    "buyer": r"(?:kinds? of )?(?:buyers?|customers?)",
}
TENANTS = {
    "harbourlight": r"harbourlight(?: clinics)?",
    "ostmark": r"ostmark(?: studios)?",
    "tallis-rowe": r"tallis(?:[ -](?:&|and)?[ -]?rowe)?(?: architects)?",
}
BUYERS = {"business": r"business(?:es)?(?: customers?)?|firms?|company|companies|b2b", "household": r"households?|private (?:people|customers?|persons?)|b2c"}
NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}

# Asked for often enough, and in none of the tables.
NOT_HERE = (
    r"profits?|margins?|salar\w+|visits?|visitors|traffic|page ?views|conversion|employees|staff|headcount|stock|inventory|ratings?|reviews?|churn|tickets?|"
    r"downloads|nps|satisfaction|forecast|budget|uptime|latency|bandwidth|installs?"
)

# Words that carry nothing: a question that holds any other word was not understood, and is refused.
FILLER = frozenset(
    "a about across all altogether an and any are as at back be been being by can check come could did do does each every far figure figures for from full fyi "
    "get give go got had has have hello hey hi how i in into is it its just know last look made make many me my need no number of off on only or our out over "
    "overall paid pay per please pls plz put quick quickly right say see shop show so take tell than thanks that the their them there these they this those "
    "through thx till to total totals us was way we went were what whats what's when which with would year you your broken down split compared compare "
    "comparison versus vs now currently did ok one value worth amount amounts much ever want like big report numbers board slides meeting call boss "
    "someone somebody quickly anyone against both who more names people we've im i'm keep keeps need needs".split()
)
# Short forms that people type.
SHORT = {"yr": "year", "yrs": "years", "qtr": "quarter", "wk": "week", "mth": "month", "mo": "month", "payed": "paid", "ppl": "people", "bday": "business day"}

_PLURAL_OK = re.compile(r"[a-z]+")


def vocabulary() -> frozenset[str]:
    """Every plain word of the lists above and of the rules: what a misspelt word is corrected to."""
    patterns = [*REGIONS.values(), *CHANNELS.values(), *PLANS.values(), *REASONS.values(), *FAMILIES.values(), *GROUPINGS.values()]
    words = {word for pattern in patterns for word in re.findall(r"[a-z]{4,}", pattern)}
    words |= {word.removesuffix("s") for word in words} | {word for word in FILLER if len(word) > 3}
    words |= set(
        "refund refunds refunded sales revenue turnover orders ordered cancelled cancellation cancellations customers customer accounts account business "
        "businesses household households average basket sold units rate share percent percentage pending rejected partially completed signups opened selling "
        "sellers quarter quarters january february march april june july august september october november december yesterday products product region regions "
        "gross merchandise value biggest highest largest best previous".split()
    )
    return frozenset(words)


_VOCABULARY = vocabulary()


def corrected(text: str) -> str:
    """The text in lower case, each unknown word of six letters or more replaced by the one known word that is close to it."""

    def mend(match: re.Match[str]) -> str:
        word = SHORT.get(match[0], match[0])
        if len(word) < 6 or word in _VOCABULARY:
            return word
        close = difflib.get_close_matches(word, sorted(_VOCABULARY), n=1, cutoff=0.84)
        return close[0] if close else word

    lowered = " ".join(text.lower().replace("\u2019", "'").split())
    return _PLURAL_OK.sub(mend, lowered)
