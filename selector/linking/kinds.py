"""Which inputs a producer may fill: data; never context, credentials, paging or what narrows a search."""

from __future__ import annotations

from typing import Final

from selector.lexicon import words_of
from selector.text import split_identifier

#: What an input is for, as contracts declare it.
DATA, CONTEXT, AUTH, PAGING, FILTER = "data", "context", "auth", "paging", "filter"
_DECLARED: Final = {
    "data": DATA,
    "context": CONTEXT,
    "auth": AUTH,
    "security": AUTH,
    "credential": AUTH,
    "paging": PAGING,
    "pagination": PAGING,
    "filter": FILTER,
    "search_filter": FILTER,
    "search": FILTER,
}
#: Names that say it where a contract does not. Words of HTTP and of query languages.
_CREDENTIALS: Final = frozenset(
    [
        "authorization",
        "api key",
        "apikey",
        "x api key",
        "access token",
        "auth token",
        "bearer token",
        "refresh token",
        "id token",
        "session token",
        "client secret",
        "client id",
        "password",
        "secret",
        "csrf token",
        "xsrf token",
        "cookie",
        "signature",
    ]
)
_PAGING: Final = frozenset(
    [
        "page",
        "pages",
        "per page",
        "page size",
        "page no",
        "page num",
        "page number",
        "page token",
        "next token",
        "next page token",
        "limit",
        "offset",
        "size",
        "cursor",
        "next cursor",
        "sort",
        "sort by",
        "sort order",
        "order by",
        "direction",
        "start index",
        "max results",
        "count",
        "skip",
        "top",
        "take",
        "after",
        "before",
        "rows",
        "페이지",
        "페이지번호",
        "정렬",
    ]
)
_FILTERS: Final = frozenset(
    [
        "q",
        "query",
        "keyword",
        "keywords",
        "search",
        "search term",
        "search text",
        "search query",
        "text",
        "term",
        "filter",
        "filters",
        "검색어",
        "키워드",
    ]
)
#: Places of an HTTP request that carry no data of the operation.
_OUTSIDE: Final = frozenset({"header", "cookie"})


#: Names of inputs that take the name of a thing.
_NAMING: Final = words_of(
    "name title label keyword query q search term text email username full firstname lastname nickname subject 이름"
    " 제목 검색어 키워드 이메일"
)


def takes_names(name: str, kind: str, type_: str) -> bool:
    """Tell whether an input takes the name of a thing, or words to search by.

    >>> takes_names("title", "data", "string"), takes_names("year", "data", "integer"), takes_names("q", "filter", "")
    (True, False, True)
    """
    if kind == FILTER:
        return True
    return kind == DATA and type_ in {"", "string"} and not _NAMING.isdisjoint(split_identifier(name))


def input_kind(name: str, declared: str = "", location: str = "") -> str:
    """Return what an input is for.

    A declaration of another kind than data stands; one of data says little, since documents declare it of all.

    >>> input_kind("orderId"), input_kind("pageToken"), input_kind("query"), input_kind("tenantId", "context")
    ('data', 'paging', 'filter', 'context')
    """
    kind = _DECLARED.get(declared, DATA if not declared else CONTEXT)
    if kind != DATA:
        return kind
    spoken = " ".join(split_identifier(name))
    if spoken in _CREDENTIALS:
        return AUTH
    if spoken in _PAGING:
        return PAGING
    if spoken in _FILTERS:
        return FILTER
    return CONTEXT if location in _OUTSIDE else DATA
