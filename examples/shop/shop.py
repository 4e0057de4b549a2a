"""The Dalbit shop: a few products, members and orders, and what each tool of `catalog.json` answers.

Dalbit sells tea ware and stationery. Everything here is invented. Answers are a function of the arguments alone, so
that the traces built from them are the same on every machine.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

#: The shop ships from one place; the code is the same in every answer and so tells nothing about where it came from.
WAREHOUSE = "WH-ICHEON-1"
ORDERS_A_MEMBER = 9
PAGE_SIZE = 4


class ToolError(Exception):
    """The tool refused the call."""

    def __init__(self, reason_code: str, message: str) -> None:
        super().__init__(message)
        self.reason_code = reason_code


@dataclass(frozen=True, slots=True)
class Product:
    """One thing for sale, under its English and its Korean name."""

    name: str
    name_ko: str
    category: str
    price: int
    discount_percent: int

    @property
    def number(self) -> str:
        """The product number, such as ``PD-40417``."""
        return f"PD-{serial('product', self.name, digits=5)}"

    @property
    def skus(self) -> tuple[str, ...]:
        """The stock keeping units, one a colour."""
        return tuple(f"SK-{serial('sku', self.name, digits=5)}-{colour}" for colour in ("WHT", "BLU"))


@dataclass(frozen=True, slots=True)
class Order:
    """One order of one member."""

    number: str
    member: str
    product: Product
    ordered_on: str
    status: str

    @property
    def tracking_number(self) -> int:
        """The carrier's number. Order details give it as a number, tracking takes it as text."""
        return serial("parcel", self.number, digits=12)


def serial(*parts: str, digits: int) -> int:
    """Draws a number that looks assigned and is a function of its parts.

    >>> serial("order", "hana", digits=6) == serial("order", "hana", digits=6)
    True
    """
    lowest: int = 10 ** (digits - 1)
    return lowest + int(hashed(*parts), 16) % (9 * lowest)


def hashed(*parts: str) -> str:
    """The hexadecimal SHA-256 of the parts."""
    return hashlib.sha256("/".join(parts).encode()).hexdigest()


PRODUCTS = (
    Product("Celadon Teapot", "청자 주전자", "tea", 48_000, 15),
    Product("Moon Jar Lamp", "달항아리 조명", "home", 89_000, 20),
    Product("White Mug", "백자 머그", "tea", 18_000, 10),
    Product("Bamboo Tray", "대나무 쟁반", "tea", 26_000, 12),
    Product("Hanji Notebook", "한지 공책", "stationery", 9_500, 10),
    Product("Brush Pen", "붓펜", "stationery", 4_200, 5),
    Product("Persimmon Candle", "감 향초", "home", 15_500, 10),
    Product("Tea Towel", "다포", "tea", 7_800, 10),
    Product("Ink Stone", "벼루", "stationery", 33_000, 18),
    Product("Linen Apron", "리넨 앞치마", "home", 29_000, 25),
)

MEMBERS = ("hana", "jiho", "mina", "sora", "doyun", "yuna", "taeo", "eunwoo", "bora", "minsu")


def member_number(login: str) -> str:
    """The number of a member, such as ``MB-481220``."""
    return f"MB-{serial('member', login, digits=6)}"


def email(login: str) -> str:
    """The member's address, in a domain that is reserved for examples."""
    return f"{login}@example.com"


def orders_of(login: str) -> tuple[Order, ...]:
    """A member's orders, latest first. All but the latest have been delivered."""
    return tuple(
        Order(
            number=f"DB-{serial('order', login, str(index), digits=6)}",
            member=member_number(login),
            product=PRODUCTS[(MEMBERS.index(login) + 3 * index) % len(PRODUCTS)],
            ordered_on=f"2025-12-{28 - 2 * index:02d}",
            status="in_transit" if index == 0 else "delivered",
        )
        for index in range(ORDERS_A_MEMBER)
    )


_ORDERS = {order.number: order for login in MEMBERS for order in orders_of(login)}
_PRODUCTS = {product.number: product for product in PRODUCTS}
_LOGINS = {member_number(login): login for login in MEMBERS}


def call(tool: str, args: Mapping[str, Any]) -> Any:
    """Answers one call as the shop's API would.

    Raises:
        ToolError: the shop refuses the call, for instance the cancellation of an order that has been delivered.
    """
    return _TOOLS[tool](args)


def _search_products(args: Mapping[str, Any]) -> dict[str, Any]:
    wanted = args["keyword"].casefold()
    hits = [p for p in PRODUCTS if wanted in p.name.casefold() or wanted in p.name_ko]
    also = [p for p in PRODUCTS if hits and p.category == hits[0].category and p not in hits]
    rows = [{"productNo": p.number, "name": p.name, "nameKo": p.name_ko} for p in (hits + also)[:3]]
    return {"items": rows, "totalCount": len(rows)}


def _product_detail(args: Mapping[str, Any]) -> dict[str, Any]:
    product = _PRODUCTS[args["productNo"]]
    return {
        "productNo": product.number,
        "name": product.name,
        "nameKo": product.name_ko,
        "category": product.category,
        "onSale": True,
        "detail": f"{product.name}, made by hand in Icheon.",
    }


def _base_price(args: Mapping[str, Any]) -> dict[str, Any]:
    product = _PRODUCTS[args["productNo"]]
    return {"productNo": product.number, "basePrice": product.price, "currency": "KRW"}


