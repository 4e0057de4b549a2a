"""`tooltrail collections`: what is set changes what stands, and nothing else does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands.running import AS_OF, Command


def promoted(tooltrail: Command) -> set[str]:
    rows = tooltrail("suggestions", "list", "--status", "promoted", "--as-of", AS_OF, "--format", "jsonl").rows
    return {row["target"] for row in rows}


@pytest.mark.usefixtures("learned")
def test_the_list_shows_settings_and_what_was_learned(tooltrail: Command) -> None:
    done = tooltrail("collections", "list")
    assert "shop promote state-changing not trusted, kept 68 2026-01-08 2 promoted, 1 promotable" in done.text
    (row,) = tooltrail("collections", "list", "--format", "jsonl").rows
    assert (row["id"], row["mode"], row["attempts"], row["suggestions"]["promoted"]) == ("shop", "promote", 68, 2)


@pytest.mark.usefixtures("learned")
def test_a_setting_is_applied_to_every_suggestion_at_once(tooltrail: Command) -> None:
    assert promoted(tooltrail) == {"getParcelSpot", "getOrder"}
    done = tooltrail("collections", "set", "shop", "--mode", "observe")
    assert "shop: mode promote -> observe" in done.out
    assert promoted(tooltrail) == set()
    tooltrail("collections", "set", "shop", "--mode", "promote", "--review", "none")
    assert promoted(tooltrail) == {"getParcelSpot", "getOrder", "createReturn"}


@pytest.mark.usefixtures("learned")
def test_what_is_not_given_stays(tooltrail: Command) -> None:
    tooltrail("collections", "set", "shop", "--mode", "shadow", "--trust-anonymous", "--no-keep-text")
    tooltrail("collections", "set", "shop", "--review", "all")
    (row,) = tooltrail("collections", "list", "--format", "jsonl").rows
    settings = row["mode"], row["review"], row["trust_anonymous"], row["keep_text"]
    assert settings == ("shadow", "all", True, False)
    assert tooltrail("collections", "set", "shop", "--review", "all").text.startswith("shop: nothing changed")


@pytest.mark.usefixtures("learned")
@pytest.mark.parametrize("shape", ["by name", "list", "artifact"])
def test_a_catalog_says_what_changes_state(tooltrail: Command, folder: Path, shape: str) -> None:
    tools = {
        "createReturn": {"metadata": {"method": "GET"}},
        "getParcelSpot": {"metadata": {"ai_metadata": {"canonical_action": "update"}}},
    }
    listed = [{"name": name, **tool} for name, tool in tools.items()]
    content = {"by name": tools, "list": listed, "artifact": {"version": 1, "tools": listed}}[shape]
    (folder / "catalog.json").write_text(json.dumps(content))
    done = tooltrail("collections", "set", "shop", "--catalog", "catalog.json")
    assert "catalog none -> 2 tools, 1 of which change state" in done.out
    assert promoted(tooltrail) == {"createReturn", "getOrder"}


def test_a_collection_may_be_set_before_its_first_event(tooltrail: Command, events: Path) -> None:
    assert "no suggestion yet" in tooltrail("collections", "set", "shop", "--mode", "observe").out
    assert "suggested" in tooltrail("replay", events).text
    assert promoted(tooltrail) == set()


def test_an_empty_database_says_how_to_go_on(tooltrail: Command) -> None:
    tooltrail("db", "upgrade")
    assert tooltrail("collections", "list").text == "No collection yet: `tooltrail replay` brings them in."


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["shop"], "nothing to set"),
        (["shop", "--mode", "loud"], "'observe', 'shadow', 'promote'"),
        (["kim@example.com", "--mode", "observe"], "is no name for a collection"),
        (["", "--mode", "observe"], "is no name for a collection"),
        (["shop", "--catalog", "nowhere.json"], "nowhere.json cannot be read"),
        (["shop", "--catalog", "broken.json"], "broken.json is no JSON document"),
        (["shop", "--catalog", "empty.json"], "empty.json holds no tools"),
    ],
)
def test_what_cannot_be_set_is_refused(tooltrail: Command, folder: Path, arguments: list[str], said: str) -> None:
    (folder / "broken.json").write_text('{"getOrder": ')
    (folder / "empty.json").write_text('{"tools": [{"title": "no name"}]}')
    assert said in tooltrail.refuses("collections", "set", *arguments)
    assert not (folder / "tooltrail.db").exists()
