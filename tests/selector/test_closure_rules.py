"""Rules of REST, OpenAPI, JSON Schema and speech by which closures find producers, on small catalogs of our own."""

from __future__ import annotations

from typing import Any

import pytest

from selector import complete_target_dependencies
from tests.selector.catalogs import Tool, tool


def close(target: str, tools: dict[str, Tool], query: str, **options: Any) -> list[str]:
    return sorted(complete_target_dependencies(target, tools, query=query, **options).required_dependencies)


def described(entry: Tool, field: str, **facts: Any) -> Tool:
    """Return a tool with more said of one of its inputs."""
    for row in entry["metadata"]["api_contract"]["consumes"]:
        if row["field_name"] == field:
            row.update(facts)
    return entry


def schemed(entry: Tool, schema: str) -> Tool:
    """Return a tool whose outputs stand in a schema of a name."""
    for row in entry["metadata"]["api_contract"]["produces"]:
        row["schema_ref"] = f"#/components/schemas/{schema}"
    return entry


#: A museum: halls and exhibits are addressed by id or code, loans name what they are of.
MUSEUM: dict[str, Tool] = {
    "listHalls": schemed(tool("/halls", {}, ["$.data[*].id:string", "$.data[*].title"]), "hall"),
    "searchExhibits": schemed(
        tool("/exhibits/search", {"q": "query"}, ["$.data[*].id:string", "$.data[*].code", "$.data[*].title"]),
        "exhibit",
    ),
    "getExhibit": tool("/exhibits/{exhibitIdOrCode}", {"exhibitIdOrCode": "path"}, ["$.title"]),
    "closeHall": tool("/halls/{hall}/closure", {"hall": "path"}, [], method="post"),
    "lendExhibit": tool("/loans", {"exhibit": "body"}, ["$.id"], method="post"),
    "listLoans": schemed(tool("/loans", {}, ["$.data[*].id", "$.data[*].exhibit"]), "loan"),
    "listDamages": schemed(
        tool("/exhibits/{exhibit}/damages", {"exhibit": "path"}, ["$.data[*].id", "$.data[*].exhibit"]), "damage"
    ),
}


@pytest.mark.parametrize(
    ("target", "query", "required"),
    [
        ("getExhibit", "show the exhibit Golden Mask", ["searchExhibits"]),
        ("lendExhibit", "lend the exhibit Golden Mask", ["searchExhibits"]),
        ("listDamages", "list the damages of the exhibit Golden Mask", ["searchExhibits"]),
        ("closeHall", "close the newest hall", ["listHalls"]),
        ("closeHall", "close hall h-12", []),
    ],
)
def test_an_input_that_is_named_for_a_thing_takes_its_id(target: str, query: str, required: list[str]) -> None:
    assert close(target, MUSEUM, query) == required


def test_what_points_to_a_thing_is_none_of_its_kind() -> None:
    tools = {name: MUSEUM[name] for name in ("listDamages", "lendExhibit", "listLoans")}
    assert close("lendExhibit", tools, "find an exhibit and lend it") == []


def test_where_ids_are_numbers_a_text_takes_the_name() -> None:
    tools = {
        "listClubs": tool("/clubs", {}, ["$[*].id:integer", "$[*].name:string"]),
        "getFixtures": described(tool("/clubs/{club}/fixtures", {"club": "path"}, []), "club", field_type="string"),
    }
    assert close("getFixtures", tools, "fixtures of the first club") == ["listClubs"]
    assert close("getFixtures", tools, "fixtures of the club Rovers") == []


#: Racks of a workshop, each addressed by its owner and its name.
WORKSHOP: dict[str, Tool] = {
    "searchRacks": tool("/search/racks", {"q": "query"}, ["$.items[*].name", "$.items[*].owner.id"]),
    "listMyRacks": tool("/me/racks", {}, ["$[*].name"]),
    "listTools": tool("/racks/{owner}/{rack}/tools", {"owner": "path", "rack": "path"}, ["$[*].number:integer"]),
    "getRepairs": tool(
        "/racks/{owner}/{rack}/tools/{tool_number}/repairs",
        {"owner": "path", "rack": "path", "tool_number": "path"},
        [],
    ),
}


@pytest.mark.parametrize(
    ("target", "query", "required"),
    [
        ("listTools", "list the tools in ada/saws", []),
        ("getRepairs", "show the repairs of the newest tool in ada/saws", ["listTools"]),
        ("getRepairs", "show the repairs of tool 12 in ada/saws", []),
        ("listTools", "find the rack saws and list its tools", ["searchRacks"]),
        ("listTools", "list the tools of my rack saws", ["listMyRacks"]),
    ],
)
def test_a_thing_with_an_owner_is_given_in_one_word_or_looked_up(target: str, query: str, required: list[str]) -> None:
    assert close(target, WORKSHOP, query) == required


