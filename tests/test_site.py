"""The documentation site: it builds without a warning, needs no other host, and everything on it can be reached."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin

import pytest
from doc_site import ROOT, build_site

import dueldoku

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_site(tmp_path_factory.mktemp("site"))


class Links(HTMLParser):
    """Where a page leads, and what it loads."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.leads: list[str] = []
        self.loads: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "a" and given.get("href"):
            self.leads.append(given["href"] or "")
        elif tag in ("script", "img", "iframe", "source", "object", "video", "audio", "embed"):
            self.loads.append(given.get("src") or given.get("data") or "")
        elif tag == "link":
            self.loads.append(given.get("href") or "")


def test_no_page_loads_anything_from_another_host(site: Path) -> None:
    for path in site.rglob("*.html"):
        loads = Links(path.read_text(encoding="utf-8")).loads
        assert not [one for one in loads if re.match(r"(\w+:)?//", one)], path
    for path in site.rglob("*.css"):
        assert not re.search(r"(url\(|@import)\s*['\"]?(https?:)?//", path.read_text(encoding="utf-8")), path


def test_every_page_can_be_reached_from_the_first_one_and_every_link_leads_somewhere(site: Path) -> None:
    seen, waiting = set(), ["index.html"]
    while waiting:
        page = waiting.pop()
        if page in seen:
            continue
        seen.add(page)
        for link in Links((site / page).read_text(encoding="utf-8")).leads:
            target = unquote(urldefrag(urljoin(page, link)).url)
            if re.match(r"\w+:", target) or not target:
                continue
            assert (site / target).is_file(), f"{link} on {page}"
            if target.endswith(".html") and not target.startswith("_"):
                waiting.append(target)
    sources = [
        path.relative_to(ROOT / "docs") for path in (ROOT / "docs").rglob("*") if path.suffix in (".md", ".ipynb")
    ]
    assert {str(path.with_suffix(".html").as_posix()) for path in sources} <= seen


def test_the_reference_has_every_public_name_and_its_members(site: Path) -> None:
    page = (site / "api.html").read_text(encoding="utf-8")
    for name in dueldoku.__all__:
        assert f'id="dueldoku.{name}"' in page, name
    for member in ("Game.push", "Grid.geometry", "Task.propose", "Verdict.UNIQUE", "Report.plot", "Archive.games"):
        assert f'id="dueldoku.{member}"' in page, member
