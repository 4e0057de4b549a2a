"""What never changes a decision: order, case, punctuation, politeness, strangers, the hash seed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from selector import select_target_candidate

ROOT = Path(__file__).parents[2]
TOOLS: dict[str, Any] = {
    name: {"description": text}
    for name, text in {
        "findPlants": "Find plants by colour or height.",
        "getPlant": "Get one plant.",
        "countPlants": "Count plants.",
        "waterPlant": "Water a plant.",
        "removePlant": "Remove a plant from the garden.",
        "listWateredPlants": "List the plants that were watered.",
        "식물목록조회": "식물 목록 조회",
    }.items()
}
REQUESTS = [
    "water the fern",
    "list the watered plants",
    "how many plants are there",
    "remove plant 4",
    "show plant 4",
    "find red plants",
    "plants",
    "식물 목록 보여줘",
    "식물 삭제해줘",
]
rows = st.permutations(list(TOOLS)).flatmap(
    lambda names: st.lists(st.floats(0.01, 1), min_size=len(names), max_size=len(names), unique=True).map(
        lambda scores: [{"name": name, "score": score} for name, score in zip(names, scores, strict=True)]
    )
)


def decision(selection: dict[str, Any]) -> tuple[Any, ...]:
    return selection["selected_target"], selection["reason_codes"], selection["margin"]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(REQUESTS), rows, st.randoms(use_true_random=False), st.sampled_from([None, *TOOLS]))
def test_the_order_of_candidates_and_of_the_catalog(
    query: str, ranked: list[Any], random: Any, llm: str | None
) -> None:
    once = select_target_candidate(query, ranked, TOOLS, ranked, llm)
    shuffled, names = list(ranked), list(TOOLS)
    random.shuffle(shuffled)
    random.shuffle(names)
    again = select_target_candidate(query, shuffled, {name: TOOLS[name] for name in names}, shuffled, llm)
    assert again == once


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(REQUESTS), rows, st.randoms(use_true_random=False), st.sampled_from([None, *TOOLS]))
def test_the_order_of_candidates_whose_ranks_are_given(
    query: str, ranked: list[Any], random: Any, llm: str | None
) -> None:
    numbered = [{"name": row["name"], "rank": rank} for rank, row in enumerate(ranked, 1)]
    once = select_target_candidate(query, numbered, TOOLS, llm_target=llm)
    shuffled = list(numbered)
    random.shuffle(shuffled)
    assert select_target_candidate(query, shuffled, TOOLS, llm_target=llm) == once


def reordered(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: reordered(item) for key, item in reversed(value.items())}
    return value


DECLARED: dict[str, Any] = {
    name: {
        "description": tool["description"],
        "parameters": {
            "type": "object",
            "properties": {
                "plantNo": {"type": "integer", "description": "Number of a plant."},
                "bed": {"enum": ["north"]},
            },
            "required": ["plantNo"],
        },
        "metadata": {
            "method": "get",
            "ai_metadata": {"canonical_action": action, "primary_resource": "plant", "result_shape": "single"},
            "openapi": {"path_module": "garden", "summary": "A plant."},
        },
    }
    for (name, tool), action in zip(
        TOOLS.items(), ["search", "read", "read", "update", "delete", "search", ""], strict=True
    )
}


@pytest.mark.parametrize("query", REQUESTS)
def test_the_order_of_keys_in_a_dictionary(query: str) -> None:
    rows = [{"score": 0.5, "name": name} for name in DECLARED]
    once = select_target_candidate(query, rows, DECLARED, llm_target="getPlant")
    turned = reordered(DECLARED)
    assert select_target_candidate(query, [reordered(row) for row in rows], turned, llm_target="getPlant") == once


@settings(max_examples=80, deadline=None)
@given(
    st.sampled_from(REQUESTS),
    rows,
    st.sampled_from([str.upper, str.title, str.lower]),
    st.sampled_from(["", "please ", "could you please ", "hi, ", "hello! ", "kindly "]),
    st.tuples(
        st.sampled_from(["", " please", ", please", " thanks", ", thank you"]),
        st.sampled_from(["", ".", "!", "?", " ...", "\n"]),
    ).map("".join),
    st.sampled_from([None, *TOOLS]),
)
def test_case_punctuation_and_politeness(
    query: str, ranked: list[Any], case: Any, polite: str, end: str, llm: str | None
) -> None:
    once = select_target_candidate(query, ranked, TOOLS, llm_target=llm)
    again = select_target_candidate(polite + case(query) + end, ranked, TOOLS, llm_target=llm)
    assert decision(again) == decision(once)


@pytest.mark.parametrize(
    "polite",
    [
        "식물 목록 좀 보여줘",
        "식물 목록 보여주세요",
        "식물 목록 보여주시겠어요?",
        "식물 목록을 보여 주세요!",
        "식물 목록 부탁드려요",
    ],
)
def test_politeness_in_korean(polite: str) -> None:
    names = list(TOOLS)
    once = select_target_candidate("식물 목록 보여줘", names, TOOLS, llm_target="getPlant")
    again = select_target_candidate(polite, names, TOOLS, llm_target="getPlant")
    assert (again["selected_target"], again["overrode_llm"]) == (once["selected_target"], once["overrode_llm"])


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(REQUESTS), rows, st.sampled_from([None, *TOOLS]), st.integers(0, 7), st.floats(0.001, 1))
def test_an_unrelated_candidate_changes_no_decision(
    query: str, ranked: list[Any], llm: str | None, place: int, score: float
) -> None:
    tools = {**TOOLS, "zzTopConcerto": {"description": "Quartz vexing jukebox."}}
    stranger = {"name": "zzTopConcerto", "score": score * min(row["score"] for row in ranked)}
    for given_rows, added in ((ranked, stranger), ([row["name"] for row in ranked], "zzTopConcerto")):
        once = select_target_candidate(query, given_rows, TOOLS, given_rows, llm)
        more = [*given_rows[:place], added, *given_rows[place:]]
        assert decision(select_target_candidate(query, more, tools, more, llm)) == decision(once)


@pytest.mark.parametrize("seed", ["1", "2"])
def test_the_hash_seed(seed: str) -> None:
    program = (
        "import json, sys; from selector import select_target_candidate as select\n"
        "tools, queries = json.load(sys.stdin)\n"
        "print(json.dumps([select(query, list(tools), tools, llm_target='getPlant') for query in queries]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=json.dumps([TOOLS, REQUESTS]),
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
        check=True,
    )
    here = [select_target_candidate(query, list(TOOLS), TOOLS, llm_target="getPlant") for query in REQUESTS]
    assert json.loads(done.stdout) == json.loads(json.dumps(here))