def _final_price(args: Mapping[str, Any]) -> dict[str, Any]:
    product = _PRODUCTS[args["productNo"]]
    price = product.price * (100 - product.discount_percent) // 100
    return {"productNo": product.number, "finalPrice": price, "currency": "KRW"}


def _stock(args: Mapping[str, Any]) -> dict[str, Any]:
    product = _PRODUCTS[args["productNo"]]
    by_sku = {sku: {"onHand": 3 + serial(sku, digits=2), "reserved": 2} for sku in product.skus}
    return {"productNo": product.number, "warehouseCode": WAREHOUSE, "stockBySku": by_sku}


def _find_member(args: Mapping[str, Any]) -> str:
    login = args.get("loginId") or args["email"].partition("@")[0]
    if login not in MEMBERS:
        raise ToolError("member_not_found", f"no member with {args.get('email') or login}")
    return member_number(login)


def _points(args: Mapping[str, Any]) -> dict[str, Any]:
    balance = serial("points", args["memberNo"], digits=4)
    return {"memberNo": args["memberNo"], "points": balance, "expiringPoints": balance // 10}


def _list_orders(args: Mapping[str, Any]) -> dict[str, Any]:
    orders = orders_of(_LOGINS[args["memberNo"]])
    cursors = {_cursor(args["memberNo"], start): start for start in range(0, len(orders), PAGE_SIZE)}
    start = cursors[args["cursor"]] if "cursor" in args else 0
    rows = [
        {"orderNo": order.number, "orderedOn": order.ordered_on, "status": order.status}
        for order in orders[start : start + PAGE_SIZE]
    ]
    following = start + PAGE_SIZE
    return {"items": rows, "nextCursor": _cursor(args["memberNo"], following) if following < len(orders) else None}


def _cursor(member: str, start: int) -> str:
    return f"cur{serial('cursor', member, str(start), digits=7)}"


def _order_detail(args: Mapping[str, Any]) -> dict[str, Any]:
    order = _order(args)
    return {
        "orderNo": order.number,
        "memberNo": order.member,
        "status": order.status,
        "items": [
            {
                "productNo": order.product.number,
                "sku": order.product.skus[0],
                "name": order.product.name,
                "quantity": 1,
            }
        ],
        "delivery": {"carrier": "Hanul Express", "trackingNo": order.tracking_number},
        "payment": {"amount": order.product.price, "currency": "KRW"},
    }


def _shipping_status(args: Mapping[str, Any]) -> dict[str, Any]:
    order = _order(args)
    return {"orderNo": order.number, "shippingStatus": "handed_to_carrier", "warehouseCode": WAREHOUSE}


def _tracking(args: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "trackingNo": args["trackingNo"],
        "deliveryStatus": "out_for_delivery",
        "lastScan": {"hub": f"Hub {1 + int(args['trackingNo']) % 7}", "scannedAt": "2026-01-05T07:40:00+09:00"},
    }


def _cancel(args: Mapping[str, Any]) -> dict[str, Any]:
    order = _order(args)
    if order.status == "delivered":
        raise ToolError("order_already_delivered", f"order {order.number} has been delivered and cannot be cancelled")
    return {"orderNo": order.number, "status": "cancelled"}


def _return_request(args: Mapping[str, Any]) -> dict[str, Any]:
    order = _order(args)
    return {"returnNo": f"RT-{serial('return', order.number, digits=6)}", "status": "requested"}


def _add_to_cart(args: Mapping[str, Any]) -> dict[str, Any]:
    return {"cartNo": serial("cart", args["sku"], str(args["memberNo"]), digits=7), "sku": args["sku"], "quantity": 1}


def _coupons(args: Mapping[str, Any]) -> dict[str, Any]:
    number = f"CP-{serial('coupon', args['memberNo'], digits=6)}"
    answer = {"coupons": [{"couponNo": number, "title": "New year, 3,000 won off", "validUntil": "2026-01-31"}]}
    return {"content": [{"type": "text", "text": json.dumps(answer)}], "isError": False}


def _apply_coupon(args: Mapping[str, Any]) -> dict[str, Any]:
    return {"cartNo": args["cartNo"], "couponNo": args["couponNo"], "discount": 3_000}


def _change_address(args: Mapping[str, Any]) -> dict[str, Any]:
    return {"orderNo": _order(args).number, "address": args["address"], "status": "address_changed"}


def _order(args: Mapping[str, Any]) -> Order:
    return _ORDERS[args["orderNo"]]


_TOOLS: Mapping[str, Callable[[Mapping[str, Any]], Any]] = {
    "searchProducts": _search_products,
    "getProductDetail": _product_detail,
    "getProductBasePrice": _base_price,
    "getProductFinalPrice": _final_price,
    "getProductStock": _stock,
    "findMember": _find_member,
    "getMemberPoints": _points,
    "listOrders": _list_orders,
    "countOrders": lambda args: len(orders_of(_LOGINS[args["memberNo"]])),
    "getOrderDetail": _order_detail,
    "getOrderShippingStatus": _shipping_status,
    "getOrderDeliveryTracking": _tracking,
    "cancelOrder": _cancel,
    "createReturnRequest": _return_request,
    "addCartItem": _add_to_cart,
    "listCoupons": _coupons,
    "applyCoupon": _apply_coupon,
    "updateDeliveryAddress": _change_address,
}
