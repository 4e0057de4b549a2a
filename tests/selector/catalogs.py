"""Small catalogs of our own for the tests of expansion, closure and bundle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Tool = dict[str, Any]


def tool(
    path: str,
    needs: Mapping[str, str] | None = None,
    gives: Sequence[str] = (),
    *,
    method: str = "get",
    optional: Sequence[str] = (),
    **rest: Any,
) -> Tool:
    """A tool with a contract.

    Args:
        path: its HTTP path.
        needs: required input -> where it stands in the request.
        gives: JSON paths of its output; ``:integer`` behind one says its type.
        method: its HTTP method.
        optional: inputs that are not required.
        rest: more fields of the tool.
    """
    consumes = [
        {"field_name": name, "location": place, "required": True, "kind": "data"}
        for name, place in (needs or {}).items()
    ]
    consumes += [{"field_name": name, "location": "query", "required": False, "kind": "data"} for name in optional]
    produces = []
    for given in gives:
        place, _, kind = given.partition(":")
        name = place.rpartition(".")[2].replace("[*]", "")
        produces.append({"field_name": name, "json_path": place, **({"field_type": kind} if kind else {})})
    contract = {"consumes": consumes, "produces": produces}
    return {"metadata": {"method": method, "path": path, "api_contract": contract}, **rest}


#: A library: books are found by their title, borrowed by people, and stand in branches.
LIBRARY: dict[str, Tool] = {
    "searchBooks": tool(
        "/books/search", {"title": "query"}, ["$.results[*].id", "$.results[*].title", "$.results[*].pages"]
    ),
    "listNewBooks": tool("/books/new", {}, ["$.results[*].id", "$.results[*].title"]),
    "getBook": tool("/books/{bookId}", {"bookId": "path"}, ["$.id", "$.title", "$.pages", "$.publisher.id"]),
    "getBookReviews": tool("/books/{bookId}/reviews", {"bookId": "path"}, ["$.reviews[*].text"]),
    "listCopies": tool("/books/{bookId}/copies", {"bookId": "path"}, ["$.copies[*].copyNo", "$.copies[*].branchCode"]),
    "getBranch": tool("/branches/{branchCode}", {"branchCode": "path"}, ["$.name", "$.address"]),
    "getPublisher": tool("/publishers/{publisher_id}", {"publisher_id": "path"}, ["$.name", "$.city"]),
    "searchMembers": tool("/members", {"email": "query"}, ["$.items[*].memberId", "$.items[*].name"]),
    "borrowCopy": tool(
        "/loans", {"memberId": "body", "copyNo": "body"}, ["$.loanId"], method="post", description="Borrow a copy."
    ),
    "returnLoan": tool("/loans/{loanId}/return", {"loanId": "path"}, ["$.loanId"], method="post"),
    "deleteMember": tool("/members/{memberId}", {"memberId": "path"}, ["$.memberId"], method="delete"),
}
