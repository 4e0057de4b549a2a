"""The tools that a model is shown: the target and what it needs, then, as far as the budget goes, what may help."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import asdict, dataclass
from typing import Any, Final

from selector.closure import ALTERNATIVES, complete_target_dependencies
from selector.dependencies import DependencyClosure
from selector.linking.index import CatalogIndex, index_of
from selector.permission import read_permission
from selector.rows import read_rows

POLICY_REVISION: Final = "tooltrail-bundle-1"
#: Without a counter a token is taken for three bytes of UTF-8: too many rather than too few, in Korean too.
_BYTES: Final = 3
READY, INCOMPLETE, BUDGET_INSUFFICIENT, UNKNOWN = "ready", "incomplete", "budget_insufficient", "unknown_target"


@dataclass(frozen=True, slots=True)
class ToolBundle:
    """What a model is shown for a target.

    Attributes:
        target: the selected tool.
        target_alternatives: other targets that may be shown; never a blocked one.
        required_tools: what the target needs, each before those that need it.
        optional_tools: what may help.
        user_input_slots: what the user or the adapter must give.
        projected_schemas: the admitted tools as a model needs them.
        admitted_tools: the tools that are shown: target, required, alternatives, optional.
        omitted_tools: tools for which the budget did not reach.
        token_budget: ``limit`` (null without one), ``used``, ``utilization``, how it was counted, and how many required
            tools there are and were admitted.
        closure_status: ``ready``, ``incomplete``, ``budget_insufficient`` or ``unknown_target``.
        closure: the dependency closure.
        diagnostics: the closure's and the bundle's own decisions.
        policy_revision: the version of these rules.
    """

    target: str
    target_alternatives: list[str]
    required_tools: list[str]
    optional_tools: list[str]
    user_input_slots: list[dict[str, Any]]
    projected_schemas: dict[str, dict[str, Any]]
    admitted_tools: list[str]
    omitted_tools: list[str]
    token_budget: dict[str, Any]
    closure_status: str
    closure: DependencyClosure
    diagnostics: list[dict[str, Any]]
    policy_revision: str = POLICY_REVISION

    @property
    def budget_insufficient(self) -> bool:
        """The target and what it needs do not fit the budget; nothing is shown then."""
        return self.closure_status == BUDGET_INSUFFICIENT

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain JSON data."""
        return {**asdict(self), "closure": self.closure.to_dict(), "budget_insufficient": self.budget_insufficient}


def assemble_tool_bundle(  # noqa: PLR0913 - the signature of the specification
    query: str | None,
    target: str,
    tools: Mapping[str, Any],
    *,
    graph: object = None,
    target_alternatives: Sequence[Any] | None = None,
    token_budget: int | None = None,
    token_counter: object = None,
    allow_mutation: bool = False,
    available_fields: Iterable[str] | None = None,
    context_field_names: Iterable[str] | None = None,
    max_hops: int = 3,
    max_alternatives_per_field: int = ALTERNATIVES,
    learning_suggestions: object = None,
) -> ToolBundle:
    """Put together what a model is shown for a target: the required part whole or nothing, then the rest in order.

    More budget never removes a tool: the rest is admitted in a fixed order up to the first that does not fit.

    Args:
        query: the user's request.
        target: the selected tool. It is shown even if it changes something: it was selected; ``safety`` of the closure
            says so.
        tools: the catalog by name: plain dictionaries or a `CompiledCatalog`.
        graph: a `ToolGraph`, or a collection artifact as plain JSON.
        target_alternatives: other targets, best first: names, or rows with ``name``.
        token_budget: the most tokens, a positive whole number; without it (or infinite) everything is shown.
        token_counter: a callable on text, or an object with ``count``; it may return a number, the
            tokens' ids, or an encoding with ``input_ids``.
        allow_mutation: the adapter has authorised and confirmed changes; the request must ask for them as well.
        available_fields: inputs whose values are there already.
        context_field_names: inputs that the adapter fills from its context.
        max_hops: how far producers of producers are followed.
        max_alternatives_per_field: how many other producers are named for a field.
        learning_suggestions: a snapshot's view of the collection, or plain rows.

    Raises:
        TypeError: for a counter that is none, or that returns neither a number nor tokens.
        ValueError: for a budget that is no positive whole number, and a count below 0 or that is no number.

    >>> tools = {"getOrder": {"description": "Get an order."}, "deleteOrder": {"description": "Delete an order."}}
    >>> bundle = assemble_tool_bundle("show my order", "getOrder", tools, target_alternatives=["deleteOrder"])
    >>> bundle.admitted_tools, bundle.target_alternatives
    (['getOrder'], [])
    """
    index = index_of(tools)
    closure = complete_target_dependencies(
        target,
        index,  # type: ignore[arg-type]  # an index is read as its catalog
        graph=graph,
        query=query,
        available_fields=available_fields,
        context_field_names=context_field_names,
        allow_mutation=allow_mutation,
        max_hops=max_hops,
        max_alternatives_per_field=max_alternatives_per_field,
        learning_suggestions=learning_suggestions,
    )
    permission = read_permission(query, allow_mutation)
    diagnostics = list(closure.diagnostics)
    required = [closure.target, *closure.required_dependencies] if closure.target in index else []
    alternatives: list[str] = []
    for name in _others(target_alternatives, index, required):
        if permission.covers(index, name):
            alternatives.append(name)
        else:
            kind = index.judgement(name).kind
            diagnostics.append({"reason": "mutation_alternative_blocked", "tool": name, "kind": kind})
    optional = [name for name in closure.optional_dependencies if name not in alternatives]
    purse = _Purse(index, token_budget, token_counter)
    admitted = purse.admit(required, [*alternatives, *optional])
    wanted = [*required, *alternatives, *optional]
    fits = len(admitted) >= len(required)
    if not fits:
        diagnostics.append({"reason": BUDGET_INSUFFICIENT, "missing_required_tools": required})
    return ToolBundle(
        target=closure.target,
        target_alternatives=alternatives,
        required_tools=closure.required_dependencies,
        optional_tools=optional,
        user_input_slots=closure.user_input_slots,
        projected_schemas={name: index.projection(name).copy() for name in admitted},
        admitted_tools=admitted,
        omitted_tools=[name for name in wanted if name not in admitted],
        token_budget=purse.account(len(required), len(required) if fits else 0),
        closure_status=_status(closure, fits, known=bool(required)),
        closure=closure,
        diagnostics=diagnostics,
    )


