"""Hold the documents of Fernhollow to its fact base.

Idea: a made-up world is only useful while it agrees with itself. Each check below takes documents and facts and returns
`Fault(file, token, advice)`; nothing stops at the first one. Run `python tests/data/test_corpus.py help-s error-tls`
while writing: it looks at the files that exist.
"""

import datetime
import re
import statistics
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
FACTS, CORPUS = ROOT / "data" / "facts", ROOT / "data" / "corpus"
FOLDERS = {"help": "help", "error": "errors", "product": "products", "policy": "policies", "runbook": "runbooks", "release": "releases"}
HEADER = ["id", "title", "kind", "product", "about", "access", "tenant", "updated"]
MINIMUM = {"help": 120, "error": 110, "product": 50, "policy": 50, "runbook": 60, "release": 30}
WORDS = {"help": (60, 350), "error": (40, 220), "product": (50, 250), "policy": (120, 950), "runbook": (120, 950), "release": (60, 350)}
LONG = (550, 950)
PASSAGE = 230  # words between two headings, the text before the first included
SPREAD = {"help": 30, "error": 12, "product": 15, "policy": 90, "runbook": 90, "release": 20}

# Fixed forms: a line that opens with one of these bold labels, and a table's header and rule, may repeat between documents.
LABELS = [
    "Component",
    "Owner",
    "Severity",
    "First seen",
    "Mended in",
    "Affects",
    "See also",
    "SKU",
    "Part number",
    "Price",
    "Warranty",
    "Status",
    "Launched",
    "Weight",
    "Ports",
    "Fits with",
    "Build",
    "Released",
    "On call",
    "Channel",
    "Services",
    "Start",
    "End",
    "Codes seen",
    "Access",
    "Source table",
    "Threshold",
]
FIELD = re.compile(rf"^(?:[-*] )?\*\*({'|'.join(LABELS)}):\*\*[ \t]*(.*)$", re.M)
TABLE_HEAD = re.compile(r"^\|.*\|[ \t]*\n\|[-:| ]+\|[ \t]*$", re.M)
CLAUSE_LINE = re.compile(r"^(?:[-*] )?\*\*(\d+\.\d+(?:\([a-z]\))?)\*\*", re.M)
RUN = 12

TOKENS = {
    "code": re.compile(r"\b(?:ERR[_-]\d+|(?:TLS|SYNC|DRV|PAY|NET)[-_]\d+)\b"),
    "sku": re.compile(r"\bSKU[-_ ]?\d+\b"),
    "part": re.compile(r"\bFH-PN-[\w-]*\w"),
    "incident": re.compile(r"\bINC-\d+\b"),
    "build": re.compile(r"\b(?:fb|da|ma|sc)-\d{4}\.[\w.-]*\w"),
    "version": re.compile(r"(?<![\w.])v\d+\.\d+(?:\.\d+)?(?![\w])(?!\.\d)"),
    "document": re.compile(r"\b(?:help|error|product|policy|runbook|release)(?:-[a-z0-9]+){2,}\b"),
}
MONTHS = {m: i for i, m in enumerate("January February March April May June July August September October November December".split(), 1)}
DATE = re.compile(r"\b(\d{4})-(\d\d)-(\d\d)\b|\b(\d{1,2}) (" + "|".join(MONTHS) + r") (\d{4})\b")


@dataclass(frozen=True)
class Fault:
    file: str
    token: str
    advice: str

    def __str__(self):
        return f"{self.file}: {self.token!r}: {self.advice}"


@dataclass(frozen=True)
class Document:
    id: str
    file: str
    head: dict
    body: str
    plan: dict

    @property
    def words(self):
        return len(self.body.split())


@dataclass
class Facts:
    """The fact base, read once, with look-up tables by id."""

    plan: dict = field(default_factory=dict)

    def __post_init__(self):
        def read(name):
            return yaml.safe_load((FACTS / f"{name}.yaml").read_text(encoding="utf-8"))

        def by(rows, key):
            return {row[key]: row for row in rows}

        self.plan = by(read("documents")["documents"], "id")
        self.errors = by(read("errors")["errors"], "code")
        self.skus = by(read("devices")["skus"], "sku")
        self.releases = by(read("releases")["releases"], "version")
        self.incidents = by(read("incidents")["incidents"], "number")
        self.policies = by(read("policies")["policies"], "id")
        self.services = by(read("services")["services"], "key")
        self.metrics = by(read("metrics")["metrics"], "key")
        staff = read("people")
        self.people, self.teams = by(staff["people"], "key"), by(staff["teams"], "key")
        self.clauses = {p["id"]: {c["number"]: c["text"] for c in p["clauses"]} for p in self.policies.values()}
        self.known = {
            "code": self.errors,
            "sku": self.skus,
            "part": by(self.skus.values(), "part_number"),
            "incident": self.incidents,
            "build": by(self.releases.values(), "build"),
            "version": self.releases,
            "document": self.plan,
        }

    def team(self, key):
        return self.teams[key]["name"]

    def literal(self, fact):
        """The words that a document with this fact must contain (None: checked elsewhere)."""
        kind, key = fact.split(":", 1)
        named = {"service": self.services, "person": self.people, "team": self.teams}
        return None if kind == "clauses" else named[kind][key]["name"] if kind in named else key


