"""The publisher in processes: they fork, end without closing it, append to one file, and import it lightly."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pipeline.publish import JsonLines
from pipeline.publish.json_lines import UnwritableFileError
from pipeline.publish.packing import Pack
from pipeline.publish.sinks import SinkFullError

ROOT = Path(__file__).parents[2]
BEGIN = """
import os, sys
from pipeline.publish import JsonLines, Options, TracePublisher
publisher = TracePublisher(JsonLines(sys.argv[1]), "a secret of the tests, long enough", Options(collection_id="shop"))
def say(plan, times=1):
    for _ in range(times):
        publisher.publish({"type": "user.message", "plan_id": plan, "text": "hello there"})
"""


def run(code: str, path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", BEGIN + code, str(path)], check=True, env=environment, timeout=60)


def events(path: Path) -> list[dict[str, Any]]:
    return [event for line in path.read_text().splitlines() for event in json.loads(line)]


def test_the_end_of_the_process_sends_what_is_left(tmp_path: Path) -> None:
    run("say('p', 3)", tmp_path / "t.jsonl")
    assert len(events(tmp_path / "t.jsonl")) == 3


def test_a_fork_takes_nothing_of_its_parent_along(tmp_path: Path) -> None:
    code = """
say('parent', 2)
for child in ('one', 'two'):
    if os.fork() == 0:
        assert publisher.counts.published == 0
        say(child, 3)
        sys.exit()
say('parent')
while True:
    try:
        assert os.wait()[1] == 0
    except ChildProcessError:
        break
"""
    run(code, tmp_path / "t.jsonl")
    found = events(tmp_path / "t.jsonl")
    assert sorted(event["plan_id"] for event in found) == ["one"] * 3 + ["parent"] * 3 + ["two"] * 3
    assert len({event["event_id"] for event in found}) == 9


def test_a_child_of_multiprocessing_sends_what_is_left(tmp_path: Path) -> None:
    code = """
import multiprocessing
child = multiprocessing.get_context('fork').Process(target=say, args=('child', 2))
child.start()
child.join(30)
assert child.exitcode == 0
"""
    run(code, tmp_path / "t.jsonl")
    assert [event["plan_id"] for event in events(tmp_path / "t.jsonl")] == ["child"] * 2


def test_several_processes_append_whole_lines_to_one_file(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    code = """
for name in range(4):
    if os.fork() == 0:
        for number in range(50):
            say(f'{name}-{number}', 4)
        sys.exit()
for _ in range(4):
    os.wait()
"""
    run(code, path)
    assert len(events(path)) == 800
    assert path.stat().st_mode & 0o077 == 0


def test_importing_it_brings_no_engine_no_database_and_no_client() -> None:
    code = "import pipeline.publish, sys; print(*{name.partition('.')[0] for name in sys.modules})"
    done = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    loaded = set(done.stdout.split()) - set(sys.stdlib_module_names)
    assert "pydantic" in loaded
    assert not loaded & {"faust", "sqlalchemy", "alembic", "confluent_kafka", "aiokafka", "networkx", "typer", "rich"}
    assert not loaded & {"storage", "tooltrail"}


def sent(channel: Any, data: bytes) -> list[str | None]:
    told: list[str | None] = []
    channel.send(Pack("k", None, data, 1), lambda _pack, reason: told.append(reason))
    return told


def test_a_line_that_another_process_left_half_is_ended_first(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_bytes(b'[{"half')
    channel = JsonLines(path).open()
    assert sent(channel, b"[1]") == [None]
    assert path.read_bytes() == b'[{"half\n[1]\n'


def test_a_line_that_does_not_fit_on_the_disk_is_not_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "t.jsonl"
    channel = JsonLines(path).open()
    sent(channel, b"[1]")
    real, room = os.write, [3]

    def write(file: int, data: Any) -> int:
        if not room[0]:
            raise OSError(28, "No space left on device")
        written = real(file, bytes(data)[: room[0]])
        room[0] -= written
        return written

    monkeypatch.setattr(os, "write", write)
    with pytest.raises(SinkFullError):
        sent(channel, b"[1234567]")
    assert path.read_bytes() == b"[1]\n"
    monkeypatch.setattr(os, "write", real)
    assert sent(channel, b"[1234567]") == [None]
    assert path.read_bytes() == b"[1]\n[1234567]\n"


def test_a_file_that_was_moved_away_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    channel = JsonLines(path).open()
    sent(channel, b"[1]")
    path.rename(tmp_path / "old.jsonl")
    sent(channel, b"[2]")
    channel.close(0)
    assert ((tmp_path / "old.jsonl").read_bytes(), path.read_bytes()) == (b"[1]\n", b"[2]\n")


def test_a_folder_that_is_not_there_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(UnwritableFileError, match="cannot be written"):
        JsonLines(tmp_path / "nowhere" / "t.jsonl").check()
