"""The page as people use it: a whole game by keyboard, its replay, a match, a puzzle, two people, a restart."""

from __future__ import annotations

import re
import signal
from pathlib import Path
from typing import Any

import pytest
from page_server import PageServer
from playwright.sync_api import Browser, BrowserContext, Page, expect

from dueldoku import Game, Position, match, solve

PATHS = (
    *("/", "/learn/9", "/play", "/puzzles", "/daily", "/sudoku", "/me", "/watch", "/games", "/analyse", "/standings"),
    *("/solver", "/rules", "/api"),
)


def values_of(page: Page) -> list[int]:
    """The digits on the board, as a person reads them."""
    labels = (
        page.locator("main .dd-grid").first.locator(".dd-cell").evaluate_all("cells => cells.map(c => c.ariaLabel)")
    )
    return [int(label.split(", ")[2]) if label.split(", ")[2].isdecimal() else 0 for label in labels]


def begin(page: Page, board: str, opponent: str = "greedy:", rules: str = "") -> None:
    page.goto("/play")
    choose(page, "Opponent", opponent)
    choose(page, "Board", board)
    if rules:
        choose(page, "Rules", rules)
    press_play(page)


def press_play(page: Page) -> None:
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/game/*")
    page.wait_for_selector("main .dd-pad")


def choose(page: Page, label: str, option: str) -> None:
    page.get_by_label(label, exact=True).click()
    page.get_by_role("option", name=re.compile(rf"(^|· ){re.escape(option)}")).click()


def type_move(page: Page, cell: int, digit: int) -> None:
    """A move by keys alone: arrows to the cell, then the digit."""
    grid = page.locator(".dd-grid").first
    side = round(grid.locator(".dd-cell").count() ** 0.5)
    page.evaluate("document.querySelector('.dd-cell[tabindex=\"0\"]').focus()")
    here = int(page.evaluate("document.activeElement.dataset.cell"))
    row, col = divmod(here, side)
    for key, times in (("ArrowDown", (cell // side - row) % side), ("ArrowRight", (cell % side - col) % side)):
        for _ in range(times):
            page.keyboard.press(key)
    page.keyboard.type(str(digit))


def my_turn(page: Page) -> None:
    page.wait_for_selector(".dd-cell.free, .news.over")


def play_to_the_end(page: Page) -> None:
    solution = solve("2x2:" + "".join(map(str, values_of(page))).replace("0", ".")).solution
    assert solution
    for _ in range(16):
        my_turn(page)
        if page.locator(".news.over").count():
            return
        values = values_of(page)
        cell = values.index(0)
        type_move(page, cell, solution[cell])
        expect(page.locator(f'[data-cell="{cell}"] .dd-value')).to_have_text(str(solution[cell]))


def test_a_whole_game_by_keyboard_and_its_replay(page: Page) -> None:
    begin(page, "easy-2x2")
    play_to_the_end(page)
    expect(page.locator(".news.over")).to_contain_text(re.compile("You win|You lose|draw"))
    page.get_by_role("link", name="Replay and analyse").click()
    page.wait_for_url("**/games/*")
    where = page.get_by_text(re.compile(r"^[0-9]+ of [0-9]+$"))
    total = int(where.inner_text().split()[2])  # four cells, and as many turns more as the agent had moves refused
    expect(where).to_have_text(f"{total} of {total}")
    page.keyboard.press("Home")
    expect(where).to_have_text(f"0 of {total}")
    assert values_of(page).count(0) == 4
    page.keyboard.press("ArrowRight")
    expect(where).to_have_text(f"1 of {total}")
    assert values_of(page).count(0) == 3
    expect(page.locator(".best b").first).to_be_visible()
    page.get_by_role("button", name="off", exact=True).click()
    expect(page.locator(".best")).to_be_hidden()
    expect(page.locator(".evalbar")).to_have_count(0)


def test_a_click_is_answered_before_the_server_has_spoken(page: Page, context: BrowserContext) -> None:
    begin(page, "random-2x3")
    context.set_offline(True)  # whatever happens now happens on the board alone
    number = page.locator(".dd-cell.free").first.get_attribute("data-cell")
    cell = page.locator(f'[data-cell="{number}"]')
    cell.click()
    key = page.locator(".dd-key:not([disabled])").first
    digit = key.inner_text()
    key.click()
    expect(cell.locator(".dd-value")).to_have_text(digit, timeout=500)
    context.set_offline(False)


def test_an_offence_is_explained_and_costs_nothing(page: Page) -> None:
    begin(page, "easy-2x2")
    values = values_of(page)
    cell = values.index(0)
    wrong = next(value for value in values[cell // 4 * 4 : cell // 4 * 4 + 4] if value)
    type_move(page, cell, wrong)
    expect(page.locator(".dd-note")).to_contain_text("already stands in this")
    expect(page.locator(".player.turn.p1")).to_be_visible()


def test_a_bomb_is_refused_explained_and_passes_the_turn(page: Page) -> None:
    page.goto("/play?position=12.4.4.221.3...1")
    choose(page, "Opponent", "a friend, on this screen")
    press_play(page)
    page.wait_for_selector(".dd-cell.free")
    bomb = next(Game(Position.parse("12.4.4.221.3...1")).bombs())
    type_move(page, 4 * bomb.row + bomb.col, bomb.digit)
    expect(page.locator(".news.refused")).to_contain_text("taboo for both from now on, and the turn passes")
    expect(page.locator(".player.turn.p2")).to_be_visible()
    type_move(page, 4 * bomb.row + bomb.col, bomb.digit)
    expect(page.locator(".dd-note")).to_contain_text("taboo")
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".player.turn.p1")).to_be_visible()
    expect(page.get_by_text("not rated", exact=True)).to_be_visible()


@pytest.mark.parametrize("rules", ["border", "random"])
def test_a_game_with_other_territories(page: Page, rules: str) -> None:
    begin(page, "empty-2x2", "a friend, on this screen", rules)
    page.wait_for_selector(".dd-cell.free")
    land = page.locator(".dd-cell.land1, .dd-cell.land3").count()
    assert land == (12 if rules == "border" else 4)
    cell = page.locator(".dd-cell.free").first
    number = int(cell.get_attribute("data-cell") or 0)
    type_move(page, number, 1)
    expect(page.locator(f'[data-cell="{number}"].p1')).to_be_visible()
    expect(page.locator(".player.turn.p2")).to_be_visible()


def test_a_bomb_stays_explained_while_an_agent_answers(page: Page) -> None:
    page.goto("/play?position=12.4.41221.3...1")  # greedy has more to gain elsewhere
    choose(page, "Opponent", "greedy:")
    press_play(page)
    page.wait_for_selector(".dd-cell.free")
    type_move(page, 14, 4)
    expect(page.locator(".turns .at")).to_have_count(2)  # it has answered
    my_turn(page)
    expect(page.locator(".news.refused")).to_contain_text("You tried r4c3=4: r3c3 would have no digit left.")
    expect(page.locator('[data-cell="10"].m-bomb')).to_be_visible()


def test_mistakes_of_a_game_come_back(page: Page) -> None:
    page.goto("/play?position=123.341221.3.3.1")  # the bomb r4c3=4 wins, all else loses
    choose(page, "Opponent", "Sensei, beginner")
    press_play(page)
    page.wait_for_selector(".dd-cell.free")
    type_move(page, 10, 4)
    for _ in range(4):
        my_turn(page)
        if page.locator(".news.over").count():
            break
        values = values_of(page)
        free = page.locator(".dd-cell.free").first
        cell = int(free.get_attribute("data-cell") or 0)
        solution = solve("2x2:" + "".join(map(str, values)).replace("0", ".")).solution
        assert solution
        type_move(page, cell, solution[cell])
        expect(page.locator(f'[data-cell="{cell}"] .dd-value')).to_be_visible()
    page.get_by_role("button", name="Learn from your mistakes").click()
    expect(page.locator(".news.over")).to_contain_text("turn 1 with r3c3=4")
    page.get_by_role("link", name="Try again").first.click()
    page.wait_for_selector(".dd-cell.free")
    type_move(page, 14, 4)
    expect(page.locator(".told .good")).to_contain_text("Solved.")


def test_selecting_a_cell_of_25x25_paints_only_what_changed(page: Page) -> None:
    page.goto("/solver?puzzle=" + 625 * ".")
    page.wait_for_function("document.querySelectorAll('main .dd-cell').length === 625")
    page.locator(".dd-tool").first.click()
    page.wait_for_selector(".dd-pencil")
    painted: list[int] = page.evaluate(
        """async () => {
            const cells = document.querySelectorAll('main .dd-cell'), painted = [];
            for (const at of [312, 40, 600]) {
                await new Promise(done => setTimeout(done, 100));
                const changed = new Set(), watcher = new MutationObserver(
                    found => found.forEach(one => changed.add(one.target.closest('.dd-cell'))));
                watcher.observe(document.querySelector('.dd-grid'), {subtree: true, childList: true, attributes: true});
                cells[at].click();
                await Vue.nextTick();
                await new Promise(done => setTimeout(done, 100));
                watcher.disconnect();
                painted.push(changed.size);
            }
            return painted;
        }"""
    )
    expect(page.locator(".dd-cell.chosen")).to_have_attribute("data-cell", "600")
    assert max(painted) < 150, painted  # the selected cell and those that it sees, before and after


def test_two_people_on_two_screens_and_a_second_tab(page: Page, context: BrowserContext, browser: Browser) -> None:
    page.goto("/play?position=12.4.4.221.3...1")
    choose(page, "Opponent", "a friend elsewhere")
    press_play(page)
    link = page.get_by_label("Link for your opponent").input_value()
    other = browser.new_context()
    guest = other.new_page()
    guest.goto(link)
    guest.wait_for_selector(".dd-grid")
    tab = context.new_page()
    tab.goto(page.url)
    tab.wait_for_selector(".dd-cell.free")
    type_move(page, 2, 3)
    for view in (page, guest, tab):
        expect(view.locator('[data-cell="2"] .dd-value')).to_have_text("3")
    expect(guest.locator(".dd-cell.free").first).to_be_visible()
    type_move(guest, 4, 3)
    for view in (page, guest, tab):
        expect(view.locator('[data-cell="4"] .dd-value')).to_have_text("3")
    other.close()


def test_a_match_is_started_and_followed(page: Page) -> None:
    page.goto("/watch")
    page.get_by_role("button", name="Start a match or tournament").click()
    page.get_by_label("Rounds").fill("1")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator(".player").first).to_be_visible()
    expect(page.get_by_role("heading", name="Standings")).to_be_visible()
    page.goto("/standings")
    expect(page.get_by_role("link", name="minimax cells", exact=True)).to_be_visible()


def test_a_puzzle_is_explained_solved_and_counted(page: Page) -> None:
    page.goto("/solver")
    page.get_by_text("Paste one").click()
    page.get_by_label("Paste a puzzle in any format").fill("1... ..3. .4.. ...2")
    page.get_by_role("button", name="Load").click()
    expect(page.get_by_text("4 given", exact=True)).to_be_visible()
    page.get_by_role("button", name="Next step").click()
    expect(page.get_by_text("r1c4 can only be 4.")).to_be_visible()
    page.get_by_role("button", name="Count").click()
    expect(page.get_by_text("It has exactly 1 solution")).to_be_visible()
    page.get_by_role("button", name="Solve").click()
    expect(page.get_by_text("It has exactly one solution.")).to_be_visible()
    assert 0 not in values_of(page)


def test_a_position_is_edited_analysed_and_shared(page: Page) -> None:
    page.goto("/analyse?position=12.4.4.221.3...1%20turn%3D2")
    expect(page.locator(".best b").first).to_be_visible()
    expect(page.locator(".player.turn.p2")).to_be_visible()
    page.get_by_role("button", name="Edit").click()
    page.get_by_role("heading", name="Edit the position").wait_for()
    type_move(page, 2, 3)
    expect(page.locator('[data-cell="2"] .dd-value')).to_have_text("3")
    page.get_by_role("button", name="Done").first.click()
    expect(page.locator(".best b").first).to_be_visible()
    assert values_of(page)[2] == 3


def test_a_game_goes_on_after_the_server_was_killed(page: Page, server: PageServer) -> None:
    page.goto("/play?position=12.4.4.221.3...1")
    choose(page, "Opponent", "a friend, on this screen")
    press_play(page)
    page.wait_for_selector(".dd-cell.free")
    type_move(page, 2, 3)
    expect(page.locator(".player.turn.p2")).to_be_visible()
    server.stop(signal.SIGKILL)
    server.start()
    page.goto(page.url)
    expect(page.locator('[data-cell="2"] .dd-value')).to_have_text("3")
    type_move(page, 4, 3)
    expect(page.locator(".player.turn.p1")).to_be_visible()


def test_every_page_fits_a_phone_and_has_a_heading_and_names(browser: Browser, server: PageServer) -> None:
    context = browser.new_context(
        base_url=server.url, viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True
    )
    page = context.new_page()
    page.goto("/play?position=12.4.4.221.3...1")
    press_play(page)
    page.wait_for_selector(".dd-cell.free")
    for path in (page.url, *PATHS):
        page.goto(path)
        page.wait_for_selector("main")
        page.wait_for_timeout(300)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
        nameless: Any = page.evaluate(
            "[...document.querySelectorAll('button, a, input')].filter(e => e.checkVisibility() && !e.innerText.trim()"
            " && !e.ariaLabel && !e.labels?.length && !e.title && e.type !== 'hidden').map(e => e.outerHTML)"
        )
        assert not nameless, path
    context.close()


def test_a_script_that_got_into_the_page_does_not_run(context: BrowserContext) -> None:
    page = context.new_page()
    page.goto("/rules")
    page.wait_for_selector("main")
    blocked: list[str] = page.evaluate(
        """async () => {
            const blocked = [];
            document.addEventListener('securitypolicyviolation', e => blocked.push(e.effectiveDirective));
            document.querySelector('main').insertAdjacentHTML(
                'beforeend', '<img src="x" onerror="window.got = 1"><a id="bad" href="javascript:window.got=2">x</a>');
            const script = document.createElement('script');
            script.textContent = 'window.got = 3';
            document.body.append(script);
            document.getElementById('bad').click();
            await fetch('http://127.0.0.2:1/').catch(() => 0);
            await new Promise(done => setTimeout(done, 500));
            return blocked;
        }"""
    )
    assert page.evaluate("window.got") is None
    assert {"script-src-attr", "script-src-elem", "connect-src"} <= set(blocked)


def test_the_theme_can_be_changed(page: Page) -> None:
    page.goto("/rules")
    was_dark = page.evaluate("Quasar.Dark.isActive")
    page.get_by_role("button", name="Light or dark").click()
    page.wait_for_function(f"Quasar.Dark.isActive !== {str(was_dark).lower()}")


def test_first_paint_within_a_second(page: Page) -> None:
    page.goto("/")  # the first visit fills the browser's cache of fonts and scripts
    page.goto("/")
    page.wait_for_selector(".dd-grid")
    painted: float = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    assert painted < 1000


def test_what_an_agent_printed_stands_beside_its_turn(page: Page, server: PageServer, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    agent = tmp_path / "mine" / "agent.py"
    agent.write_text(
        "from dueldoku import Agent\n\nclass Mine(Agent):\n    def think(self, game, task):\n"
        "        print('<b>not bold</b>', len(game.start.past))\n        if game.start.past:\n            {}['key']\n"
        "        task.propose(next(game.legal_moves()))\n"
    )
    report = match(str(agent), "random_player", board="easy-2x2", nodes=1, games=2, archive=server.archive, name="mine")
    game = report.games[0]
    page.goto("/games?tournament=mine")
    expect(page.get_by_role("row").filter(has_text="raised KeyError in mine/agent.py:7")).to_have_count(2)
    page.goto(f"/games/{game.number}")
    printed = page.locator("pre.printed")
    expect(printed).to_contain_text("Traceback (most recent call last):")
    expect(printed).to_contain_text("KeyError: 'key'")
    expect(page.locator(".news")).to_contain_text("raised KeyError in mine/agent.py:7: 'key'")
    page.keyboard.press("Home")
    expect(printed).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(printed).to_have_text("<b>not bold</b> 0")
    expect(page.locator(".turns [title='its agent printed something']")).to_have_count(2)
    page.goto("/games?tournament=mine")
    told = page.request.get(f"/api/archive/{game.number}").text()
    assert "not bold" in told
