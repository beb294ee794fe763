"""From an aggregate question to a tool and its parameters, by rules a person can read, without a model.

Five things are looked for in turn: the measure, the period, what narrows it, what it is grouped by, how many rows.
Each word that a rule used is crossed out. What is left over must be filler: a question with a word that no rule
understood is refused, and says which word. So the route may refuse what a person could have answered, and it does not
answer another question than the one that was asked.

Fails when: the question is put in words that no rule knows (refused), or a word has two meanings ("late" refunds).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from lab_utils.search import aggregate_words as words
from lab_utils.search.periods import EVERYTHING, TODAY, Period, find_period, find_periods, period_words
from lab_utils.search.shop_tools import TOOLS


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call; `label` goes in front of its rows where a question needs several calls."""

    tool: str
    arguments: dict[str, Any]
    label: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """The calls that answer a question, or why there are none."""

    calls: tuple[Call, ...] = ()
    refusal: str = ""
    keep: dict[str, frozenset[str]] = field(default_factory=dict)
    """column -> values to keep of the result, where the question names some of a grouping"""
    steps: tuple[str, ...] = ()


def plan(text: str) -> Plan:
    """What to call for `text`, or a refusal in words."""
    question = _Question(text)
    missing = re.search(rf"\b(?:{words.NOT_HERE})\b", question.left)
    if missing:
        return Plan(refusal=f"not in the data: no table says anything about {missing[0]!r}")
    found = question.measure()
    if found is None:
        return Plan(refusal="no measure recognised: ask for orders, sales, units, refunds, GMV, customers or products")
    tool, arguments = found
    periods, assumed = question.periods(tool)
    keep = question.narrow(tool, arguments)
    question.group(tool, arguments)
    unknown = question.leftover()
    if unknown:
        return Plan(refusal=f"not understood: {', '.join(map(repr, unknown))}")
    calls = []
    for period in periods:
        label = period_name(period) if len(periods) > 1 else ""
        calls.append(Call(tool, arguments | _period_arguments(tool, period), label))
    return Plan(tuple(calls), keep=keep, steps=(f"measure: {tool}", *assumed))


_RANKED_THINGS = "products?|skus?|items?|customers?|days?|months?|regions?|(?:refund )?reasons?|quarters?|channels?|famil(?:y|ies)"


