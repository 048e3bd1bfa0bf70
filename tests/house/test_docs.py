"""The documentation is what the code says: generated pages are current, and every relative link leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tools.reference import PAGES, REFERENCE

ROOT = Path(__file__).resolve().parents[2]
PAGES_OF_TEXT = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)


def links(page: Path) -> list[str]:
    """Targets of the relative links of a page, outside of code blocks."""
    found = LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8")))
    return [target for target in found if not target.startswith(("http://", "https://", "mailto:"))]


def anchors(page: Path) -> set[str]:
    """The anchors that the headings of a page get."""
    headings = re.findall(r"^#+ (.+)$", FENCE.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    found: set[str] = set()
    for heading in headings:
        name = re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")
        copies = (name, *(f"{name}-{n}" for n in range(1, len(headings))))
        found.add(next(copy for copy in copies if copy not in found))
    return found


@pytest.mark.parametrize("page", PAGES_OF_TEXT, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_every_relative_link_of_a_page_leads_somewhere(page: Path) -> None:
    broken = []
    for target in links(page):
        name, _, anchor = target.partition("#")
        file = page.parent / name if name else page
        if not file.exists() or (anchor and file.suffix == ".md" and anchor not in anchors(file)):
            broken.append(target)
    assert broken == []


def test_every_page_of_docs_is_reached_from_its_index() -> None:
    start = ROOT / "docs" / "index.md"
    seen, waiting = {start}, [start]
    while waiting:
        page = waiting.pop()
        for target in links(page):
            file = (page.parent / target.partition("#")[0]).resolve()
            if file.suffix == ".md" and file.is_file() and file not in seen:
                seen.add(file)
                waiting.append(file)
    assert {p for p in (ROOT / "docs").rglob("*.md") if p not in seen} == set()


@pytest.mark.parametrize("name", PAGES)
def test_a_generated_page_is_current(name: str) -> None:
    assert (REFERENCE / name).read_text(encoding="utf-8") == PAGES[name](), "run `python -m tools.reference`"