def _others(value: object, index: CatalogIndex, required: Sequence[str]) -> Iterator[str]:
    names = dict.fromkeys(row.name for row in read_rows(value))
    return (name for name in names if name in index and name not in required)


def _status(closure: DependencyClosure, fits: bool, *, known: bool) -> str:
    if not known:
        return UNKNOWN
    if not fits:
        return BUDGET_INSUFFICIENT
    return READY if closure.complete else INCOMPLETE


def _limit(value: object) -> int | None:
    """Return a budget; none if there is no limit."""
    if value is None or value == float("inf"):
        return None
    whole = isinstance(value, int | float) and not isinstance(value, bool) and value > 0 and value == value // 1
    if not whole:
        message = f"token_budget is {repr(value)[:80]}: give a positive whole number, or None for no limit"
        raise ValueError(message)
    return int(value)  # type: ignore[call-overload, no-any-return]  # it is a number, as told above


def _counter(value: object) -> Callable[[str], object] | None:
    """Return what counts tokens: a callable, or an object's ``count`` (that of plain values is another)."""
    if value is None:
        return None
    found = value if callable(value) else getattr(value, "count", None)
    if not callable(found) or isinstance(value, str | bytes | list | tuple):
        message = f"token_counter is a {type(value).__name__}: give a callable on text, or an object with count(text)"
        raise TypeError(message)
    return found


def _counted(value: object) -> int | float:
    """Return the number of tokens that a counter returned as a number, as ids, or as an encoding with ``input_ids``."""
    wanted = "a token counter must return a number of tokens, at least 0, or the list of their ids"
    if isinstance(value, Mapping):
        value = value.get("input_ids")
    if isinstance(value, bool | str | bytes) or not isinstance(value, int | float | Sized):
        raise TypeError(f"{wanted}: it returned a {type(value).__name__}")
    if isinstance(value, Sized):
        return len(value)
    if not 0 <= value < float("inf"):
        raise ValueError(f"{wanted}: it returned {value!r}")
    return value


class _Purse:
    """Spends a budget of tokens on tools."""

    def __init__(self, index: CatalogIndex, limit: object, counter: object) -> None:
        self._index = index
        self._limit = _limit(limit)
        self._counter = _counter(counter)
        self._used: int | float = 0

    def admit(self, required: Sequence[str], others: Sequence[str]) -> list[str]:
        """Return the required tools and as many others, in order, as fit; nothing if the required ones do not."""
        admitted = list(required)
        used: int | float = self._count(admitted) if required else 0
        if not required or (self._limit is not None and used > self._limit):
            return []
        for name in others:
            admitted.append(name)
            more = self._count(admitted)
            if self._limit is not None and more > self._limit:
                admitted.pop()
                break
            used = more
        self._used = used
        return admitted

    def account(self, required: int, admitted: int) -> dict[str, Any]:
        """Return what was spent."""
        return {
            "limit": self._limit,
            "used": self._used,
            "utilization": self._used / self._limit if self._limit else None,
            "accounting": "token_counter" if self._counter else f"utf8_bytes_div_{_BYTES}",
            "required_tool_count": required,
            "admitted_required_tool_count": admitted,
            "policy_revision": POLICY_REVISION,
        }

    def _count(self, names: Sequence[str]) -> int | float:
        """Return what the tools cost, shown as one list in compact JSON."""
        shown = [self._index.projection(name) for name in names]
        if self._counter is None:
            return -(-(sum([one.size for one in shown]) + len(shown) + 1) // _BYTES)
        return _counted(self._counter("[" + ",".join([one.text for one in shown]) + "]"))
