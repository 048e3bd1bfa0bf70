"""The report in a real browser: inert, steppable by keyboard, and no wider than a phone."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from tests.bench.summaries import run

from planloop.bench.report.page import write

pytestmark = pytest.mark.slow
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine: install the chromium package to run the browser tests")
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")
    with api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write(tmp_path_factory.mktemp("report") / "report.html", *run()).as_uri()


def visit(browser: Any, report: str, **options: Any) -> tuple[Any, list[str]]:
    """The open page, and a list that fills with every request, console message and script error."""
    page = browser.new_context(**options).new_page()
    heard: list[str] = []
    page.on("console", lambda message: heard.append(message.text))
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("request", lambda request: heard.append(request.url) if request.url.startswith("http") else None)
    page.goto(report)
    return page, heard


def test_hostile_trajectories_are_shown_as_text_and_run_nothing(browser: Any, report: str) -> None:
    page, heard = visit(browser, report)
    page.click("#item-1 a")
    page.click("[data-act=all]")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    assert "<img src=x onerror=" in page.inner_text("#viewer .side.after .turns")
    assert page.evaluate("[window.pwned, document.images.length, document.scripts.length]") == [None, 0, 2]
    assert heard == []


def test_injected_handlers_are_stopped_by_the_policy(browser: Any, report: str) -> None:
    page, _ = visit(browser, report)
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.pwned=1\">')")
    page.wait_for_timeout(200)
    assert page.evaluate("window.pwned") is None


def test_both_sides_step_together_by_keyboard(browser: Any, report: str) -> None:
    page, heard = visit(browser, report)
    page.focus("#item-0 a")
    page.keyboard.press("Enter")
    assert page.inner_text("#viewer output") == "Turn 1 of 3"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.inner_text("#viewer output") == "Turn 3 of 3"
    assert page.locator("#viewer [aria-current=step]").count() == 2
    assert "Your gym alarm is set" in page.inner_text("#viewer .after [aria-current=step]")
    page.keyboard.press("Home")
    assert page.inner_text("#viewer output") == "The request"
    assert page.is_disabled("[data-act=previous]")
    assert heard == []


def test_an_example_of_a_diagnosis_opens_its_trajectory(browser: Any, report: str) -> None:
    page, _ = visit(browser, report)
    page.click("#round-1 a[href='#see-t-before-3']")
    page.wait_for_function("document.activeElement.id === 'viewer'")
    assert "t-before-3" in page.inner_text("#viewer .before")
    page.click("[data-kind=broken]")
    assert page.locator("#gallery-table tbody tr:visible").count() == 3
    assert "t-before-6" in page.inner_text("#viewer .before")


def test_it_fits_a_phone_in_dark_and_reads_without_javascript(browser: Any, report: str) -> None:
    phone = {"viewport": {"width": 390, "height": 800}, "color_scheme": "dark"}
    page, _ = visit(browser, report, **phone)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 24, 27)"
    plain, _ = visit(browser, report, java_script_enabled=False)
    assert "scripted:nearest" in plain.inner_text("#test")
    assert plain.locator("#gallery-table tbody tr").count() == 9
    assert plain.is_hidden("#viewer")


def test_a_long_call_is_cut_and_does_not_widen_the_page(browser: Any, report: str) -> None:
    page, _ = visit(browser, report, viewport={"width": 1100, "height": 800})
    page.wait_for_selector(".row .gist .visually-hidden", state="attached")
    for gist in page.locator(".row .gist").all():
        gist.evaluate("e => e.prepend('x'.repeat(400))")
    assert page.evaluate("document.documentElement.scrollWidth") == page.evaluate(
        "document.documentElement.clientWidth"
    )
