"""What is a question counting or adding up? From its words to a tool, and to the arguments that the measure itself fixes.

Refunds come first, since "refunded orders" are about refunds; then GMV, cancellations, new customers; then orders in all
their forms. Within each, the more special reading comes before the plainer one: "pending refunds" before "refunds".

Fails when: a word that names one measure is used for another ("late" refunds, a "total loss").
"""

from __future__ import annotations

import re
from typing import Any

from lab_utils.search import aggregate_words as words
from lab_utils.search.aggregate_question import Question

Found = tuple[str, dict[str, Any]]
"""a tool and its first arguments"""

_SHARE = r"rates?|percent(?:age)?|proportion|fraction|share"
_COUNTED = r"how many|number of|nr of|no\. of|count(?: only)?|#"
_CONVERTED = r"(?:all |everything )?(?:in|as|to|converted to) (?:us )?(?P<to>eur|euros?|usd|dollars?)"
_REFUNDS = r"refund(?:s|ed)?(?: requests?)?(?: asked for)?|money back|paid back|reimburse(?:d|ments?)"
_GMV = r"gmv|gross merchandise(?: value)?"
_CANCELLED = r"cancel(?:led|ed|lations?|ations?|s)?(?: orders?)?"
_NEW_CUSTOMERS = (
    r"new (?:customers?|accounts?|sign-?ups?|buyers?)|sign-?ups?|signed up|(?:accounts?|customers?) (?:were |was )?(?:opened|joined)|opened an account"
)
_PENDING = r"(?:still |currently )?(?P<is>pending|open|waiting|outstanding|rejected|refused)"
_EARLIER_QUARTER = r"(?:from |of |for )?(?:orders (?:from|of|in) )?(?:an )?(?:earlier|previous|older|prior) quarters?(?:'s)?(?: orders)?"
_MONEY = r"amounts?|value|money|sums?|total(?:s|led)?|how much"
_AVERAGE = r"(?:average|avg|mean) (?:order|basket|sale)s?(?: (?:value|size|total))?|aov|average basket"
_SALES = r"sales|revenue|turnover|income|takings|earned|earnings|money|order value|spend(?:ing|ers?)?|spent|(?:did )?(?:\w+ )?(?:buy|bought)(?= for)"
_HOW_MUCH_BOUGHT = r"how much (?:did|have|has)(?= .*\b(?:buy|bought|ordered)\b)"
_PRODUCTS = r"products?|skus?|items?"
_CUSTOMERS = r"customers?|buyers?|clients?|accounts?"
_ORDER_STATUSES = {
    "partially_refunded": r"partial(?:ly)?",
    "open": r"open|not (?:yet )?(?:sent|shipped)(?: yet)?",
    "completed": r"completed?",
}
_RANKED_THINGS = rf"{_PRODUCTS}|customers?|days?|months?|regions?|(?:refund )?reasons?|quarters?|channels?|famil(?:y|ies)"


def measure(question: Question) -> Found | None:
    """The tool for a question, or None where no measure is recognised."""
    share = bool(question.take(_SHARE)) or "%" in question.left
    counted = bool(question.take(_COUNTED))
    currency = question.take(_CONVERTED)
    code = None if currency is None else "EUR" if currency["to"].startswith("eur") else "USD"
    number = _number(question)
    top = {"n": number} if number else {}
    reasons = question.take_all(words.REASONS)
    if question.take(_REFUNDS) or reasons:
        tool, fixed = _refunds(question, share, counted, number, code)
        return tool, fixed | ({"reason": reasons[0]} if reasons else {})
    if question.take(_GMV):
        return None if share else ("gmv", top)
    if question.take(_CANCELLED):
        return ("cancelled_share", {}) if share else ("count_orders", {"status": "cancelled"})
    if share:
        return None
    if question.take(_NEW_CUSTOMERS):
        question.take(r"customers?|accounts?")
        return "new_customers", {}
    return _orders(question, number, code)