def planned_path(entry):
    return CORPUS / FOLDERS[entry["kind"]] / f"{entry['id']}.md"


def load(facts, prefixes=()):
    """Existing documents (those whose id or kind starts with a prefix), with faults in place and front matter."""
    documents, faults = [], []
    for path in sorted(CORPUS.rglob("*.md")):
        name = str(path.relative_to(ROOT))
        entry = facts.plan.get(path.stem)
        if prefixes and not any(path.stem.startswith(p) or (entry and entry["kind"] == p) for p in prefixes):
            continue
        if entry is None or planned_path(entry) != path:
            faults.append(Fault(name, path.stem, "not in data/facts/documents.yaml at this place; rename, move or remove it"))
            continue
        match = re.match(r"---\n(.*?)\n---\n(.*)", path.read_text(encoding="utf-8"), re.S)
        try:
            head = yaml.safe_load(match[1]) if match else None
        except yaml.YAMLError as error:
            head = None
            faults.append(Fault(name, "---", f"front matter is not YAML ({str(error).splitlines()[0]}); quote a title that holds a colon"))
        if not isinstance(head, dict):
            faults.append(Fault(name, "---", "begin with front matter between two lines of ---"))
            continue
        if list(head) != HEADER:
            faults.append(Fault(name, ", ".join(map(str, head)), f"front matter must hold exactly, in order: {', '.join(HEADER)}"))
        for key in HEADER:
            if str(head.get(key)) != str(entry[key]):
                faults.append(Fault(name, f"{key}: {head.get(key)}", f"documents.yaml says {entry[key]}"))
        documents.append(Document(path.stem, name, head, match[2], entry))
    return documents, faults


def missing(facts):
    return [
        Fault(str(planned_path(e).relative_to(ROOT)), e["id"], "planned in documents.yaml; write it")
        for e in facts.plan.values()
        if not planned_path(e).exists()
    ]


def check_tokens(doc, facts):
    text = f"{doc.head.get('title', '')}\n{doc.body}"
    for kind, pattern in TOKENS.items():
        for token in sorted({m[0] for m in pattern.finditer(text)} - set(facts.known[kind])):
            yield Fault(doc.file, token, f"no such {kind} in data/facts; use one that exists")
    linked = [f.split(":", 1)[1] for f in doc.plan["facts"] if f.startswith("clauses:")] or facts.clauses
    linked = linked if re.search(r"\bpolicy-", doc.body) is None else facts.clauses
    for number in sorted(set(re.findall(r"\b[Cc]lauses? (\d+\.\d+(?:\([a-z]\))?)", doc.body))):
        if not any(number in facts.clauses[p] for p in linked):
            yield Fault(doc.file, f"clause {number}", "no such clause in the policy (or, with no policy named, in any)")
    for fact in doc.plan["facts"]:
        words = facts.literal(fact)
        if words and words.lower() not in text.lower():
            yield Fault(doc.file, words, f"the plan lists {fact}; mention it word for word")


