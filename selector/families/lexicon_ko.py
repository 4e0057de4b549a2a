"""Closed classes of Korean, and the native verbs and adjectives that requests are made with.

Particles, pronouns, auxiliaries, numerals, units and calendar words are grammar. Verbs are listed because a Korean word does not show
whether its last syllable is an ending: 끄기 is "turning off", 청소기 is a vacuum cleaner. A verb that is not listed is still found by the
endings that no noun has. The verbs are the common ones of the language, of no domain.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from selector.families.conjugation import Irregular

#: Stems of verbs, without 다. Where two share a form (걸어: 걷다, 걸다) the later one has it.
VERBS_IN_RIEUL = "갈 끌 살 줄".split()
VERBS = (
    "가 가져가 가져오 가리 가르치 갈아타 감추 갖 갚 건너뛰 걸 걸리 고르 고치 구하 기다리 기르 깨 깨우 꺼내 꾸미 끄 끊 끊기 끝나 끝내 나가 "
    "나누 나르 나오 나타나 나타내 날리 남 남기 낮추 내 내려가 내려받 내리 내보내 넘기 넘어가 넣 높이 놓 놓치 누르 늘 늘리 늦추 닦 닫 닫히 달 담 담기 "
    "당기 당하 대 더하 던지 데려오 데우 돌 돌려받 돌려주 돌리 돌아가 돌아오 되돌리 되찾 두 뒤집 드리 들 들르 들리 들어가 들어오 들여오 따르 떠나 "
    "떨어지 떼 뛰 뜨 띄우 마시 마치 막 막히 만나 만들 만지 말하 맞 맞추 맡기 먹 멈추 모르 모으 모이 묶 밀 밀리 바꾸 바뀌 바르 받 받아오 밝히 버리 "
    "벗 변하 보 보내 보이 부르 부치 붙 붙이 붙여넣 비우 비추 빌 빌리 빠지 빼 뽑 사 사라지 살펴보 살피 생기 섞 세우 숨기 쉬 식히 쌓 쓰 씻 "
    "알 알려주 알리 알아보 앉 얻 없애 여쭈 열 열리 오 오르 올라가 올리 옮기 외우 울리 움직이 원하 이기 이어지 일어나 읽 잃 잃어버리 입 잊 "
    "잊어버리 자 자르 잠그 잠기 잡 잡히 적 전하 접 정하 조이 주 줄이 지나 지내 지르 지우 지키 집 찍 찍히 찢 찾 찾아가 찾아보 찾아오 채우 챙기 "
    "춤추 치 치우 켜 키우 타 터지 털 튀기 틀 틀리 팔 팔리 펴 펼치 풀 풀리 피하 합치 향하 헤매 흐르 흔들 흘리"
).split()
VERBS_BIEUP = "굽 눕 돕 줍".split()
VERBS_DIGEUT = "걷 깨닫 듣 묻 싣".split()
VERBS_SIOT = "낫 붓 잇 짓".split()
#: Adjectives have no nominal in 기 that means the act: 밝기 is the brightness.
ADJECTIVES = (
    "같 강하 깊 길 나쁘 낮 넓 높 늦 다르 많 맑 맞 멀 바쁘 밝 비싸 빠르 아프 약하 얇 예쁘 괜찮 작 적 좁 좋 짧 크 편하 흐리 느리 굵 싫"
).split()
ADJECTIVES_BIEUP = "가깝 가볍 고맙 귀엽 더럽 덥 두껍 뜨겁 맵 무겁 무섭 부드럽 쉽 시끄럽 아름답 어둡 어렵 즐겁 차갑 춥".split()
#: Stems with their irregular class and whether they are acts; of two stems with one form the later has it.
STEMS: tuple[tuple[Sequence[str], Irregular, bool], ...] = (
    (ADJECTIVES, "", False),
    (ADJECTIVES_BIEUP, "ㅂ", False),
    (VERBS_IN_RIEUL, "", True),
    (VERBS_DIGEUT, "ㄷ", True),
    (VERBS_BIEUP, "ㅂ", True),
    (VERBS_SIOT, "ㅅ", True),
    (VERBS, "", True),
    (("있", "없", "싶", "않", "못하", "말"), "", False),
    (("하", "되"), "", True),
)
#: Verbs that only carry a mood once another verb stands before them: do it *for me*, *try* it, do it *and be done*.
AUXILIARIES = "주 드리 보 놓 두 버리".split()
#: Verbs of asking and of being told: "let me know", "I want", "I hope", "I do".
AUXILIARY_TERMS = frozenset(f"{stem}다" for stem in AUXILIARIES)
FRAME_VERBS = frozenset("하 주 드리 싶 알 알리 알려주 가르치 말하 원하 바라 여쭈".split())
DENYING_STEMS = frozenset("없 않 못하 말".split())
#: Denials that are no form of a listed stem.
DENIALS = frozenset("안 못 마 마라 마요 아니 아니야 아니요 아니오 아닌 아님 없이 없음 노".split())
#: Forms of 있다 that describe a noun or lead on, and do not ask.
BEING = frozenset("있는 있던 있을 있으면 있고 있게 있도록 있는데 있지만 있으니 있어서 있으며".split())
#: Nouns that do the same with 하다, and "possible" and "necessary" as in English.
FRAME_NOUNS = frozenset("부탁 가능 필요 궁금 감사 안녕 죄송 희망 요청".split())

#: Nouns that look like a stem with an ending, or like a noun with a particle.
NOUNS = frozenset(
    "가게 가나 가면 가지 간지 격려 고려 고양이 국기 급여 기기 기여 길이 깊이 나라 나이 내면 넓이 높이 놀이 단지 달러 대기 대고 대면 대본 대여 독려 먹이 먼지 "
    "목걸이 배려 보고 부여 사고 사기 사본 사서 사면 사자 산지 세기 손잡이 수여 어린이 여부 염려 오기 오지 옷걸이 우려 이사 자기 자리 자본 자지 장려 종이 "
    "주기 주자 주지 증여 지도 참여 친지 커서 크기 타자 타지 투여 판다 편지 하나 호랑이 귀걸이 고속도로 떡볶이".split()
)
#: Compounds of these nouns end like another noun with a particle or with 하다.
KEPT_ENDINGS = tuple("결과 통과 추가 휴가 허가 미만 필요 중요 권한 역할".split())
#: The same in compounds of four syllables or more; in three it is a particle: 주문 | 의.
KEPT_LONG_ENDINGS = tuple("회의 문의 동의 강의".split())

#: Words without content of their own.
FUNCTION_WORDS = frozenset(
    (
        # demonstratives, pronouns, bound nouns
        "이 그 저 이거 그거 저거 이것 그것 저것 여기 거기 저기 이쪽 그쪽 저쪽 이런 그런 저런 이렇게 그렇게 나 내 저 제 너 네 저희 우리 당신 "
        "것 거 게 걸 건 수 등 때 분 한번 "
        # please, quickly, perhaps, now; greeting and thanks; and, but, then
        "좀 제발 혹시 그냥 빨리 얼른 어서 당장 지금 현재 바로 이제 일단 아직 이미 벌써 정말 진짜 너무 꼭 잘 "
        "안녕 고마워 고마워요 고맙습니다 저기요 미안 미안해 실례 예 네 응 아 어 음 자 "
        "그럼 그러면 그리고 그런데 근데 하지만 그래서 그래 또는 혹은 및 또 "
        # about, for, through
        "대해 대해서 대한 관해 관해서 관한 위해 위해서 위한 통해 통해서 의해 따라 "
        # wish
        "싶어 싶어요 싶다 싶네 싶네요 싶은데 싶은데요 싶습니다 좋겠어 좋겠어요 좋겠네요 좋겠는데 좋겠다 좋겠습니다"
    ).split()
)
#: How and what: without content, like "how" and "what" in English.
QUESTION_WORDS = tuple("뭐 뭔 뭘 뭡 무엇 무슨 어떻 어때 어떠 어떨".split())
#: Quantity, time, place, person, reason.
CONTENT_QUESTION_WORDS = tuple("언제 어디 누구 얼마 며칠 몇".split())
QUESTION_INITIALS = frozenset(word[0] for word in (*QUESTION_WORDS, *CONTENT_QUESTION_WORDS))
WHICH = frozenset("어떤 어느".split())

#: Particles, by what the syllable before must end in and how many syllables must stay.
PARTICLES_ANYWHERE = (
    "에 에서 에게 에게서 에서는 에서도 에서의 에게는 에는 에도 에만 한테 한테서 께 께서 부터 부터는 까지 까지는 까지의 마다 처럼 만큼 밖에 조차 "
    "짜리 씩 쯤"
).split()
PARTICLES_AFTER_CONSONANT = "이라는 이라고 이란 이나 이랑 으로 으로는 으로도 으로의 으로써 으로서 은 을 이".split()
PARTICLES_AFTER_VOWEL = "라는 라고 란 는 를".split()
#: These end many nouns (추가, 결과, 온도로): two syllables must stay.
LONG_PARTICLES_ANYWHERE = "의 만 들 님 요 대로 보다".split()
LONG_PARTICLES_AFTER_CONSONANT = ["과"]
LONG_PARTICLES_AFTER_VOWEL = "로 로는 로도 로의 로써 로서 가 와 나 랑 야".split()
#: Forms of the copula, which makes a noun the predicate.
COPULAS = "이야 이에요 예요 에요 이예요 입니다 이죠 이지 인데 인데요 이요 이라서 이고 이며 였어 이었어 임".split()
ASKING_COPULAS = "입니까 인가요 인가 인지 인지요 일까 일까요 이니".split()

DATES = frozenset(
    "오늘 내일 모레 글피 어제 그제 그저께 올해 내년 작년 재작년 주말 금주 월요일 화요일 수요일 목요일 금요일 토요일 일요일 평일".split()
    + [f"{relative}{period}" for relative in ("이번", "다음", "지난", "저번") for period in ("주", "달", "주말", "해", "년")]
)
RELATIVE = frozenset("이번 다음 지난 저번".split())
PERIOD = re.compile(rf"(?:주말|주|달|해)(?:{'|'.join((*PARTICLES_ANYWHERE, *PARTICLES_AFTER_CONSONANT, *PARTICLES_AFTER_VOWEL, '의'))})?")
#: Halves and parts of the day belong to the clock time that follows.
DAY_PARTS = frozenset("오전 오후 새벽 아침 저녁 밤 낮".split())
BEFORE_DATES = RELATIVE | DAY_PARTS

_UNITS = (
    "시간 시 분 초 일 월 년 년도 개월 달 주 주일 주간 도 퍼센트 프로 원 만원 천원 억원 달러 유로 엔 위안 파운드 명 개 번 번째 회 회차 차 건 장 권 대 "
    "마리 살 세 층 호 호실 킬로 킬로미터 킬로그램 미터 센티 센티미터 그램 리터 켈빈 캘빈 바이트 기가 메가 박 인 인분 잔 병 줄 곡 가지 군데 평 점 위 "
    "페이지 쪽 배 사람 호선 월분 일자 반"
).split()
_PARTICLE = "|".join(
    sorted(
        {
            *PARTICLES_ANYWHERE, *PARTICLES_AFTER_CONSONANT, *PARTICLES_AFTER_VOWEL, *COPULAS, *ASKING_COPULAS,
            *LONG_PARTICLES_ANYWHERE, *LONG_PARTICLES_AFTER_CONSONANT, *LONG_PARTICLES_AFTER_VOWEL, "도",
        },
        key=lambda particle: (-len(particle), particle),
    )
)  # fmt: skip
_UNIT = "|".join(sorted(_UNITS, key=lambda unit: (-len(unit), unit)))
#: What may follow a number: unit, extent, a relation in time or size, particles. The relation has content.
NUMBER_TAIL = (
    rf"(?P<unit>{_UNIT})?(?:짜리|정도|쯤|가량|간|동안|씩|반)*"
    rf"(?P<relation>전|후|뒤|이상|이하|미만|초과|이내)?(?:{_PARTICLE})*"
)
#: Words of their own after a number, though they look like a unit and a particle.
NO_NUMBER_TAILS = "회의 주의 시도 주가 대가 도로 대로 위로 이 그 저 의 나 들".split()
_ONES = "하나|한|둘|두|셋|세|넷|네|다섯|여섯|일곱|여덟|아홉"
_TENS = "열|스물|서른|마흔|쉰|예순|일흔|여든|아흔"
_DIGIT = "[일이삼사오육칠팔구]"
#: Number words that are numbers whatever follows.
NUMBER_WORD = (
    rf"(?!(?:천장|천사|만일|만사|만세|세대|열대)$)(?:"
    rf"(?:(?:{_TENS})(?:{_ONES})?|스무|다섯|여섯|일곱|여덟|아홉|하나|둘|셋|넷|{_DIGIT}?[십백천만](?:{_DIGIT}|[십백천만])*){NUMBER_TAIL}"
    rf"|(?:한|두|세|네)(?:시간|시|개월|개|명|번째|번|잔|권|장|대|마리|살|달|가지|병|줄|곡|군데|사람|배|박)(?:짜리|정도|쯤|동안|씩|반)*(?:{_PARTICLE})*"
    rf"|{_DIGIT}(?:분|초|월|층|개월|년|퍼센트|프로|달러)(?:짜리|정도|쯤|동안|간)*(?:{_PARTICLE})*)"
)
#: Number words that are numbers before a counter only: 한 is one, 세 is three, both are much else.
COUNTING = frozenset("한 두 세 네".split())
NUMBER_INITIALS = frozenset("하한둘두셋세넷네다여일아열스서마쉰예이삼사오육칠팔구십백천만")