def _number(question: Question) -> int | None:
    """How many rows a ranking asks for: "top 5", "which 5 products ... most often", 1 for "the best"; None for no ranking."""
    count = rf"(?P<n>\d{{1,2}}|{'|'.join(words.NUMBERS)})"
    found = question.take(rf"(?:top|best|biggest|highest|largest) ?-?{count}(?: best| biggest| most)?(?: ?-?sell(?:ing|ers?))?")
    best = found or question.take(r"(?:top|best|biggest|most|highest|largest)(?: ?-?sell(?:ing|ers?)| sold| ordered| often)?")
    if best is None:
        return None
    found = found or question.take(rf"{count}(?= (?:{_RANKED_THINGS})(?!\w))|{count.replace('<n>', '<m>')}(?= /)")
    question.take("often")
    text = next(filter(None, found.groupdict().values()), None) if found else None
    return 1 if text is None else words.NUMBERS.get(text) or int(text)


def _refunds(question: Question, share: bool, counted: bool, number: int | None, code: str | None) -> Found:
    if share:
        return "refund_rate", {}
    status = question.take(_PENDING)
    if status or question.take(r"(?:by|per|split by|for each) status"):
        fixed = "rejected" if status and status["is"].startswith("re") else "pending"
        return "refunds_by_status", {"refund_status": fixed} if status else {}
    if question.take(_EARLIER_QUARTER):
        return "late_refunds", {}
    if number and question.take(_PRODUCTS):
        return "top_refunded_products", {"n": number}
    money = question.take(_MONEY)
    top = {"n": number} if number else {}
    if counted and not money:
        return "count_refunds", top
    return ("refunds_converted", {"currency": code}) if code and not number else ("refunded_amount", top)


def _orders(question: Question, number: int | None, code: str | None) -> Found | None:
    if question.take(_AVERAGE):
        return "average_order", {}
    sales = bool(question.take(_SALES))
    if not sales and question.take(_HOW_MUCH_BOUGHT):
        question.take(r"buy|bought|ordered")
        sales = True
    # Customers are counted or ranked; where people buy something, it is the orders that are asked for.
    bought = sales or question.has(r"\b(?:orders?|ordered|units?|pieces?|sold|bought|buy)\b")
    if (number or not bought) and (question.take(_CUSTOMERS) or question.has(rf"\b(?:{'|'.join(words.BUYERS.values())})(?!\w)")):
        if number and (sales or code):
            return "top_customers", {"n": number, "currency": code or _currency(question)}
        return None if number else ("count_customers", {})
    if number and question.take(rf"{_PRODUCTS}|sellers?"):
        by_orders = question.take(r"by (?:number of )?orders")
        question.take(r"by (?:units?|pieces)(?: sold)?|units?|pieces|sold")
        ranked_by = "sales" if sales or code else "orders" if by_orders else "units"
        return "top_products", {"n": number, "measure": ranked_by, "currency": code or _currency(question)}
    top = {"n": number} if number else {}
    if not sales and question.take(r"units?|pieces?|pcs|(?:did )?(?:we )?(?:sell|sold)"):
        question.take(r"orders?|sold")
        return "units_sold", top
    if sales:
        question.take(r"orders?")
        return ("sales_converted", {"currency": code}) if code else ("sales", top)
    if question.take(r"orders?|ordered|purchases?"):
        status = next((name for name, pattern in _ORDER_STATUSES.items() if question.take(pattern)), None)
        return "count_orders", ({"status": status} if status else {}) | top
    if question.take(r"products?|skus?"):
        return "count_products", {}
    return None


def _currency(question: Question) -> str:
    """The currency of the first region named; euros where none is."""
    region = next((name for name, pattern in words.REGIONS.items() if re.search(rf"\b(?:{pattern})(?!\w)", question.left)), "EU")
    return "EUR" if region in ("EU", "ND") else "USD"