def test_a_description_says_whose_identifier_an_input_takes() -> None:
    tools = {
        "searchSongs": schemed(tool("/songs", {"q": "query"}, ["$.items[*].id", "$.items[*].title"]), "Song"),
        "getSong": tool("/songs/{id}", {"id": "path"}, ["$.title"]),
        "getTempo": described(
            tool("/tempo/{id}", {"id": "path"}, ["$.beats"]),
            "id",
            description="The [unique ID](/docs/ids) of the song.",
        ),
    }
    assert close("getTempo", tools, "how fast is the song Blue Monday?") == ["searchSongs"]


#: Streets of a town with lamps; a lamp is seen in its street, in repairs, and all over the town.
TOWN: dict[str, Tool] = {
    "listLamps": tool("/streets/{street}/lamps", {"street": "path"}, ["$.items[*].lampId"]),
    "listAllLamps": tool("/lamps", {}, ["$.items[*].lampId"]),
    "listRepairs": tool("/repairs", {}, ["$.items[*].lamp.lampId"]),
    "dimLamp": tool("/streets/{street}/lamps/{lampId}/dimmer", {"street": "path", "lampId": "path"}, [], method="post"),
    "getBulb": tool("/lamp-bulbs/{lampId}", {"lampId": "path"}, []),
}


def test_the_collection_that_a_path_leads_through_comes_before_others() -> None:
    assert close("dimLamp", TOWN, "find the brightest lamp in street S-4 and dim it") == ["listLamps"]


def test_a_part_of_what_is_not_spoken_of_comes_last() -> None:
    tools = {name: TOWN[name] for name in ("listAllLamps", "listRepairs", "getBulb")}
    assert close("getBulb", tools, "which bulb has the newest lamp?") == ["listAllLamps"]
    assert close("getBulb", tools, "which bulb has the lamp of the latest repair?") == ["listRepairs"]


#: A choir: songbooks of one's own hold songs, songs are found by their title, members follow each other.
CHOIR: dict[str, Tool] = {
    "findSongs": tool("/songs/search", {"title": "query"}, ["$.songs[*].songId", "$.songs[*].title"]),
    "listMySongbooks": tool("/me/songbooks", {}, ["$.items[*].songbookId", "$.items[*].name"]),
    "listSongs": tool("/songbooks/{songbookId}/songs", {"songbookId": "path"}, ["$.songs[*].songId"]),
    "addSongs": tool("/songbooks/{songbookId}/songs", {"songbookId": "path"}, [], method="post", optional=["songIds"]),
    "removeSongs": tool(
        "/songbooks/{songbookId}/songs", {"songbookId": "path"}, [], method="delete", optional=["songIds"]
    ),
    "getLyrics": tool("/songs/{songId}/lyrics", {"songId": "path"}, []),
    "getMe": tool("/members/me", {}, ["$.memberId", "$.name"]),
    "searchMembers": tool("/members", {"name": "query"}, ["$.items[*].memberId", "$.items[*].name"]),
    "listDuties": tool("/members/{memberId}/duties", {"memberId": "path"}, ["$.items[*].dutyId"]),
    "listConcerts": tool("/concerts", {}, ["$.items[*].concertId"], optional=["memberId"]),
    "cancelConcert": tool("/concerts/{concertId}", {"concertId": "path"}, [], method="delete"),
}


@pytest.mark.parametrize(
    ("target", "query", "required"),
    [
        ("addSongs", "add the song Night Train to my songbook Travel", ["findSongs", "listMySongbooks"]),
        ("removeSongs", "remove the first song from my songbook Travel", ["listMySongbooks", "listSongs"]),
        ("getLyrics", "find a madrigal and show its lyrics", ["findSongs"]),
        ("listDuties", "which duties do i have?", ["getMe"]),
        ("listDuties", "which duties does Ada Byron have?", ["searchMembers"]),
        ("listConcerts", "list the concerts of the member Ada Byron", ["searchMembers"]),
        ("cancelConcert", "cancel the next concert of Ada Byron", ["listConcerts", "searchMembers"]),
        ("cancelConcert", "cancel my next concert", ["listConcerts"]),
        ("cancelConcert", "cancel concert C-9", []),
    ],
)
def test_options_names_and_one_s_own(target: str, query: str, required: list[str]) -> None:
    assert close(target, CHOIR, query) == required


def test_a_detail_is_not_read_for_what_its_list_gives() -> None:
    tools = {
        "listTrips": tool("/trips", {}, ["$.trips[*].tripId", "$.trips[*].driver.driverId"]),
        "getTrip": tool("/trips/{tripId}", {"tripId": "path"}, ["$.driver.driverId"]),
        "getDriver": tool("/drivers/{driverId}", {"driverId": "path"}, ["$.name"]),
    }
    assert close("getDriver", tools, "who drives the latest trip? show the driver") == ["listTrips"]


def test_things_that_are_asked_for_by_their_ids_are_known() -> None:
    tools = {
        "listStones": tool("/stones/new", {}, ["$.stones[*].stoneId"]),
        "getStones": tool("/stones", {"stone_ids": "query"}, ["$.stones[*].stoneId"]),
        "getOrigin": tool("/stones/{stoneId}/origin", {"stoneId": "path"}, []),
    }
    assert close("getOrigin", tools, "origin of the newest stone") == ["listStones"]


