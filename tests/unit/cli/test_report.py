"""``dueldoku report`` as a page."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

from program import TOURNAMENT, Run


def test_the_page_is_whole_and_well_formed(run: Run) -> None:
    run(*TOURNAMENT)
    assert run("report", "games.db", "--html", "report.html") == (0, "", "")
    page = Path("report.html").read_text(encoding="utf-8")
    open_tags: list[str] = []

    class Checker(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:
            if tag != "meta":
                open_tags.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert open_tags.pop() == tag

    Checker().feed(page)
    assert not open_tags
    assert page.count("<table>") == 8
    assert "src=" not in page
    assert "href=" not in page, "it needs no other file"
