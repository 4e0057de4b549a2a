"""Target selection: which of the retrieved candidates a request means, with the evidence for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from selector.block import empty_block, selector_block
from selector.policy import POLICIES, Decision, decide
from selector.query import Query, read_query
from selector.ranking import Lesson, Scored, rank_by_evidence, with_lessons
from selector.rows import candidate_names, places, read_rows
from selector.tools import CompiledCatalog, ToolFacts, read_tool


def select_target_candidate(  # noqa: PLR0913, PLR0917 - the signature of the specification
    query: str,
    candidates: Sequence[Any],
    tools: Mapping[str, Any],
    retrieval_results: Sequence[Any] | None = None,
    llm_target: str | None = None,
    learning_suggestions: object = None,
    policy: str = "strong_evidence",
) -> dict[str, Any]:
    """Select the tool that a request means among retrieved candidates.

    Total on JSON-shaped data: what is of a wrong type is read as absent, nothing is changed, and every field of the
    specification's output schema is there in every outcome.

    Args:
        query: the user's request.
        candidates: retrieved tools, best first: names, or rows with ``name`` and optionally ``score`` or ``rank``.
            Names that `tools` does not have are ignored, a name counts once.
        tools: the catalog by name: plain dictionaries or a `CompiledCatalog`.
        retrieval_results: rows of retrieval; where given, they say the order.
        llm_target: the tool that the LLM selected; added to the candidates if the catalog has it.
        learning_suggestions: a snapshot's view (`PromotedSnapshot.for_collection`) or plain suggestion rows of one
            collection.
        policy: ``strong_evidence``.

    Returns:
        The specification's selector block, plain JSON. Scores lie between 0 and 1 and compare within one call only.

    Raises:
        ValueError: for an unknown policy.

    >>> tools = {"getOrder": {"description": "Get an order."}, "cancelOrder": {"description": "Cancel an order."}}
    >>> select_target_candidate("please cancel my order", ["getOrder", "cancelOrder"], tools)["selected_target"]
    'cancelOrder'
    """
    if policy not in POLICIES:
        message = f"unknown policy {policy!r}: use {' or '.join(map(repr, POLICIES))}"
        raise ValueError(message)
    text = _text(query)
    asked, llm_name = read_query(text), _text(llm_target) or None
    rows = read_rows(candidates)
    names = candidate_names(rows, tools)
    if llm_name is not None and llm_name not in names:
        names += candidate_names(read_rows([llm_name]), tools)
    if not names:
        return empty_block(asked, llm_name, policy)
    retrieved = rows if retrieval_results is candidates else read_rows(retrieval_results) or rows
    ranked = rank_by_evidence(asked, _facts(names, tools), places(retrieved, names))
    decision = _decide(ranked, asked, llm_name)
    lifted = _lifts(ranked, learning_suggestions, text, asked)
    if lifted:
        taught = with_lessons(ranked, lifted)
        decision_taught = _decide(taught, asked, llm_name)
        if decision_taught.overrode or not decision.overrode:
            ranked, decision = taught, decision_taught
    return selector_block(decision, ranked, asked, llm_name, policy)


def _decide(ranked: Sequence[Scored], query: Query, llm_name: str | None) -> Decision:
    llm = next((scored for scored in ranked if scored.tool.name == llm_name), None)
    return decide(ranked, query, llm, llm_unknown=llm_name is not None and llm is None)


def _lifts(
    ranked: Sequence[Scored], suggestions: object, text: str, query: Query
) -> Mapping[str, tuple[Lesson, float]]:
    if suggestions is None:
        return {}
    from selector.learned import lifts  # noqa: PLC0415 - the rules of families, only for who learns

    return lifts(ranked, suggestions, text, query)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _facts(names: Sequence[str], tools: Mapping[str, Any]) -> list[ToolFacts]:
    if isinstance(tools, CompiledCatalog):
        return [tools.facts(name) for name in names]
    return [read_tool(name, tools[name]) for name in names]
