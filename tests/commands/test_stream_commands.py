"""`tooltrail topics create` and `tooltrail doctor`: what they make, and what they find."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from confluent_kafka.admin import AdminClient

from tests.commands.running import Command
from tests.databases import PostgresqlServer
from tooltrail.settings import Settings, StreamSettings

ROOT = Path(__file__).parents[2]


@pytest.fixture
def topics(kafka: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, str]]:
    """The names of two topics that do not exist, set as the stream's; what was made of them goes at the end."""
    names = f"test.{uuid.uuid4().hex}.events", f"test.{uuid.uuid4().hex}.promotions"
    monkeypatch.setenv("TOOLTRAIL_KAFKA_BROKERS", kafka)
    monkeypatch.setenv("TOOLTRAIL_KAFKA_TOPIC", names[0])
    monkeypatch.setenv("TOOLTRAIL_KAFKA_PROMOTIONS_TOPIC", names[1])
    yield names
    admin = AdminClient({"bootstrap.servers": kafka})
    present = sorted(set(names) & set(admin.list_topics(timeout=30).topics))
    for deleted in admin.delete_topics(present).values() if present else ():
        deleted.result(30)


def test_topics_are_made_once_and_as_the_stream_needs_them(
    tooltrail: Command, topics: tuple[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    events, promotions = topics
    monkeypatch.setenv("TOOLTRAIL_SEAL_KEY", "a secret for topics, long enough to be taken")
    url = f"sqlite:///{tmp_path}/store.db"
    assert tooltrail("db", "upgrade", "--db", url).code == 0
    before = tooltrail("doctor", "--db", url)
    assert before.code == 1
    assert f"{events} does not exist: run `tooltrail topics create`" in before.text

    made = tooltrail("topics", "create", "--partitions", "3", "--replication", "1")
    assert made.out.splitlines() == [
        f"{events}  made: 3 partitions, replication 1, delete",
        f"{promotions}  made: 1 partitions, replication 1, compact",
    ]
    again = tooltrail("topics", "create", "--partitions", "9", "--replication", "1")
    assert again.out.count("exists: left as it is") == 2

    after = tooltrail("doctor", "--db", url)
    assert after.code == 0, after.out
    assert f"{events}, 3 partitions, replication 1, delete" in after.text
    assert f"{promotions}, 1 partitions, replication 1, compact" in after.text
    assert "lies on one broker" in after.text


def test_one_topic_is_not_used_for_two_purposes(tooltrail: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOOLTRAIL_KAFKA_PROMOTIONS_TOPIC", "tooltrail.events")
    monkeypatch.setenv("TOOLTRAIL_SEAL_KEY", "a secret for topics, long enough to be taken")
    for command in (("relay", "--once"), ("worker",), ("topics", "create"), ("doctor",)):
        done = tooltrail(*command)
        assert done.code > 0
        assert "KAFKA_PROMOTIONS_TOPIC are one topic: name two" in done.err + done.text


def test_a_topic_that_cannot_be_made_says_why(tooltrail: Command, topics: tuple[str, str]) -> None:
    assert topics[0] in tooltrail.refuses("topics", "create", "--replication", "3")


def test_doctor_says_what_is_wrong_and_what_to_do(
    tooltrail: Command, postgresql: PostgresqlServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOOLTRAIL_KAFKA_BROKERS", "127.0.0.1:1")
    monkeypatch.delenv("TOOLTRAIL_SEAL_KEY", raising=False)
    url = postgresql.empty()
    done = tooltrail("doctor", "--db", url)
    postgresql.drop(url)
    assert done.code == 1
    assert "schema none, this program needs" in done.text
    assert "tooltrail db upgrade" in done.text
    assert "no broker answers at 127.0.0.1:1" in done.text
    assert "openssl rand -hex 32" in done.text


def test_doctor_shows_no_secret(tooltrail: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    secrets = {
        "TOOLTRAIL_SEAL_KEY": "a secret that is long enough to be taken as a key",
        "TOOLTRAIL_KAFKA_SASL_PASSWORD": "another-secret",
        "TOOLTRAIL_KAFKA_SASL_USERNAME": "kim",
        "TOOLTRAIL_KAFKA_SECURITY": "SASL_PLAINTEXT",
        "TOOLTRAIL_KAFKA_BROKERS": "127.0.0.1:1",
    }
    for name, value in secrets.items():
        monkeypatch.setenv(name, value)
    done = tooltrail("doctor", "--db", "postgresql://kim:third-secret@127.0.0.1:1/none")
    assert done.code == 1
    for secret in ("a secret that", "another-secret", "third-secret"):
        assert secret not in done.out + done.err


def test_every_setting_is_documented_and_every_variable_that_is_named_is_a_setting() -> None:
    known = {f"TOOLTRAIL_{name.upper()}" for kind in (Settings, StreamSettings) for name in kind.model_fields}
    documents = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md"]
    text = "".join(path.read_text(encoding="utf-8") for path in documents)
    assert {name for name in known if name not in text} <= {"TOOLTRAIL_DEBUG"}
    for file in ("compose.yaml", "Dockerfile"):
        named = set(re.findall(r"TOOLTRAIL_[A-Z_]+", (ROOT / file).read_text(encoding="utf-8")))
        assert named
        assert named <= known, file


def test_without_the_extra_the_worker_says_what_to_install_and_the_doctor_goes_on(
    tooltrail: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tooltrail.stream._LIBRARIES", ("a_library_that_is_not_there",))
    assert "pip install 'tooltrail[worker,postgresql]'" in tooltrail.refuses("worker")
    assert "a_library_that_is_not_there" in tooltrail.refuses("topics", "create")
    url = f"sqlite:///{tmp_path}/store.db"
    tooltrail("db", "upgrade", "--db", url)
    done = tooltrail("doctor", "--db", url)
    assert done.code == 0
    assert "mind stream a_library_that_is_not_there is not installed" in done.text
