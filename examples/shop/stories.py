"""Who asked the Dalbit assistant for what in January 2026, what it chose and how that ended; `story.py` explains."""

from __future__ import annotations

from story import Step, Story

SEARCH = Step("searchProducts", {"keyword": "{product}", "size": 3})
SEARCH_KO = Step("searchProducts", {"keyword": "{product_ko}", "size": 3})
MEMBER = Step("findMember", {"loginId": "{login}"})
FOUND = {"productNo": "${s1.items[0].productNo}"}
DELIVERED = {"orderNo": "{order}"}
ON_ITS_WAY = {"orderNo": "{latest_order}"}

PRICE = Story(
    name="price",
    agent="assistant",
    wordings=(
        "Show me the price of '{product}'",
        "Could you show me the price of '{product}', please?",
        "Hi, can you show me the price of '{product}'?",
        "Please show me the price of '{product}'",
        "I'd like you to show me the price of '{product}'",
    ),
    plans={
        "base": (SEARCH, Step("getProductBasePrice", FOUND)),
        "final": (SEARCH, Step("getProductFinalPrice", FOUND)),
    },
    complaint="The page shows less. I meant what I would pay now.",
    days={
        5: "hana base, jiho base!, mina base, sora base>final, doyun base",
        6: "yuna base, jiho base>final, taeo base, hana final, bora base",
        7: "mina base>final, sora final, eunwoo base!, hana base",
        8: "hana final, doyun base>final, taeo base>final, minsu base",
        9: "jiho final, yuna final, mina final~429, bora base>final, eunwoo final",
        12: "sora final, taeo final, minsu base>final, doyun final",
        13: "hana base, jiho final, bora final, yuna final^",
        14: "eunwoo final, minsu final, mina final",
    },
)

DELIVERY = Story(
    name="delivery",
    agent="planner",
    wordings=(
        "주문 {latest_order} 배송 조회해 줘",
        "주문 {latest_order} 배송 조회해 주세요",
        "주문 {latest_order} 배송 조회 부탁드려요",
        "주문 {latest_order}의 배송을 조회하고 싶어요",
        "주문 {latest_order} 배송 조회",
    ),
    plans={
        "status": (Step("getOrderShippingStatus", ON_ITS_WAY),),
        "tracking": (
            Step("getOrderDetail", ON_ITS_WAY),
            Step("getOrderDeliveryTracking", {"trackingNo": "${s1.delivery.trackingNo}"}),
        ),
    },
    complaint="창고 말고 택배가 지금 어디 있는지 알고 싶어요",
    days={
        5: "mina status, taeo status!, bora status",
        6: "hana status!, jiho status>tracking, eunwoo status",
        7: "sora status>>tracking, taeo tracking, yuna status",
        8: "mina tracking, minsu status>tracking, doyun status",
        9: "jiho tracking, bora status>tracking, hana tracking~503",
        12: "eunwoo tracking, yuna tracking, taeo status>tracking",
        13: "minsu tracking, sora tracking, hana tracking^",
        14: "doyun tracking, mina tracking, jiho tracking",
    },
)

RETURN = Story(
    name="return",
    agent="assistant",
    wordings=(
        "Return order {order}",
        "Please return order {order}",
        "I'd like to return order {order}",
        "Could you return order {order} for me, please?",
        "I want to return order {order}, thanks",
    ),
    plans={
        "cancel": (Step("cancelOrder", DELIVERED),),
        "return": (
            Step("getOrderDetail", DELIVERED),
            Step(
                "createReturnRequest",
                {"orderNo": "{order}", "sku": "${s1.items[0].sku}", "reason": "changed_mind"},
            ),
        ),
    },
    complaint="It has arrived already. I want to send it back.",
    days={
        5: "doyun cancel, sora cancel>return",
        6: "hana cancel, bora cancel>return, minsu return",
        7: "jiho cancel>return, yuna return, taeo cancel",
        8: "doyun return, mina cancel>return, eunwoo cancel>return",
        9: "eunwoo return, hana return, sora return",
        12: "bora return, jiho return, taeo return",
        13: "minsu return, yuna cancel>return",
        14: "mina return, doyun return",
    },
)

