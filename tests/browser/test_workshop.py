"""Agents of one's own on the page: chosen by name, read while they play, mended while the page is open."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from page_server import PageServer
from playwright.sync_api import Browser, Page, expect

AGENT = """from dueldoku import Agent

class Mine(Agent):
    def think(self, game, task):
        print("I see <b>%d</b> empty cells" % len(game.grid.holes))
        task.report({"depth": DEPTH, "nodes": 1234567})
        task.propose(next(game.legal_moves()))
"""
COURSE = """import competitive_sudoku.sudokuai
from competitive_sudoku.sudoku import GameState, Move

class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    def compute_best_move(self, game_state: GameState) -> None:
        print("of the course")
        self.propose_move(Move((0, 2), 3) if hasattr(game_state, "player_squares") else Move(0, 2, 3))
"""
DOCUMENT = Path(__file__).parents[2] / "docs" / "agents.md"


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[PageServer, Path]]:
    """The page as the document tells to start it, and its folder of agents."""
    found = re.search(r"^dueldoku serve (--agents (\S+))$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    assert found
    folder = tmp_path / found[2]
    for name, code in {
        "mine/agent.py": AGENT.replace("DEPTH", "5"),
        "team7/sudokuai.py": COURSE,
        "broken.py": "def (:\n",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(code)
    monkeypatch.chdir(tmp_path)
    running = PageServer(tmp_path / "games.db", options=tuple(found[1].split()))
    yield running, folder
    running.stop()


def begin(page: Page, opponent: str) -> None:
    page.goto("/play?position=12.4.4.221.3...1")
    page.get_by_label("Opponent", exact=True).click()
    page.get_by_role("option", name=f"{opponent}: an agent of your own").click()
    page.get_by_role("button", name="▾ I move second").click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/game/*")


def write(page: Page, cell: int, digit: int) -> None:
    page.locator(f'main [data-cell="{cell}"]').click()
    page.keyboard.type(str(digit))


def test_ones_own_agents_are_played_read_and_mended(workshop: tuple[PageServer, Path], browser: Browser) -> None:
    server, folder = workshop
    context = browser.new_context(base_url=server.url)
    page = context.new_page()
    page.goto("/play")
    expect(page.locator("p.bad")).to_have_text(re.compile("^broken cannot play: it does not start: SyntaxError"))
    begin(page, "mine")
    thoughts = page.locator(".turns .thoughts")
    expect(thoughts).to_have_text(
        re.compile(r"^[0-9.]+ s of 1 s · depth 5 · nodes 1 234 567\s*I see <b>7</b> empty cells$")
    )
    (folder / "mine/agent.py").write_text(AGENT.replace("DEPTH", "6"))
    page.wait_for_selector(".dd-cell.free")
    write(page, 4, 3)
    expect(thoughts.nth(1)).to_contain_text("depth 6")
    page.get_by_role("button", name="Resign").click()
    page.locator(".q-dialog").get_by_role("button", name="Resign").click()
    page.get_by_role("link", name="Replay and analyse").click()
    page.wait_for_url("**/games/*")
    where = page.get_by_text(re.compile(r"^[0-9]+ of [0-9]+$"))
    expect(where).to_have_text("4 of 4")
    page.keyboard.press("Home")
    expect(where).to_have_text("0 of 4")
    for turn, depth in ((1, 5), (2, 0), (3, 6)):
        page.keyboard.press("ArrowRight")
        expect(where).to_have_text(f"{turn} of 4")
        if depth:
            expect(page.locator(".side .thoughts")).to_contain_text(f"depth {depth} · nodes 1 234 567")
            expect(page.locator(".side .printed")).to_contain_text("I see <b>")
        else:
            expect(page.locator(".side .thoughts")).to_have_count(0)
    begin(page, "team7")  # of the course
    expect(page.locator(".turns .printed")).to_have_text("of the course")
    page.goto("/play")
    (folder / "broken.py").write_text(AGENT.replace("DEPTH", "1"))
    expect(page.locator("p.bad")).to_have_count(0)  # it was mended while the page was open
    (folder / "broken.py").write_text("import this_is_not_there\n")
    expect(page.locator("p.bad")).to_contain_text("ModuleNotFoundError")
    context.close()
