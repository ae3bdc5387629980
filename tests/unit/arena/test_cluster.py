"""A cluster: who may take part, what is sent to it, and what becomes of it when workers come and go."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

import pytest
from clusters import Certificates, LocalCluster, local_cluster, make_certificates, other_code, wait_until
from fast_games import fast_plan

from dueldoku.agents.base import Limit
from dueldoku.arena import away
from dueldoku.arena.entrant import Entrant, resolve
from dueldoku.arena.play import play_task
from dueldoku.arena.pool import Cluster, Tls, Where, warn_if_open
from dueldoku.arena.run import check_agents, do_all
from dueldoku.arena.task import GameTask
from dueldoku.cache import VARIABLE
from dueldoku.errors import ArenaFault, PlanError

pytest.importorskip("distributed")
pytestmark = [pytest.mark.linux, pytest.mark.slow]
MATCH = ("match", "greedy_player", "random_player", "--board", "easy-2x2", "--nodes", "1", "--games", "4")


def joined(address: str, tls: Tls = Tls(), *, but: str = "has no worker; start", seconds: float = 240) -> Cluster:  # noqa: B008
    """The cluster, once it is refused no more for this reason: its workers take a while to start."""
    end = time.monotonic() + seconds
    while True:
        try:
            return Cluster(address, tls=tls)
        except PlanError as error:
            if but not in str(error) or time.monotonic() > end:
                raise
            time.sleep(0.1)


def program(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", "-m", "dueldoku", *words]
    environment = {**os.environ, **variables}
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)


# -- who is let in ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    if not shutil.which("openssl"):
        pytest.skip("there is no openssl to make certificates with")
    return make_certificates(tmp_path_factory.mktemp("tls") / "ours")


@pytest.fixture(scope="module")
def encrypted(tmp_path_factory: pytest.TempPathFactory, certificates: Certificates) -> Iterator[LocalCluster]:
    """A cluster with a worker that speaks only TLS."""
    with local_cluster(tmp_path_factory.mktemp("cluster") / "tls", certificates) as cluster:
        cluster.worker("one")
        joined(cluster.address, Tls(*certificates)).close()
        yield cluster


def test_games_over_tls_with_certificates_by_options(encrypted: LocalCluster, certificates: Certificates) -> None:
    assert encrypted.address.startswith("tls://127.0.0.1:")
    done = program(*MATCH, "--cluster", encrypted.address, *certificates.options)
    assert (done.returncode, done.stderr) == (0, "")
    assert "4/4" in done.stdout


def test_games_over_tls_with_certificates_by_dasks_configuration(
    encrypted: LocalCluster, certificates: Certificates
) -> None:
    done = program(
        *MATCH,
        *("--cluster", encrypted.address),
        DASK_DISTRIBUTED__COMM__TLS__CA_FILE=certificates.ca,
        DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT=certificates.cert,
        DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY=certificates.key,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_nobody_gets_in_without_a_certificate_of_the_authority(encrypted: LocalCluster, tmp_path: Path) -> None:
    with pytest.raises(PlanError, match=r"expected certificates for tls://127.0.0.1:\d+: --tls-ca-file"):
        Cluster(encrypted.address)
    done = program(*MATCH, "--cluster", encrypted.address)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    strangers = make_certificates(tmp_path / "theirs")
    with pytest.raises(PlanError, match=r"expected a dask scheduler at 'tls://127"):
        Cluster(encrypted.address, timeout=2, tls=Tls(*strangers))
    with pytest.raises(PlanError, match=r"expected a dask scheduler at 'tcp://127"):
        Cluster(encrypted.address.replace("tls", "tcp"), timeout=2)


def test_certificates_that_cannot_be_meant(tmp_path: Path) -> None:
    file = str(tmp_path / "some.pem")
    Path(file).write_text("no certificate\n")
    for where, sentence in (
        (
            Where(cluster="tcp://127.0.0.1:1", tls_ca_file=file),
            r"expected an address tls://... with certificates, got 'tcp",
        ),
        (Where(cluster="tls://127.0.0.1:1"), r"expected certificates for tls://127.0.0.1:1: --tls-ca-file, --tls-cert"),
        (Where(workers=1, tls_cert=file), r"expected an address tls://... with certificates, got ''"),
        (
            Where(cluster="tls://127.0.0.1:1", tls_ca_file=file),
            r"expected --tls-ca-file and --tls-cert .* got no --tls-cert",
        ),
        (
            Where(cluster="tls://127.0.0.1:1", tls_ca_file=file, tls_cert="gone"),
            r"--tls-cert: expected a file, got 'gone'",
        ),
        (Where(cluster="tls://127.0.0.1:1", tls_ca_file=file, tls_cert=file), "expected certificates in PEM format"),
    ):
        with pytest.raises(PlanError, match=sentence):
            where.open()
    done = program(*MATCH, "--cluster", "tcp://127.0.0.1:1", DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION="true")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "expected an address tls://..., because dask's configuration wants it, got 'tcp" in done.stderr


def test_a_worker_with_other_code_of_the_same_version_gets_no_games(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with local_cluster(tmp_path / "cluster") as running:
        running.worker("strange", other_code(tmp_path / "other"))
        with pytest.raises(PlanError, match=r"has no worker with the code of this program: install the same Dueldoku"):
            joined(running.address)
        assert "has other code than this program, so it gets no games" in caplog.text
        done = program(*MATCH, "--cluster", running.address)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr
        running.worker("good")
        tasks = list(fast_plan(rounds=10).tasks())
        with joined(running.address, but="has no worker with the code") as cluster:
            assert len(list(do_all(tasks, cluster, play_task))) == len(tasks)
            assert cluster.ahead == 2, "of two workers with a thread each, one plays"


def test_a_call_from_other_code_is_not_made() -> None:
    with pytest.raises(ArenaFault, match="a worker has other code than this program: install the same Dueldoku"):
        away.perform("another fingerprint", [], abs, -1)
    assert away.perform(away.greet(), [], abs, -1) == 1


def test_an_open_port_is_told_of(caplog: pytest.LogCaptureFixture) -> None:
    for address, told in (("tcp://10.1.2.3:8786", True), ("10.1.2.3:8786", True), ("tcp://127.0.0.1:8786", False)):
        caplog.clear()
        warn_if_open(address)
        assert ("whoever can reach it can run code on its workers" in caplog.text) == told


# -- agents in files -------------------------------------------------------------------------------------------------

AGENT = """
from dueldoku.agents.base import Agent
from team.helper import choose

