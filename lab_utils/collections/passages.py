"""Cut a Markdown file into passages at its headings, once, so that every method searches the same pieces.

A passage is the heading and what stands under it; its id is `doc-id#heading`. What stands before the first heading,
or a whole file without one, is `doc-id#top` and begins with the title. Front matter (YAML between two `---` lines)
gives id, title and metadata. Lines inside fenced code are no headings.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

import yaml

from lab_utils.collections.records import Document

_HEADING = re.compile(r"^#{1,6}\s+(.+?)\s*#*\s*$")
_FENCE = re.compile(r"^\s*(```|~~~)")
_YAML = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the same loader in C, where it was built: ten times as fast


class FrontMatterError(ValueError):
    """The front matter is not a YAML mapping; the message says why."""


def split_front_matter(text: str) -> tuple[dict[str, Any], str]:
    """(fields, body). Empty fields where the text does not begin with a `---` line."""
    if not text.startswith("---\n"):
        return {}, text
    head, closing, body = text[4:].partition("\n---")
    if not closing:
        raise FrontMatterError("the front matter is not closed by a line '---'")
    try:
        fields = yaml.load(head, _YAML) or {}
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        raise FrontMatterError(f"the front matter is not YAML{f' (line {mark.line + 2})' if mark else ''}") from error
    if not isinstance(fields, dict):
        raise FrontMatterError("the front matter is no list of 'name: value' lines")
    return fields, body.partition("\n")[2]


def slug(heading: str) -> str:
    """`Clause 12.3(b): notice` becomes `clause-12-3-b-notice`. Letters of any script stay."""
    return re.sub(r"[\W_]+", "-", unicodedata.normalize("NFKC", heading).lower()).strip("-") or "section"


def cut(doc_id: str, title: str, body: str, metadata: dict[str, Any]) -> Iterator[Document]:
    """The passages of one document, in reading order. Sections without text give none."""
    seen: dict[str, int] = {}
    for section, lines in _sections(body):
        content = "\n".join(lines).strip()
        if not content:
            continue
        name = slug(section) if section else "top"
        seen[name] = seen.get(name, 0) + 1
        if seen[name] > 1:  # the same heading twice: the second gets -2
            name = f"{name}-{seen[name]}"
        yield Document(f"{doc_id}#{name}", f"{section or title}\n{content}", title, section, metadata)


def _sections(body: str) -> Iterator[tuple[str, list[str]]]:
    section, lines, fenced = "", [], False
    for line in body.split("\n"):
        if _FENCE.match(line):
            fenced = not fenced
        heading = None if fenced else _HEADING.match(line)
        if heading:
            yield section, lines
            section, lines = heading.group(1), []
        else:
            lines.append(line)
    yield section, lines