def test_a_required_choice_says_which_things_a_call_lists() -> None:
    tools = {
        "getCharts": described(
            tool("/charts/{kind}", {"kind": "path"}, ["$.results[*].id"]), "kind", enum=["novel", "poem"]
        ),
        "getNovel": tool("/novels/{novelId}", {"novelId": "path"}, ["$.novelId", "$.pages", "$.plot"]),
        "getPoem": tool("/poems/{poemId}", {"poemId": "path"}, ["$.poemId", "$.verses"]),
    }
    assert close("getPoem", tools, "find the poem that leads the charts") == ["getCharts"]
    assert close("getNovel", tools, "find the novel that leads the charts") == ["getCharts"]


def test_a_code_with_a_word_before_it_is_its_object_s() -> None:
    tools = {
        "searchPorts": schemed(tool("/ports", {"q": "query"}, ["$[*].locodeCode", "$[*].name"]), "Port"),
        "getTides": tool("/ports/{portCode}/tides", {"portCode": "path"}, []),
    }
    assert close("getTides", tools, "tides of the port Mallaig") == ["searchPorts"]


def test_a_path_may_end_in_the_format_of_its_response() -> None:
    tools = {
        "listWells": tool("/wells.json", {}, ["$.wells[*].id"]),
        "getDepth": tool("/wells/{well_id}/depth.json", {"well_id": "path"}, []),
    }
    assert close("getDepth", tools, "depth of the first well") == ["listWells"]


def test_who_is_looked_up_by_what_people_know_is_not_looked_up_before() -> None:
    tools = {
        "getByCallsign": tool("/pilots/by/callsign/{callsign}", {"callsign": "path"}, ["$.pilotId", "$.callsign"]),
        "listFlights": tool("/pilots/{pilotId}/flights", {"pilotId": "path"}, ["$.flights[*].number"]),
    }
    assert close("listFlights", tools, "flights of the pilot Maverick") == ["getByCallsign"]


def test_records_of_acts_are_read_and_never_let_an_act_in() -> None:
    tools = {
        "list_registrations": tool("/fairs/{fairId}/registrations", {"fairId": "path"}, ["$[*].registrationId"]),
        "create_registration": tool("/registrations", {}, ["$.registrationId"], method="post"),
        "getBadge": tool("/registrations/{registrationId}/badge", {"registrationId": "path"}, []),
    }
    assert close("getBadge", tools, "badge of the latest registration at fair F-3") == ["list_registrations"]
    assert close("getBadge", {name: tools[name] for name in ("create_registration", "getBadge")}, "find a badge") == []


#: A harbour whose calls are named for the thing and what is done; berths are held by their number.
HARBOUR: dict[str, Tool] = {
    "crews_list": tool("/crews.list", {}, ["$.crews[*].id", "$.crews[*].name"]),
    "crews_info": tool("/crews.info", {"crew": "query"}, ["$.crew.id", "$.crew.name"]),
    "crews_byMail": tool("/crews.lookup", {"email": "query"}, ["$.crew.id", "$.crew.name"]),
    "crews_dismiss": tool("/crews.dismiss", {"crew": "body"}, [], method="post"),
    "log_search": tool("/log.search", {"q": "query"}, ["$.entries[*].ts", "$.entries[*].crew.id"]),
    "berths_list": tool("/berths", {}, ["$.berths[*].id:integer", "$.berths[*].name"]),
    "berths_close": described(
        tool("/berths/{berth_id}/closure", {"berth_id": "path"}, [], method="post"), "berth_id", field_type="integer"
    ),
}


@pytest.mark.parametrize(
    ("target", "query", "required"),
    [
        ("crews_dismiss", "dismiss the crew Albatross", ["crews_list"]),
        ("crews_dismiss", "dismiss the crew of ada@example.com", ["crews_byMail"]),
        ("crews_dismiss", "dismiss crew K-12", []),
        ("berths_close", "close the berth north-2", ["berths_list"]),
        ("berths_close", "close berth 17", []),
    ],
)
def test_calls_named_for_a_thing_and_names_where_numbers_are_taken(
    target: str, query: str, required: list[str]
) -> None:
    assert close(target, HARBOUR, query) == required


def test_who_acts_on_somebody_is_not_whom_they_act_on() -> None:
    tools = {
        "getMe": tool("/pilots/me", {}, ["$.pilot.id"]),
        "findPilot": tool("/pilots/search", {"name": "query"}, ["$.pilots[*].id", "$.pilots[*].name"]),
        "greet": tool(
            "/pilots/{id}/greetings", {"id": "path", "target_pilot_id": "body"}, ["$.greeted"], method="post"
        ),
    }
    assert close("greet", tools, "greet the pilot Ada Byron for me") == ["findPilot", "getMe"]