def check_fields(doc, facts):
    """The labelled lines of error and product documents, the figures of releases."""
    have = {label: value.strip() for label, value in FIELD.findall(doc.body)}
    want = {}
    if doc.plan["kind"] == "error":
        e = facts.errors[doc.plan["facts"][0].split(":")[1]]
        want = {"Component": e["component"], "Owner": facts.team(e["owner"]), "Severity": e["severity"], "First seen": e["first_seen"]}
        if e["fixed_in"]:
            want["Mended in"] = e["fixed_in"]
    elif doc.plan["kind"] == "product":
        s = facts.skus[doc.plan["facts"][0].split(":")[1]]
        want = {
            "SKU": s["sku"],
            "Part number": s["part_number"],
            "Price": f"{s['price']['EUR']} EUR / {s['price']['USD']} USD",
            "Warranty": f"{s['warranty_months']} months",
            "Status": s["status"],
            "Launched": str(s["launched"]),
        }
    elif doc.plan["kind"] == "release":
        want = {"Released": str(doc.plan["updated"]), "Build": doc.plan["facts"][1].split(":")[1]}
    elif doc.plan["kind"] == "runbook" and "Owner" in have:
        look = {"service": (facts.services, "team"), "metric": (facts.metrics, "owner"), "incident": (facts.incidents, "owner")}
        pairs = [f.split(":", 1) for f in doc.plan["facts"]]
        teams = [facts.team(look[k][0][v][look[k][1]]) if k in look else facts.team(v) for k, v in pairs if k in look or k == "team"]
        if not any(team in have["Owner"] for team in teams or [t["name"] for t in facts.teams.values()]):
            yield Fault(doc.file, have["Owner"], f"owner is one of: {', '.join(sorted(set(teams))) or 'the teams of people.yaml'}")
    for label, value in want.items():
        if have.get(label, "").strip("`") != value:
            yield Fault(doc.file, f"**{label}:** {have.get(label, '(missing)')}", f"write the line '**{label}:** {value}'")


def check_clauses(doc, facts):
    """Clauses of a policy: one line each, opened by the bold number, holding every figure of the fact."""
    if doc.plan["kind"] != "policy":
        return
    parts = CLAUSE_LINE.split(doc.body)
    found, want = parts[1::2], facts.clauses[doc.id]
    lines = dict(zip(found, parts[2::2], strict=True))
    for number in [n for n, times in Counter(found).items() if times > 1]:
        yield Fault(doc.file, number, "number stands twice")
    for number in sorted(set(found) ^ set(want)):
        yield Fault(doc.file, number, f"missing: open a line with '**{number}**'" if number in want else "not in policies.yaml")
    for number in set(found) & set(want):
        have = set(re.findall(r"\d[\d.,:-]*\d|\d", lines[number].replace(",", "")))
        for figure in re.findall(r"\d[\d.,:-]*\d|\d", want[number].replace(",", "")):
            if figure not in have:
                yield Fault(doc.file, f"{number}: {figure}", f"the clause must hold this figure in digits: {want[number]}")
    sections = {str(s["number"]) for s in facts.policies[doc.id]["sections"]}
    for number in re.findall(r"^#+ (\d+)\b", doc.body, re.M):
        if number not in sections:
            yield Fault(doc.file, f"heading {number}", f"sections of this policy are {sorted(sections)}")
    for line in re.findall(r"^(?:[-*] )?\d+\.\d+.*$", doc.body, re.M):
        yield Fault(doc.file, line[:40], "make a clause number bold: **12.3(b)** text")


def check_people(doc, facts):
    """Owners, on-call leads and extensions, where a line says them."""
    names = {p["name"]: p for p in facts.people.values()}
    owned = {s["name"]: s["team"] for s in facts.services.values()} | {m: facts.metrics[m]["owner"] for m in facts.metrics}
    teams = {t["name"]: k for k, t in facts.teams.items()}
    for line in doc.body.splitlines():
        for hit in re.finditer(r"(?:[Oo]wner|led by|on-call lead|[Hh]ead of [\w ]+?)(?: is|:|,)? \**([A-Z][a-z]+(?:[- ][A-Z]\w+)+)", line):
            if not any(known in hit[1] or hit[1] in known for known in [*names, *teams]):
                yield Fault(doc.file, hit[1], "not in people.yaml; name a person or team of the fact base")
        here = [n for n in names if n in line]
        if len(here) == 1:
            person = names[here[0]]
            for ext in re.findall(r"\b(?:ext\.?|extension) \**(\d+)", line):
                if int(ext) not in (person["extension"], facts.teams[person["team"]]["duty_extension"]):
                    yield Fault(doc.file, f"{here[0]} {ext}", f"extension is {person['extension']}")
        cells = [c.strip(" *`") for c in line.split("|")] if line.startswith("|") else []
        claim = re.search(r"(?:the |^)([\w ]+?) (?:is owned by|belongs to) (?:the )?(?:team )?\**([A-Z][\w ]+?)(?: team)?\**[,.;]", line)
        pairs = [(cells[1], c) for c in cells[2:]] if cells else [(claim[1].strip(), claim[2])] if claim else []
        for thing, team in pairs:
            if thing in owned and team in teams and teams[team] != owned[thing]:
                yield Fault(doc.file, f"{thing} | {team}", f"owner is {facts.team(owned[thing])}")