class Player(Agent):
    def think(self, game, task):
        task.propose(choose(list(game.legal_moves())))
"""


@pytest.fixture
def team(tmp_path: Path) -> Entrant:
    folder = tmp_path / "handed in" / "team"
    folder.mkdir(parents=True)
    (folder / "sudokuai.py").write_text(AGENT)
    (folder / "helper.py").write_text("import random\nchoose = random.choice\n")
    return resolve(str(folder))


def hosted(agent: Entrant) -> list[GameTask]:
    """Two games in the cage, one from each seat."""
    plan = fast_plan()
    return list(replace(plan, agents=(agent, plan.agents[1]), limits=(Limit(0.5),)).tasks())


def test_agents_files_go_with_the_games(tmp_path: Path, team: Entrant) -> None:
    """The worker is elsewhere, and what it got it knows for good, even if the folder here is gone."""
    first, second = hosted(team)
    with local_cluster(tmp_path / "cluster") as running:
        running.worker("one")
        with joined(running.address) as cluster:
            assert check_agents([team], first.start, Limit(0.5), cluster) == []
            shutil.rmtree(Path(team.source).parent)
            result = cluster.submit(play_task, first).result(240)
            assert result.fault != 1, result
            assert result.task == first, "on record is where the agent came from"
            helper = running.store / away.key_of(team) / "team" / "helper.py"
            helper.write_text("raise RuntimeError('another agent')\n")
            result = cluster.submit(play_task, second).result(240)
            assert result.fault != 2, result
            assert helper.read_text() == "import random\nchoose = random.choice\n"


def test_a_parcel_is_what_its_digest_says(tmp_path: Path, team: Entrant, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    parcel = away.pack(team)
    kept = away.unpack(parcel)
    assert (kept.digest, kept.name) == (team.digest, team.name)
    assert Path(kept.source) == tmp_path / "cache" / "agents" / away.key_of(team) / "team"
    assert away.unpack(parcel) == kept
    damaged = replace(parcel, files=(("team/sudokuai.py", b"# another"), *parcel.files[1:]))
    assert away.unpack(damaged) == kept, "what is kept needs no parcel"
    (Path(kept.source) / "more.py").write_text("")
    with pytest.raises(PlanError, match="the files of agent team came damaged"):
        away.unpack(damaged)
    assert away.unpack(parcel) == kept
    assert not (Path(kept.source) / "more.py").exists()
    for name in ("../../escape.py", "/escape.py", ""):
        other = replace(team, digest="0" * 64)
        with pytest.raises(PlanError, match="expected names of files below a folder"):
            away.unpack(away.Parcel(other, ((name, b""),)))
    assert [file.name for file in away.store().iterdir()] == [away.key_of(team)]
    (Path(team.source) / "helper.py").write_text("# changed")
    with pytest.raises(PlanError, match="agent team was changed since this run began"):
        away.pack(team)


def test_agents_that_nobody_played_for_long_are_removed(
    tmp_path: Path, team: Entrant, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    (away.store() / "old").mkdir()
    os.utime(away.store() / "old", (1, 1))
    away.unpack(away.pack(team))
    assert [file.name for file in away.store().iterdir()] == [away.key_of(team)]


# -- coming and going ------------------------------------------------------------------------------------------------


def test_calls_for_workers_who_are_all_gone_go_to_those_who_came(tmp_path: Path, team: Entrant) -> None:
    tasks = hosted(team)
    with local_cluster(tmp_path / "cluster") as running:
        old = running.worker("old")
        with joined(running.address) as cluster:
            stuck = [cluster.submit(time.sleep, 600), cluster.submit(play_task, tasks[0])]
            old.kill()
            running.worker("new")
            wait_until(lambda: cluster.ahead and all(future.done() for future in stuck), 240)
            assert all(cluster.lost(future_error) for future_error in map(error_of, stuck))
            results = list(do_all(tasks, cluster, play_task))
            assert {result.task for result in results} == set(tasks)


def error_of(future: Future[object]) -> BaseException:
    with pytest.raises(BaseException) as caught:  # noqa: PT011
        future.result(0)
    return caught.value
