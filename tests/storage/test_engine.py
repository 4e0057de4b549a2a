"""Opening a database: what cannot work is told in a sentence that says what to do."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import event, make_url, text

from pipeline.errors import RejectedError, TransientError
from pipeline.learning.evidence import Evidence, WordingKey
from storage.engine import open_engine, reading
from storage.errors import BadDatabaseUrlError, DatabaseLostError, StoreError, UnusableDatabaseError
from storage.store import SqlStore
from tests.databases import PostgresqlServer
from tests.storage.content import digest


def write(store: SqlStore) -> None:
    with store.unit_of_work() as work:
        work.evidence.apply("hotel", Evidence({WordingKey("f", "room", "room " * 9_999): (1,)}))
        work.commit()


def open_and_write(url: str) -> None:
    with SqlStore(url) as store:
        write(store)


def test_a_new_file_is_its_owners_alone_and_an_old_one_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "traces.db"
    open_and_write(f"sqlite:///{file}")
    assert file.stat().st_mode & 0o777 == 0o600
    file.chmod(0o640)
    open_and_write(f"sqlite:///{file}")
    assert file.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("create", [True, False])
@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("traces.db", "no database URL: write sqlite:///FILE"),
        ("", "no database URL"),
        ("mysql://me:secret@host/db", r"mysql://me:\*\*\*@host/db is neither SQLite nor PostgreSQL"),
        ("nodb://host", "neither SQLite nor PostgreSQL"),
    ],
)
def test_a_url_that_names_no_database_is_refused(
    url: str, sentence: str, create: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadDatabaseUrlError, match=sentence) as caught:
        SqlStore(url, create=create)
    assert isinstance(caught.value, RejectedError)


def test_a_driver_that_is_not_installed_is_named_and_no_password_is_shown() -> None:
    with pytest.raises(BadDatabaseUrlError, match="driver that is not installed") as caught:
        open_engine("postgresql+nodriver://me:secret@host/db", create=False)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("create", [True, False])
def test_a_folder_that_does_not_exist_is_told(tmp_path: Path, create: bool) -> None:
    with pytest.raises(UnusableDatabaseError, match=r"folder that exists|does not exist"):
        SqlStore(f"sqlite:///{tmp_path}/nowhere/store.db", create=create)


def test_a_folder_in_place_of_a_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(UnusableDatabaseError, match="cannot be opened: check that it is a file"):
        SqlStore(f"sqlite:///{tmp_path}")


def test_reading_a_file_that_does_not_exist_makes_none(tmp_path: Path) -> None:
    with pytest.raises(UnusableDatabaseError, match="does not exist: check --db"):
        SqlStore(f"sqlite:///{tmp_path}/store.db", create=False)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("create", [True, False])
def test_a_file_that_is_no_database_is_told_and_stays_as_it_is(tmp_path: Path, create: bool) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("These are notes, and no database. " * 100)
    before = file.read_bytes()
    with pytest.raises(UnusableDatabaseError, match="is no SQLite database: give another file"):
        SqlStore(f"sqlite:///{file}", create=create)
    assert file.read_bytes() == before


def test_a_path_in_any_script_is_shown_as_it_is(tmp_path: Path) -> None:
    with pytest.raises(UnusableDatabaseError, match=f"sqlite:///{tmp_path}/없는 폴더/store.db cannot be opened"):
        SqlStore(f"sqlite:///{tmp_path}/없는 폴더/store.db")


def test_a_damaged_database_is_told(tmp_path: Path) -> None:
    file = tmp_path / "store.db"
    with SqlStore(f"sqlite:///{file}"):
        pass
    content = bytearray(file.read_bytes())
    content[100:8_000] = b"\xff" * 7_900
    file.write_bytes(content)
    with pytest.raises(UnusableDatabaseError, match="restore a backup"):
        SqlStore(f"sqlite:///{file}")


def test_a_database_opened_for_reading_alone_refuses_to_write(tmp_path: Path) -> None:
    file = tmp_path / "store.db"
    with SqlStore(f"sqlite:///{file}"):
        pass
    with (
        SqlStore(f"sqlite:///file:{file}?mode=ro&uri=true", create=False) as store,
        pytest.raises(UnusableDatabaseError, match=r"cannot be written.*check the rights"),
    ):
        write(store)


@pytest.fixture
def nobodys_folder() -> Iterator[Path]:
    """A folder of a user without rights, who is the one to run the test: the superuser may write into any folder."""
    superuser, nobody = os.geteuid() == 0, 65_534
    with tempfile.TemporaryDirectory() as name:
        if superuser:
            os.chown(name, nobody, nobody)
            os.seteuid(nobody)
        try:
            yield Path(name)
        finally:
            if superuser:
                os.seteuid(0)


@pytest.mark.parametrize("exists", [True, False])
def test_a_read_only_folder_is_told(nobodys_folder: Path, exists: bool) -> None:
    url = f"sqlite:///{nobodys_folder}/store.db"
    if exists:
        with SqlStore(url):
            pass
        (nobodys_folder / "store.db").chmod(0o400)
    nobodys_folder.chmod(0o500)
    try:
        with pytest.raises(UnusableDatabaseError, match="check"):
            open_and_write(url)
    finally:
        nobodys_folder.chmod(0o700)


def test_a_full_disk_is_transient_and_loses_nothing_that_was_committed(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/store.db"
    with SqlStore(url) as store:
        before = digest(store)

        def limit(connection: sqlite3.Connection, _record: object) -> None:
            (pages,) = connection.execute("PRAGMA page_count").fetchone()
            connection.execute(f"PRAGMA max_page_count = {pages + 1}")

        store._engine.dispose()
        event.listen(store._engine, "connect", limit)
        with pytest.raises(DatabaseLostError, match="no room left") as caught:
            write(store)
        assert isinstance(caught.value, TransientError)
        assert digest(store) == before


def test_an_error_that_is_nobodys_to_mend_is_left_as_it_is(store: SqlStore) -> None:
    with (
        pytest.raises(Exception, match=r"no such table|does not exist") as caught,
        reading(store._engine).connect() as connection,
    ):
        connection.execute(text("SELECT * FROM no_such_table"))
    assert not isinstance(caught.value, StoreError)


def test_a_server_that_does_not_answer_may_answer_later() -> None:
    with pytest.raises(DatabaseLostError, match=r"cannot be reached \(.*check that it runs") as caught:
        SqlStore("postgresql://me:secret@127.0.0.1:1/db")
    assert isinstance(caught.value, TransientError)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("part", ["password", "database"])
def test_a_server_that_refuses_the_connection_will_refuse_it_again(postgresql: PostgresqlServer, part: str) -> None:
    url = make_url(postgresql.empty())
    wrong = url.set(**{part: "secret-nonsense" if part == "password" else "no_such_database"})
    with pytest.raises(UnusableDatabaseError, match="refuses the connection") as caught:
        SqlStore(wrong.render_as_string(hide_password=False))
    assert str(url.password) not in str(caught.value)
    assert "secret-nonsense" not in str(caught.value)


def test_a_password_in_the_options_of_a_url_is_not_shown() -> None:
    with pytest.raises(DatabaseLostError) as caught:
        SqlStore("postgresql://me@127.0.0.1:1/db?password=secret")
    assert "secret" not in str(caught.value)


def test_a_server_that_is_restarted_is_used_again(postgresql: PostgresqlServer) -> None:
    with SqlStore(postgresql.ready()) as store:
        before = digest(store)
        with store._engine.connect() as held, psycopg.connect(postgresql.ready(), autocommit=True) as other:
            process = held.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
            other.execute("SELECT pg_terminate_backend(%s)", [process])
            with pytest.raises(DatabaseLostError):
                held.exec_driver_sql("SELECT 1")
        assert digest(store) == before


def test_nothing_of_a_session_outlives_its_transaction(postgresql: PostgresqlServer) -> None:
    with SqlStore(postgresql.ready()) as store:
        for _ in range(8):
            write(store)
        with store._engine.connect() as connection:
            assert connection.exec_driver_sql("SELECT count(*) FROM pg_prepared_statements").scalar_one() == 0
            assert connection.exec_driver_sql("SHOW lock_timeout").scalar_one() == "30s"
            connection.rollback()
            held = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()"
            assert connection.exec_driver_sql(held).scalar_one() == 0
        with reading(store._engine).connect() as connection:
            assert connection.exec_driver_sql("SHOW lock_timeout").scalar_one() == "0"


def test_a_database_in_memory_serves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with SqlStore("sqlite://") as store:
        with store.unit_of_work() as work:
            work.collections.remember(["hotel"])
            work.commit()
        with store.reading() as reader:
            assert [row.id for row in reader.collections()] == ["hotel"]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "url", ["postgresql://me:half@other-half/x@no.such.host.invalid:1/db", "postgresql://me:pw@no.such.host.invalid/db"]
)
def test_a_host_that_is_not_known_is_told_without_what_may_be_a_password(url: str) -> None:
    with pytest.raises(UnusableDatabaseError, match="write an @ before it as %40") as caught:
        SqlStore(url)
    assert "half" not in str(caught.value)


def test_an_option_that_the_driver_does_not_know_is_told() -> None:
    with pytest.raises(UnusableDatabaseError, match="option after its"):
        SqlStore("postgresql://me:pw@127.0.0.1:1/db?nonsense=1")