STOCK = Story(
    name="stock",
    agent="assistant",
    wordings=(
        "'{product_ko}' 재고 API 조회해 줘",
        "'{product_ko}' 재고 API 조회해 주세요",
        "재고 API '{product_ko}' 조회 부탁드려요",
        "'{product_ko}' 재고 API 조회하고 싶어요",
    ),
    plans={
        "detail": (SEARCH_KO, Step("getProductDetail", FOUND)),
        "stock": (SEARCH_KO, Step("getProductStock", FOUND)),
    },
    complaint="몇 개 남았는지 알려 달라고요",
    days={
        5: "jiho detail>stock, hana detail, jiho detail>stock",
        6: "jiho detail>stock, mina detail",
        7: "jiho detail>stock, sora stock, jiho stock",
        8: "taeo detail, yuna detail",
        9: "jiho stock, bora detail!",
        12: "jiho detail>stock, eunwoo stock",
        13: "doyun detail",
        14: "jiho stock, minsu detail!",
    },
)

RECENT = Story(
    name="recent",
    agent="planner",
    wordings=(
        "최근 주문 상세 보여 줘",
        "최근 주문 상세를 보여 주세요",
        "제 최근 주문 상세 좀 보여 줘요",
        "최근 주문의 상세 보여 줄래?",
    ),
    plans={
        "recent": (
            MEMBER,
            Step("listOrders", {"memberNo": "${s1}"}),
            Step("getOrderDetail", {"orderNo": "${s2.items[0].orderNo}"}),
        ),
    },
    days={
        5: "yuna recent, hana recent, minsu recent",
        6: "sora recent, taeo recent&",
        7: "doyun recent, jiho recent",
        8: "bora recent, hana recent, eunwoo recent",
        9: "mina recent, taeo recent",
        12: "yuna recent, jiho recent, doyun recent~503",
        13: "eunwoo recent, minsu recent&",
        14: "sora recent, bora recent",
    },
)

ALL_ORDERS = Story(
    name="all-orders",
    agent="assistant",
    wordings=("List all my orders", "Please list all of my orders", "Can you list all my orders?"),
    plans={
        "all": (
            MEMBER,
            Step("listOrders", {"memberNo": "${s1}"}),
            Step("listOrders", {"memberNo": "${s1}", "cursor": "${s2.nextCursor}"}),
            Step("listOrders", {"memberNo": "${s1}", "cursor": "${s3.nextCursor}"}),
        ),
    },
    days={
        5: "jiho all, bora all",
        6: "doyun all, yuna all",
        7: "hana all",
        8: "sora all, jiho all",
        9: "minsu all, doyun all",
        12: "eunwoo all",
        13: "taeo all",
        14: "hana all",
    },
)

COUNT = Story(
    name="count",
    agent="planner",
    wordings=("How many orders do I have?", "Tell me how many orders I have, please", "How many orders have I?"),
    plans={
        "list": (MEMBER, Step("listOrders", {"memberNo": "${s1}"})),
        "count": (MEMBER, Step("countOrders", {"memberNo": "${s1}"})),
    },
    complaint="Just the number, please.",
    days={
        5: "sora list",
        6: "mina count, bora count",
        7: "taeo list, minsu count",
        8: "yuna count",
        9: "hana list>count",
        12: "mina count",
        13: "sora count",
        14: "taeo count, bora count",
    },
)

POINTS = Story(
    name="points",
    agent="planner",
    wordings=("적립금 확인해 줘", "제 적립금을 확인해 주세요", "적립금 확인 부탁드려요"),
    plans={"points": (MEMBER, Step("getMemberPoints", {"memberNo": "${s1}"}))},
    days={
        5: "hana points, taeo points",
        6: "mina points, minsu points",
        7: "yuna points, doyun points",
        8: "jiho points",
        9: "sora points, bora points",
        12: "hana points, eunwoo points",
        13: "mina points~429",
        14: "taeo points, yuna points",
    },
)

