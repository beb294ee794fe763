"""Drive a lesson in JupyterLab as a learner does: run, type, move, press, and read what is shown.

Every wait is for a state: the kernel is idle, the cell has run, the text has changed. None is for a time.

    lesson = open_lesson(path)  # a fixture; each call opens a fresh copy
    lesson.run_all()
    assert lesson.errors() == []
    assert "passed" in lesson.solve("rrf")
    assert "positions start at 0" in lesson.answer("rrf", "return ...")
    cell = lesson.cell(containing="slider = ")
    before, after = lesson.changed(cell.locator("table"), lambda: lesson.move_slider(cell, "k", -5))
"""

from __future__ import annotations

import socket
import subprocess
import textwrap
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Locator, Page, expect

from lab_utils.classroom import lab_server
from lab_utils.classroom.build_editions import solved, with_body
from lab_utils.classroom.build_run import private
from lab_utils.classroom.build_source import EXERCISE
from lab_utils.exercises.registry import exercise as find

SECONDS = 120
MILLISECONDS = SECONDS * 1000


@dataclass(frozen=True, slots=True)
class Server:
    url: str
    folder: Path
    """what it serves"""


@contextmanager
def serve(folder: Path, private_folder: Path) -> Iterator[Server]:
    """JupyterLab on `folder`, on a free loopback port, open to this machine, with nobody's settings or progress."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    words = [
        *lab_server.command(folder, "", port, browser=False),
        "--ServerApp.ip=127.0.0.1",
        "--IdentityProvider.token=",
        "--LabApp.expose_app_in_browser=True",  # so that a wait can ask JupyterLab itself whether a cell has run
    ]
    places = {f"JUPYTER_{name}_DIR": str(private_folder / name.lower()) for name in ("CONFIG", "DATA", "RUNTIME")}
    places |= {f"JUPYTERLAB_{name}_DIR": str(private_folder / name.lower()) for name in ("SETTINGS", "WORKSPACES")}
    places |= lab_server.settings(private_folder / "told")
    log = private_folder / "jupyterlab.log"
    with log.open("wb") as output:
        process = subprocess.Popen(words, cwd=folder, env=private(private_folder) | places, stdout=output, stderr=subprocess.STDOUT)
    url = f"http://127.0.0.1:{port}"
    try:
        _wait_until_open(port, process, log)
        yield Server(url, folder)
    finally:
        lab_server.stop(process)


def _wait_until_open(port: int, process: subprocess.Popen, log: Path) -> None:
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise AssertionError(f"JupyterLab did not start:\n{log.read_text(encoding='utf-8', errors='replace')}")


# What JupyterLab knows of the open notebook. `executionState` is the cell's own.
_PANEL = "const panel = window.jupyterapp.shell.currentWidget; const cells = panel ? [...panel.context.model.cells] : [];"
_OPENED = f"() => {{ if (!window.jupyterapp) return false; {_PANEL} return cells.length > 0 && panel.sessionContext.session?.kernel?.status === 'idle'; }}"
_IDLE = f"""ran => {{ {_PANEL}
    const asked = cells.filter((cell, place) => cell.type === 'code' && cell.sharedModel.source.trim() && (ran === null || place === ran));
    return panel.sessionContext.session.kernel.status === 'idle' && asked.every(cell => cell.executionCount && cell.executionState !== 'running'); }}"""
_STATE = f"""() => {{ {_PANEL} return cells.map(cell => ({{
    kind: cell.type, source: cell.sharedModel.source, count: cell.executionCount ?? null,
    tags: cell.getMetadata('tags') ?? [], errors: (cell.sharedModel.outputs ?? []).filter(output => output.output_type === 'error')
        .map(output => output.ename + ': ' + output.evalue) }})); }}"""


class Lesson:
    """A notebook that is open in a browser."""

    def __init__(self, page: Page, server: Server, name: str, pictures: Path | None = None):
        self.page = page
        self.pictures = pictures
        page.set_default_timeout(MILLISECONDS)
        page.goto(f"{server.url}/lab/tree/{quote(name)}?reset")
        page.wait_for_function(_OPENED)
        expect(page.locator(".jp-Notebook .jp-Cell").first).to_be_visible()

    def run_all(self) -> None:
        """Menu Run, Run All Cells; comes back when the last one is done."""
        before = self.counts()
        self.page.get_by_role("menubar").get_by_text("Run", exact=True).click()
        self.page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        if any(before):
            self.page.wait_for_function(f"before => {{ {_PANEL} return cells.some((cell, place) => cell.executionCount > (before[place] ?? 0)); }}", arg=before)
        self.page.wait_for_function(_IDLE, arg=None)

    def cells(self) -> list[dict]:
        """Of each cell: kind, source, count, tags, errors."""
        return self.page.evaluate(_STATE)

    def counts(self) -> list[int | None]:
        return [cell["count"] for cell in self.cells()]

    def errors(self) -> list[str]:
        """Every error that a cell ended with; an error that only the page shows counts as well."""
        found = [error for cell in self.cells() for error in cell["errors"]]
        shown = self.page.locator('.jp-Notebook [data-mime-type="application/vnd.jupyter.error"]')
        return found or [text[:200] for text in shown.all_inner_texts()]

    def cell(self, exercise_id: str | None = None, *, containing: str = "") -> Locator:
        """The cell of an exercise, or the one whose source contains a text."""
        return self.page.locator(".jp-Notebook .jp-Cell").nth(self.place(exercise_id, containing))

    def place(self, exercise_id: str | None = None, containing: str = "") -> int:
        """Which cell that is, counted from 0."""
        cells = self.cells()
        tag = f"{EXERCISE}{exercise_id}"
        fitting = [n for n, cell in enumerate(cells) if (tag in cell["tags"] if exercise_id else cell["kind"] == "code" and containing in cell["source"])]
        assert len(fitting) == 1, f"{len(fitting)} cells for {exercise_id or containing!r}"
        return fitting[0]

    def type_into(self, place: int, source: str) -> None:
        """Replace a cell's text as a learner does who selects all and pastes."""
        editor = self.page.locator(".jp-Notebook .jp-Cell").nth(place).locator(".cm-content")
        editor.scroll_into_view_if_needed()
        editor.click()
        self.page.keyboard.press("ControlOrMeta+A")
        self.page.keyboard.insert_text(source)
        self.page.wait_for_function(f"([place, source]) => {{ {_PANEL} return cells[place].sharedModel.source === source; }}", arg=[place, source])

    def run_cell(self, place: int) -> str:
        """Run one cell with the keyboard; returns what it shows."""
        before = self.counts()[place] or 0
        self.page.keyboard.press("ControlOrMeta+Enter")
        self.page.wait_for_function(f"([place, before]) => {{ {_PANEL} return cells[place].executionCount > before; }}", arg=[place, before])
        self.page.wait_for_function(_IDLE, arg=place)
        return self.shown(place)

    def shown(self, place: int) -> str:
        outputs = self.page.locator(".jp-Notebook .jp-Cell").nth(place).locator(".jp-Cell-outputArea")
        return "\n".join(outputs.all_inner_texts())

    def answer(self, exercise_id: str, body: str) -> str:
        """Type `body` in place of the function's, run the cell, and give back what the check says."""
        place = self.place(exercise_id)
        lines = textwrap.indent(textwrap.dedent(body).strip(), "    ").splitlines()
        return self._fill(place, "\n".join(with_body(self.cells()[place]["source"], lines)))

    def solve(self, exercise_id: str) -> str:
        """Type the reference solution, run the cell, and give back what the check says."""
        place = self.place(exercise_id)
        return self._fill(place, solved(self.cells()[place]["source"], find(exercise_id)))

    def _fill(self, place: int, source: str) -> str:
        self.type_into(place, source)
        return self.run_cell(place)

    def move_slider(self, cell: Locator, description: str, steps: int) -> None:
        """Move the slider with this description by so many steps; fewer than nothing is to the left."""
        slider = cell.locator(".widget-slider").filter(has=self.page.get_by_text(description, exact=True))
        handle = slider.locator(".noUi-handle").first
        handle.scroll_into_view_if_needed()
        handle.focus()
        for _ in range(abs(steps)):
            self.page.keyboard.press("ArrowRight" if steps > 0 else "ArrowLeft")

    def press(self, cell: Locator, name: str) -> None:
        """Press the button with this name."""
        cell.get_by_role("button", name=name).click()

    def changed(self, shown: Locator, act: Callable[[], None]) -> tuple[str, str]:
        """Do something, and wait until `shown` reads otherwise; what it read before and after."""
        expect(shown).not_to_be_empty()
        before = shown.inner_text()
        act()
        expect(shown).not_to_have_text(before, use_inner_text=True)
        expect(shown).not_to_be_empty()
        return before, shown.inner_text()

    def shut_down(self) -> None:
        """End the kernel."""
        self.page.evaluate(f"async () => {{ {_PANEL} await panel?.sessionContext.shutdown(); }}")

    def picture(self, name: str, of: Locator | None = None) -> None:
        """Keep a picture of the page, or of a part, to be looked at."""
        if self.pictures is None:
            return
        path = self.pictures / f"{name}.png"
        if of is None:
            self.page.screenshot(path=path)
        else:
            of.scroll_into_view_if_needed()
            of.screenshot(path=path)
