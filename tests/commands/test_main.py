"""What holds for every command: settings, exit codes, one line where something is wrong, safe output."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.errors import RejectedError, TransientError
from tests.commands.running import AS_OF, Command
from tooltrail import rendering, wiring
from tooltrail.main import main
from tooltrail.text import printable

KEY = "0123456789abcdef" * 4


def run(*arguments: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Runs the command in a process of its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("TOOLTRAIL_", "PYTHON"))}
    root = str(Path(__file__).parents[2])
    return subprocess.run(
        [sys.executable, "-m", "tooltrail", *arguments],
        cwd=folder,
        env={**kept, "PYTHONPATH": root, **environment},
        capture_output=True,
        check=False,
        timeout=60,
    )


# --- help and version ---


def test_help_names_every_command(tooltrail: Command) -> None:
    done = tooltrail("--help")
    assert done.code == 0
    for command in ("demo", "replay", "suggestions", "collections", "dead-letters", "select", "db"):
        assert command in done.out


@pytest.mark.parametrize(
    "command",
    [
        *["demo", "replay", "select"],
        *["suggestions", "collections", "dead-letters", "db"],
        *["suggestions approve", "suggestions rollback", "collections set", "dead-letters show", "db digest"],
    ],
)
def test_every_command_explains_itself(tooltrail: Command, command: str) -> None:
    done = tooltrail(*command.split(), "--help")
    assert done.code == 0
    assert f"Usage: tooltrail {command}" in done.text


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_help_and_version_are_there_without_loading_the_store(folder: Path, option: str) -> None:
    program = "import sys; from tooltrail.main import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", program, option],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "tooltrail" in done.stdout
    assert {"sqlalchemy", "pydantic", "storage"}.isdisjoint(done.stderr.split())


def test_without_a_command_help_is_shown_and_nothing_else(tooltrail: Command) -> None:
    done = tooltrail()
    assert (done.code, done.err) == (2, "")
    assert "Usage: tooltrail" in done.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["repaly"], "No such command 'repaly'. Did you mean 'replay'"),
        (["--loud"], "No such option: --loud"),
        (["db", "--loud"], "(see tooltrail db --help)"),
        (["suggestions", "show"], "Missing argument 'ID'"),
    ],
)
def test_a_mistyped_command_is_refused_on_one_line(tooltrail: Command, arguments: list[str], said: str) -> None:
    assert said in tooltrail.refuses(*arguments)


# --- what goes wrong ---


def fail_with(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: object, **_options: object) -> None:
        raise error

    monkeypatch.setattr(wiring, "open_store", fail)


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (RejectedError("turn it round"), 2, "tooltrail: turn it round\n"),
        (TransientError("it is busy"), 3, "tooltrail: it is busy (nothing is half done: try again)\n"),
        (OSError(28, "No space left on device"), 3, "tooltrail: [Errno 28] No space left on device\n"),
        (
            ZeroDivisionError("secret 4711"),
            70,
            "ZeroDivisionError: set TOOLTRAIL_DEBUG=1 to see where, and report it\n",
        ),
    ],
)
def test_each_kind_of_error_has_its_exit_code_and_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, error: Exception, code: int, said: str
) -> None:
    fail_with(error, monkeypatch)
    assert main(["collections", "list"]) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.endswith(said)
    assert captured.err.count("\n") == 1
    assert "4711" not in captured.err


def test_whoever_asks_for_it_sees_where_a_fault_lies(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    fail_with(ZeroDivisionError("a fault"), monkeypatch)
    monkeypatch.setenv("TOOLTRAIL_DEBUG", "1")
    assert main(["collections", "list"]) == 70
    assert "ZeroDivisionError: a fault" in capsys.readouterr().err


def test_an_interruption_is_quiet(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    fail_with(KeyboardInterrupt(), monkeypatch)
    assert main(["collections", "list"]) == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("form", ["jsonl", "table"])
def test_a_closed_pipe_is_quiet(learned: Path, form: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "tooltrail", "suggestions", "list", "--as-of", AS_OF, "--format", form],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        stdout=writer,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


# --- settings ---


def test_the_database_of_the_settings_is_used_and_an_option_goes_before_it(
    tooltrail: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOOLTRAIL_DB", "sqlite:///set.db")
    tooltrail("db", "upgrade")
    tooltrail("db", "upgrade", "--db", "sqlite:///given.db")
    assert {path.name for path in folder.glob("*.db")} == {"set.db", "given.db"}


def test_a_key_file_seals_as_the_key_does(
    tooltrail: Command, events: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "key").write_text(f"{KEY}\n")
    monkeypatch.setenv("TOOLTRAIL_SEAL_KEY_FILE", "key")
    tooltrail("replay", events, "--db", "sqlite:///file.db")
    monkeypatch.delenv("TOOLTRAIL_SEAL_KEY_FILE")
    monkeypatch.setenv("TOOLTRAIL_SEAL_KEY", KEY)
    tooltrail("replay", events, "--db", "sqlite:///key.db")
    tooltrail("replay", events, "--db", "sqlite:///same.db")
    digests = {name: tooltrail("db", "digest", "--db", f"sqlite:///{name}.db").out for name in ("file", "key", "same")}
    assert len(set(digests.values())) == 1


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"SEAL_KEY": "short"}, "TOOLTRAIL_SEAL_KEY: a seal key has 32 characters or more"),
        ({"SEAL_KEY": ""}, "TOOLTRAIL_SEAL_KEY: a seal key has 32 characters or more"),
        ({"SEAL_KEY": KEY, "SEAL_KEY_FILE": "key"}, "are both set: unset one of them"),
        ({"SEAL_KEY_FILE": "nowhere"}, "TOOLTRAIL_SEAL_KEY_FILE: nowhere cannot be read"),
        ({"SEAL_KEY_FILE": "binary"}, "TOOLTRAIL_SEAL_KEY_FILE: binary holds no UTF-8 text"),
        ({"DB": "traces.db"}, "'traces.db' is no database URL: write sqlite:///traces.db"),
        ({"DEBUG": "perhaps"}, "TOOLTRAIL_DEBUG: "),
    ],
)
def test_a_setting_that_cannot_be_used_is_named_without_its_secret(
    tooltrail: Command,
    events: Path,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    settings: dict[str, str],
    said: str,
) -> None:
    (folder / "key").write_text(KEY)
    (folder / "binary").write_bytes(b"\xff\xfe\x00")
    for name, value in settings.items():
        monkeypatch.setenv(f"TOOLTRAIL_{name}", value)
    complaint = tooltrail.refuses("replay", events)
    assert said in complaint
    assert KEY not in complaint


# --- output ---


def test_output_is_utf8_whatever_the_locale(learned: Path, folder: Path) -> None:
    database = f"sqlite:///{learned}"
    done = run(
        "suggestions", "list", "--as-of", AS_OF, folder=folder, TOOLTRAIL_DB=database, LC_ALL="C", PYTHONUTF8="0"
    )
    assert done.returncode == 0
    assert b"\x1b" not in done.stdout
    assert "getParcelSpot" in done.stdout.decode("utf-8")


def test_text_from_traces_cannot_take_over_the_terminal() -> None:
    hostile = "\x1b]0;owned\x07 \x9b31m \u202etxt\r\n"
    shown = printable(hostile)
    assert shown.isprintable()
    assert "owned" in shown
    assert all(part.isprintable() for part in rendering.line(hostile, rendering.heading(hostile)).plain)


def test_a_line_of_json_spells_such_text_in_escapes(capsys: pytest.CaptureFixture[str]) -> None:
    rendering.write_json_lines([{"text": "a\x1b\x9b\u202e값"}])
    assert capsys.readouterr().out == '{"text":"a\\u001b\\u009b\\u202e값"}\n'


def test_colours_are_for_terminals_that_want_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert rendering.console().no_color
