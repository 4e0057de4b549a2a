"""Korean endings: what each is put on, and what it says about the request.

The endings of the polite styles, of wishes and of auxiliaries say nothing that tells one request from another. Those
of denial and of questions do, and so does the past: an act that is demanded has not been done.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from selector.families.conjugation import Form, conjugate
from selector.families.verbs_ko import AUXILIARIES

#: The word denies.
DENIES = 1
#: The word asks, or names a state: it is, it has been done.
ASKS = 2
#: An auxiliary may follow: 해 | 줘, 하고 | 싶어.
OPEN = 4
#: 되다 may follow and then means "may" or "must": 해도 | 돼, 하면 | 돼.
GRANTING = 8
#: The word describes a noun that follows: 변경하는 | 방법.
DESCRIBES = 16
#: No noun ends so: a verb stands before, even one that is not listed.
DISTINCT = 32

#: (form of the stem, effect, endings).
_ENDINGS: tuple[tuple[Form, int, str], ...] = (
    ("B", 0, "게 게요 다 다가 던 자 자마자 도록 거나 든지 지만 거든 거든요 지 지요 죠 고요 고자 길 고있던"),
    ("B", OPEN, "고"),
    ("B", DISTINCT, "겠어 겠어요 겠습니다 겠는데 겠는데요"),
    ("B", DISTINCT, "고싶어 고싶어요 고싶다 고싶은데 고싶은데요 고싶습니다 고싶네요"),
    ("B", DISTINCT | DESCRIBES, "고싶은 고있는"),
    ("B", DISTINCT | ASKS, "고있어 고있어요 고있나 고있나요 고있니 고있는지 고있습니까 고있습니다"),
    (
        "B",
        DISTINCT | DENIES,
        "지마 지마요 지마세요 지마라 지말고 지말아 지말아요 지말아줘 지말아주세요 지말것 지맙시다",
    ),
    ("B", DISTINCT | DENIES, "지않아 지않아요 지않게 지않는 지않은 지않고 지않도록 지않습니다 지않네요 지않나요"),
    ("B", DISTINCT | DENIES, "지않았어 지않았어요 지않았습니다 지못했어 지못했어요 지못했습니다"),
    ("B", DISTINCT | DENIES, "지못해 지못해요 지못하게 지못하는 지못하고 지못합니다"),
    ("A", 0, "기 기를 기가 기만 기로 기는"),
    ("A", DISTINCT, "기바랍니다 기바라요 기원해 기원해요 기원합니다"),
    ("D", DESCRIBES, "는"),
    ("D", 0, "는데 는데요 는다 는다고 는다는 네 네요 는군요 는중 는중이야"),
    ("D", ASKS, "는지 는지요 는가 는가요 니 냐 느냐 나 나요"),
    ("J", 0, "러 려 며 면서 니까 라고 라는"),
    ("J", GRANTING, "면"),
    ("J", DISTINCT, "려고 려고요 려구 려구요 려고해 려고해요 려고하는데 려고하는데요 려고합니다 려면 려는데 려는데요"),
    ("H", DISTINCT, "세요 셔요 십시오 십시요 시겠어 시겠어요 시겠습니까 실래 실래요 실까요 실게요 시기바랍니다"),
    ("H", DISTINCT, "실수있나요 실수있어요 실수있을까요 실수있습니까 실수있는지 실수있을지"),
    ("H", 0, "시오 시죠 시지요 시면 시는 시고 시기 시길 시려면 시려고 시네요"),
    ("H", DESCRIBES, "실 신"),
    ("H", ASKS, "십니까 시나요 시는지 셨어 셨어요 셨나요 셨습니까 셨습니다 셨는지"),
    ("I", OPEN, ""),
    ("I", GRANTING, "도 야"),
    ("I", 0, "요 서 라 있는 있던 있으면 있고 있게 봐줘 봐주세요 놔줘 둬줘 줘봐 달라 달라고"),
    ("I", 0, "도돼 도돼요 도되나요 도됩니까 도될까요 야돼 야돼요 야되나요"),
    ("I", 0, "야해 야해요 야하나요 야합니다 야하는데 야겠어 야겠어요"),
    ("I", DISTINCT | ASKS, "있어 있어요 있나 있나요 있니 있냐 있네 있네요 있는지 있는가 있음 있지"),
    ("I", DISTINCT | ASKS, "있습니까 있습니다 있을까 있을까요"),
    ("N", DESCRIBES, ""),
    ("N", 0, "데 데요 다 다면 다고 다는 후 뒤 채로"),
    ("N", ASKS, "지 지요 가 가요"),
    ("L", DESCRIBES, ""),
    ("L", 0, "래 래요 게 게요 께 께요 까 까요 지 거야 거예요 거에요 건데 건데요 때"),
    ("L", DISTINCT, "수있어 수있어요 수있나 수있나요 수있니 수있을까 수있을까요 수있는지 수있을지"),
    ("L", DISTINCT, "수있게 수있는 수있도록 수있습니까 수있습니다"),
    ("L", DISTINCT | DENIES, "수없어 수없어요 수없나요 수없는 수없게 수없습니다 수없을까요"),
    ("F", DISTINCT, "니다 니다만"),
    ("F", DISTINCT | ASKS, "니까"),
    ("F", 0, "시다"),
    ("P", ASKS, "어 어요 습니다 습니까 나 나요 니 냐 는지 는지요 다 다고 지 지요 죠 네 네요 음"),
    ("P", 0, "고 는데 는데요 거든요 지만 으니 으니까 어서 더니 던 을 을때 으면 으면해 으면해요 으면합니다"),
)


def _compiled() -> dict[str, tuple[tuple[Form, int], ...]]:
    """Index the table by ending, and put the auxiliaries with all their endings after the infinitive: 켜 | 주실래요."""
    index: defaultdict[str, dict[Form, int]] = defaultdict(dict)
    for form, effect, endings in _ENDINGS:
        for ending in endings.split(" "):
            index[ending].setdefault(form, effect)
    rows = [(form, effect, ending) for ending, effects in index.items() for form, effect in effects.items()]
    for auxiliary in AUXILIARIES:
        forms = conjugate(auxiliary)
        for form, effect, ending in rows:
            for head in forms[form]:
                index[head + ending].setdefault("I", effect | DISTINCT)
    return {ending: tuple(effects.items()) for ending, effects in index.items()}


#: Ending -> the forms that it may be put on, with its effect then.
ENDINGS: Mapping[str, tuple[tuple[Form, int], ...]] = _compiled()