POINTS_BY_MAIL = Story(
    name="points-by-mail",
    agent="assistant",
    wordings=(
        "How many points do I have? My e-mail is {email}",
        "How many points do I have, please? My e-mail is {email}",
    ),
    plans={
        "points": (
            Step("findMember", {"email": "{email}"}),
            Step("getMemberPoints", {"memberNo": "${s1}"}),
        ),
    },
    days={6: "eunwoo points", 8: "mina points, guest points", 12: "jiho points", 14: "sora points"},
)

COUPON = Story(
    name="coupon",
    agent="assistant",
    wordings=(
        "Put '{product}' in my cart and use my coupon",
        "Please put '{product}' in my cart and use my coupon",
        "Can you put '{product}' in my cart and use my coupon?",
    ),
    plans={
        "coupon": (
            SEARCH,
            Step("getProductStock", FOUND),
            MEMBER,
            Step(
                "addCartItem",
                {
                    "memberNo": "${s3}",
                    "sku": "${s2.stockBySku.(key)}",
                    "quantity": 1,
                    "warehouseCode": "${s2.warehouseCode}",
                },
            ),
            Step("listCoupons", {"memberNo": "${s3}"}),
            Step(
                "applyCoupon",
                {"cartNo": "${s4.cartNo}", "couponNo": "${s5.content[0].text.coupons[0].couponNo}"},
            ),
        ),
    },
    days={
        5: "mina coupon, eunwoo coupon",
        6: "hana coupon, sora coupon",
        7: "bora coupon, yuna coupon",
        8: "minsu coupon, jiho coupon",
        9: "taeo coupon, doyun coupon",
        12: "hana coupon^, mina coupon",
        13: "sora coupon",
        14: "yuna coupon, bora coupon~503",
    },
)

ORDER_DETAIL = Story(
    name="order-detail",
    agent="planner",
    wordings=(
        "Show me the details of order {order}",
        "Please show the details of order {order}",
        "Could you show me the details of order {order}?",
    ),
    plans={"detail": (Step("getOrderDetail", DELIVERED),)},
    days={
        5: "taeo detail",
        6: "doyun detail, sora detail",
        7: "mina detail, hana detail",
        8: "yuna detail",
        9: "eunwoo detail, minsu detail",
        12: "jiho detail, bora detail",
        13: "taeo detail, hana detail",
        14: "doyun detail",
    },
)

FIND = Story(
    name="find",
    agent="planner",
    wordings=("'{product_ko}' 상품 검색해 줘", "'{product_ko}' 상품을 검색해 주세요", "상품 '{product_ko}' 검색"),
    plans={"find": (SEARCH_KO,)},
    days={
        5: "bora find",
        6: "jiho find",
        7: "eunwoo find, hana find",
        9: "yuna find",
        12: "minsu find",
        13: "doyun find",
        14: "sora find",
    },
)

ADDRESS = Story(
    name="address",
    agent="assistant",
    wordings=(
        "Change the delivery address of order {latest_order} to '{address}'",
        "Please change the delivery address of order {latest_order} to '{address}'",
        "Please change the delivery address of order {latest_order} to '{address}', my phone is {phone}",
    ),
    plans={
        "address": (Step("updateDeliveryAddress", {"orderNo": "{latest_order}", "address": "{address}"}),),
    },
    days={
        5: "minsu address",
        7: "taeo address",
        8: "doyun address",
        9: "hana address",
        12: "yuna address",
        13: "jiho address",
        14: "eunwoo address",
    },
)

STORIES = (
    PRICE,
    DELIVERY,
    RETURN,
    STOCK,
    RECENT,
    ALL_ORDERS,
    COUNT,
    POINTS,
    POINTS_BY_MAIL,
    COUPON,
    ORDER_DETAIL,
    FIND,
    ADDRESS,
)