def check_dates(doc, facts):
    """A date that stands right after a version, build or incident number is one of its own."""
    own = {r[k]: {str(r["date"])} for r in facts.releases.values() for k in ("version", "build")}
    for number, incident in facts.incidents.items():
        own[number] = set(re.findall(r"\d{4}-\d\d-\d\d", str(incident))) | {str(facts.plan[f"runbook-post-mortem-{number.lower()}"]["updated"])}
        first, last = (datetime.date.fromisoformat(str(incident[k])[:10]) for k in ("start", "end"))
        own[number] |= {str(first + datetime.timedelta(n)) for n in range((last - first).days + 1)}
    for token, dates in own.items():
        for hit in re.finditer(re.escape(token) + r"[`*]*(?:,? (?:released|of|from|on|dated)(?: on)?)? ?\(?(?=\d)", doc.body):
            date = DATE.match(doc.body, hit.end())
            if date:
                iso = date[0] if date[1] else f"{date[6]}-{MONTHS[date[5]]:02}-{int(date[4]):02}"
                if iso not in dates:
                    yield Fault(doc.file, f"{token} {date[0]}", f"known dates: {', '.join(sorted(dates))}")


def check_length(doc, facts):
    low, high = LONG if doc.plan["length"] == "long" else WORDS[doc.plan["kind"]]
    if not low <= doc.words <= high:
        yield Fault(doc.file, f"{doc.words} words", f"write {low} to {high}")


def check_passages(doc, facts):
    """A passage is what stands between two headings; a long one answers too many questions at once."""
    fences = re.sub(r"^```.*?^```", lambda block: block[0].replace("#", " "), doc.body, flags=re.M | re.S)
    for section in re.split(r"^(?=#{1,6} )", fences, flags=re.M):
        if len(section.split()) > PASSAGE:
            yield Fault(doc.file, section.strip().splitlines()[0][:40], f"{len(section.split())} words; cut it by a heading (at most {PASSAGE})")


def check_order_of_time(doc, facts):
    """No document speaks of a version, incident or article that is younger than itself."""
    births = [(facts.releases, "date"), (facts.incidents, "start"), (facts.skus, "launched")]
    for kind, (known, key) in zip(("version", "incident", "sku"), births, strict=True):
        for token in {m[0] for m in TOKENS[kind].finditer(doc.body)} & set(known):
            if str(known[token][key])[:10] > str(doc.head["updated"]):
                yield Fault(doc.file, token, f"is of {str(known[token][key])[:10]}, the document of {doc.head['updated']}")


def runs(doc):
    """Every run of twelve words of one paragraph, fixed forms left out."""
    text = TABLE_HEAD.sub("\n\n", FIELD.sub("\n\n", doc.body))
    for block in re.split(r"\n\s*\n|^#.*$", text, flags=re.M):
        words = re.findall(r"[\w'%./_-]*\w", block.lower())
        for i in range(len(words) - RUN + 1):
            yield " ".join(words[i : i + RUN])


def check_shared_runs(documents):
    seen, told = {}, set()
    for doc in documents:
        for run in runs(doc):
            other = seen.setdefault(run, doc)
            if other is not doc and (other.id, doc.id) not in told:
                told.add((other.id, doc.id))
                yield Fault(doc.file, run, f"{other.file} has the same {RUN} words; say it in another way")


def check_whole(documents):
    """What only a finished corpus can show: counts, spread of lengths, restricted and planted documents."""
    for kind, least in MINIMUM.items():
        lengths = [d.words for d in documents if d.plan["kind"] == kind]
        if len(lengths) < least:
            yield Fault(FOLDERS[kind], f"{len(lengths)} documents", f"at least {least} are wanted")
        elif statistics.stdev(lengths) < SPREAD[kind]:
            yield Fault(FOLDERS[kind], f"standard deviation {statistics.stdev(lengths):.0f} words", f"vary lengths: at least {SPREAD[kind]}")
    for what, number, least in [
        ("documents", len(documents), 420),
        ("restricted", sum(d.plan["access"] not in ("public", "staff") for d in documents), 15),
        ("planted", sum("planted" in d.plan for d in documents), 6),
    ]:
        if number < least:
            yield Fault("data/corpus", f"{number} {what}", f"at least {least} are wanted")


SINGLE = [check_tokens, check_fields, check_clauses, check_people, check_dates, check_length, check_passages, check_order_of_time]
