"""A browser, and lessons opened in it. Pictures go to the folder that BAKEOFF_PICTURES names, else to the test's own."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from urllib.parse import urlsplit

import pytest

FLAGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"]
WINDOW = {"width": 1280, "height": 900}


@pytest.fixture(scope="session")
def browser():
    program = shutil.which("chromium")
    if program is None:
        pytest.skip("there is no chromium here; on Debian: apt-get install chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def page(browser):
    """A page with a fresh profile that reaches this machine and nothing else. A lesson that asks a web site fails."""
    strangers: list[str] = []

    def let_through(route) -> None:
        if urlsplit(route.request.url).hostname in ("127.0.0.1", "localhost", None):
            route.continue_()
        else:
            strangers.append(route.request.url)
            route.abort()

    context = browser.new_context(viewport=WINDOW)
    context.route("**/*", let_through)
    yield context.new_page()
    context.close()
    assert strangers == [], "the page asked the network"


@pytest.fixture(scope="session")
def server(browser, tmp_path_factory):
    """JupyterLab on an empty folder, whose name is one that people have."""
    from tests.browser.jupyter import serve

    folder = tmp_path_factory.mktemp("lab") / "Мой курс, Übung 5"
    folder.mkdir()
    with serve(folder, tmp_path_factory.mktemp("jupyter")) as server:
        yield server


@pytest.fixture(scope="session")
def pictures(tmp_path_factory) -> Path:
    named = os.environ.get("BAKEOFF_PICTURES", "")
    folder = Path(named).absolute() if named else tmp_path_factory.mktemp("pictures")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture
def open_lesson(page, server, pictures):
    """Open a fresh copy of a notebook, with a kernel of its own that ends with the test."""
    from tests.browser.jupyter import Lesson

    opened = []

    def open_copy(path: Path) -> Lesson:
        number = len(list(server.folder.glob("*.ipynb"))) + 1
        name = f"{path.stem}-{number}.ipynb"
        shutil.copy(path, server.folder / name)
        lesson = Lesson(page, server, name, pictures)
        opened.append(lesson)
        return lesson

    yield open_copy
    for lesson in opened:
        lesson.shut_down()