class _Question:
    """The text, and what of it no rule has used yet."""

    def __init__(self, text: str):
        self.text = words.corrected(text)
        self.left = self.text

    def take(self, pattern: str) -> re.Match[str] | None:
        """The first match among what is left, crossed out everywhere."""
        match = re.search(rf"\b(?:{pattern})(?!\w)", self.left)
        if match:
            self.left = re.sub(rf"\b(?:{pattern})(?!\w)", " / ", self.left)
        return match

    def take_all(self, choices: dict[str, str]) -> list[str]:
        return [name for name, pattern in choices.items() if self.take(pattern)]

    def takes(self, tool: str, parameter: str) -> tuple[str, ...] | None:
        """The choices of a parameter (an empty tuple for a free one), None where the tool lacks it."""
        return next((known.choices for known in TOOLS[tool].parameters if known.name == parameter), None)

    def measure(self) -> tuple[str, dict[str, Any]] | None:
        """The tool, and the arguments that the measure itself fixes."""
        share = self.take(r"rates?|percent(?:age)?|proportion|fraction|share") or ("%" in self.left or None)
        counted = self.take(r"how many|number of|nr of|no\. of|count(?: only)?|#")
        currency = self.take(r"(?:all |everything )?(?:in|as|to|converted to) (?:us )?(?P<to>eur|euros?|usd|dollars?)")
        code = None if currency is None else "EUR" if currency["to"].startswith("eur") else "USD"
        number = self.number()
        reasons = self.take_all(words.REASONS)
        if self.take(r"refund(?:s|ed)?(?: requests?)?(?: asked for)?|money back|paid back|reimburse(?:d|ments?)") or reasons:
            tool, fixed = self._refunds(share, counted, number, code)
            return tool, fixed | ({"reason": reasons[0]} if reasons else {})
        if self.take(r"gmv|gross merchandise(?: value)?"):
            return None if share else ("gmv", {"n": number} if number else {})
        if self.take(r"cancel(?:led|ed|lations?|ations?|s)?(?: orders?)?"):
            return ("cancelled_share", {}) if share else ("count_orders", {"status": "cancelled"})
        if share:
            return None
        if self.take(
            r"new (?:customers?|accounts?|sign-?ups?|buyers?)|sign-?ups?|signed up|(?:accounts?|customers?) (?:were |was )?(?:opened|joined)|opened an account"
        ):
            self.take(r"customers?|accounts?")
            return "new_customers", {}
        return self._orders(number, code)

    def number(self) -> int | None:
        """How many rows a ranking asks for: "top 5", "which 5 products ... most often", 1 for "the best"; None for no ranking."""
        count = rf"(?P<n>\d{{1,2}}|{'|'.join(words.NUMBERS)})"
        found = self.take(rf"(?:top|best|biggest|highest|largest) ?-?{count}(?: best| biggest| most)?(?: ?-?sell(?:ing|ers?))?")
        best = found or self.take(r"(?:top|best|biggest|most|highest|largest)(?: ?-?sell(?:ing|ers?)| sold| ordered| often)?")
        if best is None:
            return None
        found = found or self.take(rf"{count}(?= (?:{_RANKED_THINGS})(?!\w))|{count.replace('<n>', '<m>')}(?= /)")
        self.take("often")
        text = next(filter(None, found.groupdict().values()), None) if found else None
        return 1 if text is None else words.NUMBERS.get(text) or int(text)

    def _refunds(self, share: Any, counted: Any, number: int | None, code: str | None) -> tuple[str, dict[str, Any]]:
        if share:
            return "refund_rate", {}
        status = self.take(r"(?:still |currently )?(?P<is>pending|open|waiting|outstanding|rejected|refused)")
        if status or self.take(r"(?:by|per|split by|for each) status"):
            fixed = "rejected" if status and status["is"].startswith("re") else "pending"
            return "refunds_by_status", {"refund_status": fixed} if status else {}
        if self.take(r"(?:from |of |for )?(?:orders (?:from|of|in) )?(?:an )?(?:earlier|previous|older|prior) quarters?(?:'s)?(?: orders)?"):
            return "late_refunds", {}
        if number and self.take(r"products?|skus?|items?"):
            return "top_refunded_products", {"n": number}
        money = self.take(r"amounts?|value|money|sums?|total(?:s|led)?|how much")
        top = {"n": number} if number else {}
        if counted and not money:
            return "count_refunds", top
        return ("refunds_converted", {"currency": code}) if code and not number else ("refunded_amount", top)

    def _orders(self, number: int | None, code: str | None) -> tuple[str, dict[str, Any]] | None:
        if self.take(r"(?:average|avg|mean) (?:order|basket|sale)s?(?: (?:value|size|total))?|aov|average basket"):
            return "average_order", {}
        sales = self.take(
            r"sales|revenue|turnover|income|takings|earned|earnings|money|order value|spend(?:ing|ers?)?|spent|(?:did )?(?:\w+ )?(?:buy|bought)(?= for)"
        )
        if not sales and self.take(r"how much (?:did|have|has)(?= .*\b(?:buy|bought|ordered)\b)"):
            self.take(r"buy|bought|ordered")
            sales = True
        bought = sales or re.search(r"\b(?:orders?|ordered|units?|pieces?|sold|bought|buy)\b", self.left)
        if not (bought and not number) and (
            self.take(r"customers?|buyers?|clients?|accounts?") or re.search(rf"\b(?:{'|'.join(words.BUYERS.values())})(?!\w)", self.left)
        ):
            if number and (sales or code):
                return "top_customers", {"n": number, "currency": code or self.currency()}
            return None if number else ("count_customers", {})
        if number and self.take(r"products?|skus?|items?|sellers?"):
            by_orders = self.take(r"by (?:number of )?orders")
            self.take(r"by (?:units?|pieces)(?: sold)?|units?|pieces|sold")
            measure = "sales" if sales or code else "orders" if by_orders else "units"
            return "top_products", {"n": number, "measure": measure, "currency": code or self.currency()}
        top = {"n": number} if number else {}
        if not sales and self.take(r"units?|pieces?|pcs|(?:did )?(?:we )?(?:sell|sold)"):
            self.take(r"orders?|sold")
            return "units_sold", top
        if sales:
            self.take(r"orders?")
            return ("sales_converted", {"currency": code}) if code else ("sales", top)
        if self.take(r"orders?|ordered|purchases?"):
            for status, pattern in (
                ("partially_refunded", r"partial(?:ly)?"),
                ("open", r"open|not (?:yet )?(?:sent|shipped)(?: yet)?"),
                ("completed", r"completed?"),
            ):
                if self.take(pattern):
                    return "count_orders", {"status": status, **top}
            return "count_orders", top
        if self.take(r"products?|skus?"):
            return "count_products", {}
        return None

    def currency(self) -> str:
        """The currency of the first region named; euros where none is."""
        region = next((name for name, pattern in words.REGIONS.items() if re.search(rf"\b(?:{pattern})(?!\w)", self.left)), "EU")
        return "EUR" if region in ("EU", "ND") else "USD"

    def periods(self, tool: str) -> tuple[list[Period | None], tuple[str, ...]]:
        """The stretches of time the question names, crossed out; everything, said so, where it names none."""
        found = [*find_periods(self.left)] or ([one] if (one := find_period(self.left)) else [])
        since = re.search(r"\bsince\b", self.left)
        self.left = period_words(self.left)
        self.take(r"since|during|between|until|so far|to date|from")
        if self.takes(tool, "start") is None and self.takes(tool, "quarter") is None:
            return [None], ()
        if since and found:
            return [Period(found[0].start, TODAY)], ()
        if not found:
            return [EVERYTHING], (f"no period named: {EVERYTHING.start} to {EVERYTHING.end}",)
        return list(found), ()

    def narrow(self, tool: str, arguments: dict[str, Any]) -> dict[str, frozenset[str]]:
        """Put regions, SKU, channel, plan and family into `arguments`; several regions become a grouping to keep from."""
        sku = self.take(r"sku[-_ ]?(?P<digits>\d{5})")
        if sku and self.takes(tool, "sku") is not None:
            arguments["sku"] = f"SKU-{sku['digits']}"
        elif sku:
            self.left += " sku"
        regions = self.take_all(words.REGIONS)
        keep: dict[str, frozenset[str]] = {}
        lists = {"channel": words.CHANNELS, "plan": words.PLANS, "family": words.FAMILIES, "buyer": words.BUYERS, "tenant": words.TENANTS}
        for name, choices in lists.items():
            hits = self.take_all(choices) if self.takes(tool, name) is not None else []
            if len(hits) > 1 and name in (self.takes(tool, "by") or ()):
                arguments["by"], keep = name, {name: frozenset(hits)}
            elif hits:
                arguments[name] = hits[0]
                self.left += " several" if len(hits) > 1 else ""
        if len(regions) > 1 and "region" in (self.takes(tool, "by") or ()):
            self.left += " several" if keep else ""  # two groupings at once are more than a tool can do
            arguments["by"], keep = "region", {"region": frozenset(regions)}
        elif regions and self.takes(tool, "region") is not None:
            arguments["region"] = regions[0]
            self.left += " several" if len(regions) > 1 else ""
        return keep

    def group(self, tool: str, arguments: dict[str, Any]) -> None:
        """Put the grouping into `arguments`. A second one, or a ranking of nothing, is left over and so refused."""
        names = self.takes(tool, "by") or ()
        for name in sorted(names, key=lambda name: name != "family"):  # "product family" before "product"
            thing = words.GROUPINGS[name]
            lead = r"(?:split |broken down )?by|per|(?:for |in )?each|every|which|what|top"
            if self.take(rf"(?:{lead}) (?:the )?(?:{thing})|{name} by {name}|{name}ly") or ("n" in arguments and self.take(thing)):
                self.left += " several" if "by" in arguments else ""
                arguments.setdefault("by", name)
        if names and "n" in arguments and "by" not in arguments:
            self.left += " ranking"

    def leftover(self) -> list[str]:
        """The words that no rule used and that are no filler."""
        return [word for word in dict.fromkeys(re.findall(r"[a-z][a-z'-]+|\d+", self.left)) if word not in words.FILLER]


def _period_arguments(tool: str, period: Period | None) -> dict[str, str]:
    if period is None:
        return {}
    if any(parameter.name == "quarter" for parameter in TOOLS[tool].parameters):
        return {"quarter": f"{period.start.year}Q{(period.start.month + 2) // 3}"}
    return {"start": period.start.isoformat(), "end": period.end.isoformat()}


def period_name(period: Period) -> str:
    """2025Q3, 2025-10, 2024, 2025-11-16, or both ends."""
    first, last = period.start, period.end
    if first == last:
        return first.isoformat()
    if (first.year, first.month) == (last.year, last.month):
        return f"{first:%Y-%m}"
    if first.year == last.year and (first.month, last.month) == (1, 12):
        return str(first.year)
    if first.year == last.year and first.month % 3 == 1 and last.month == first.month + 2:
        return f"{first.year}Q{last.month // 3}"
    return f"{first} to {last}"
