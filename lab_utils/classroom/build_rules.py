"""Rules that every lesson keeps, so that it reads well aloud, re-runs alike, and works from any folder.

`broken_rules` looks at cells of a source or of a notebook; `broken_outputs` at what an executed notebook holds.
Both give (place of the cell, what is wrong, the cure).
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

IMAGES = ("image/png", "image/jpeg", "image/svg+xml")
WIDGET = "application/vnd.jupyter.widget-view+json"
VAGUE = {"here", "click here", "link", "this link", "this", "more", "see here"}

Fault = tuple[int, str, str]


class _Cell(Protocol):
    kind: str
    source: str


def broken_rules(cells: Sequence[_Cell]) -> list[Fault]:
    """What the cells of one lesson do against the rules."""
    faults: list[Fault] = []
    level = 0
    for place, cell in enumerate(cells):
        if cell.kind == "markdown":
            tokens = _parsed(cell.source)
            for heading in (int(token.tag[1]) for token in tokens if token.type == "heading_open"):
                faults += [(place, what, cure) for what, cure in _heading_faults(level, heading)]
                level = heading
            faults += [(place, what, cure) for what, cure in _text_faults(tokens)]
        elif cell.kind == "code":
            faults += [(place, what, cure) for what, cure in _code_faults(cell.source)]
    if not level:
        faults.append((0, "the lesson has no title", "Begin its first cell with '# ' and the title."))
    return faults


def _parsed(text: str) -> list[Any]:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("table").parse(text)


def _heading_faults(level: int, heading: int) -> Iterator[tuple[str, str]]:
    if level == 0 and heading != 1:
        yield "the first heading is not the title", "Begin the lesson with '# ' and the title."
    elif level and heading == 1:
        yield "there is a second title", "Use '## ' for a section: a lesson has one '# '."
    elif level and heading > level + 1:
        yield f"a heading of level {heading} follows one of level {level}", "Go down one level at a time."


def _text_faults(tokens: list[Any]) -> Iterator[tuple[str, str]]:
    for token in tokens:
        if token.type == "html_block":
            yield from _html_faults(token.content)
        parts = token.children or []
        for number, part in enumerate(parts):
            if part.type == "image" and not part.content.strip():
                yield "a picture has no alternative text", "Say what it shows: ![what is to be seen](picture.png)."
            elif part.type == "html_inline":
                yield from _html_faults(part.content)
            elif part.type == "link_open":
                words = "".join(inner.content for inner in parts[number + 1 : _closing(parts, number)])
                if words.strip().lower() in VAGUE or not words.strip():
                    yield f"a link reads {words.strip()!r}", "Let the link's words say where it leads."


def _closing(parts: list[Any], opened: int) -> int:
    return next((n for n in range(opened, len(parts)) if parts[n].type == "link_close"), len(parts))


def _html_faults(html: str) -> Iterator[tuple[str, str]]:
    if re.search(r"<h[1-6]\b", html, re.IGNORECASE):
        yield "a heading is written in HTML", "Write it with '#', so that its level is checked."
    if any(not re.search(r"\balt\s*=\s*[\"']\s*[^\"'\s]", tag) for tag in re.findall(r"<img\b[^>]*>", html, re.IGNORECASE)):
        yield "a picture has no alternative text", 'Say what it shows: <img alt="what is to be seen" ...>.'


def _code_faults(source: str) -> Iterator[tuple[str, str]]:
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        yield f"line {error.lineno} of the cell is no Python ({error.msg})", "Mend it. Magics (% and !) have no place in a lesson."
        return
    if any(_ends_with_semicolon(line) for line in _logical_lines(source)):
        yield "a line ends with ';'", "Let the last line be '_ = ...' to show nothing: a re-run fails on ';'."
    for node in ast.walk(tree):
        name = ast.unparse(node) if isinstance(node, (ast.Attribute, ast.Name)) else ""
        if name == "sys.path":
            yield "it changes or reads sys.path", "The package is installed: import it."
        elif name in ("os.chdir", "chdir", "contextlib.chdir"):
            yield "it changes the folder", "Paths come from the package, so a lesson works from anywhere."
        elif _is_pip(node):
            yield "it runs pip", "The set-up installs all that a lesson needs."


def _is_pip(node: ast.AST) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and bool(re.search(r"\bpip3?\s+install\b|^pip3?$", node.value))
    return isinstance(node, (ast.Import, ast.ImportFrom)) and "pip" in {getattr(node, "module", None), *(alias.name for alias in node.names)}


def _logical_lines(source: str) -> Iterator[list[str]]:
    line: list[str] = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.NEWLINE, tokenize.ENDMARKER):
            yield line
            line = []
        elif token.type not in (tokenize.COMMENT, tokenize.NL, tokenize.INDENT, tokenize.DEDENT):
            line.append(token.string)


def _ends_with_semicolon(tokens: list[str]) -> bool:
    return bool(tokens) and tokens[-1] == ";"


def broken_outputs(cells: Sequence[Any], varies: str) -> list[Fault]:
    """What the outputs of an executed notebook's cells do against the rules."""
    faults: list[Fault] = []
    for place, cell in enumerate(cells):
        for output in cell.get("outputs", ()):
            tagged = varies in cell["metadata"].get("tags", ())
            faults += [(place, what, cure) for what, cure in _output_faults(output, tagged, varies)]
    return faults


def _output_faults(output: Any, tagged: bool, varies: str) -> Iterator[tuple[str, str]]:
    if output["output_type"] == "error":
        yield f"it raises {output['ename']}", "Catch what the lesson wants to show, and print it."
    if output.get("name") == "stderr":
        yield f"it writes a warning: {_first_line(output['text'])}", "Mend what the warning is about."
    data = output.get("data", {})
    if WIDGET in data and not tagged:
        yield "it shows a control", f"Tag the cell '{varies}': a control has another number on each run."
    for kind in IMAGES:
        described = str(output.get("metadata", {}).get(kind, {}).get("alt", "")).strip()
        if kind in data and not described and not re.search(r"<svg\b[^>]*\baria-label=\"[^\"]", _joined(data[kind])):
            yield "a figure has no alternative text", "Show it as a Picture of lab_utils.show, with its words."
    yield from _html_faults(_joined(data.get("text/html", "")))


def _joined(text: Any) -> str:
    return text if isinstance(text, str) else "".join(text)


def _first_line(text: Any) -> str:
    return next((line.strip() for line in _joined(text).splitlines() if line.strip()), "")[:120]
