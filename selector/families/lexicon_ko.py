"""Closed classes of Korean: function words, question words, denials, dates; and nouns that look inflected.

Each list is grammar or a set phrase of polite requests; no word of any domain is here. The nouns are those of everyday
language whose last syllables look like a particle or an ending.
"""

from __future__ import annotations

from selector.families.words import words

_PRONOUNS = words(
    """
    이 그 저 이거 그거 저거 이것 그것 저것 이건 그건 저건 이게 그게 저게 이걸 그걸 저걸 여기 거기 저기 이쪽 그쪽
    저쪽 이런 그런 저런 이렇게 그렇게 나 내 저 제 너 네 내가 제가 네가 내게 제게 저희 우리 당신
    """
)
_BOUND_NOUNS = words("것 거 게 걸 건 수 등 때 분")
#: Please, perhaps, quickly, now.
_ADVERBS = words(
    """
    좀 제발 혹시 그냥 빨리 얼른 어서 당장 지금 현재 바로 이제 일단 아직 이미 벌써 정말 진짜 너무 꼭 잘 한번
    """
)
_COURTESIES = words(
    """
    안녕 고마워 고마워요 고맙습니다 저기요 미안 미안해 실례 예 네 응 아 어 음 자
    """
)
_CONJUNCTIONS = words("그럼 그러면 그리고 그런데 근데 하지만 그래서 그래 또는 혹은 및 또")
#: About, for, through.
_POSTPOSITIONS = words("대해 대해서 대한 관해 관해서 관한 위해 위해서 위한 통해 통해서 의해 따라")
_WISHES = words(
    """
    싶어 싶어요 싶다 싶네 싶네요 싶은데 싶은데요 싶습니다 좋겠어 좋겠어요 좋겠네요 좋겠는데 좋겠다 좋겠습니다
    """
)
#: Forms of 하다, 주다 and the copula that stand apart.
_PREDICATES = words("함 할 줄 주실 이야 입니다 이에요 예요")
FUNCTION_WORDS = frozenset(
    _PRONOUNS + _BOUND_NOUNS + _ADVERBS + _COURTESIES + _CONJUNCTIONS + _POSTPOSITIONS + _WISHES + _PREDICATES
)
#: Nouns of asking that make the same frames with 하다 as verbs do; and "possible" and "necessary", as in English.
FRAME_NOUNS = frozenset(words("부탁 가능 필요 궁금 감사 안녕 죄송 희망 요청"))
#: "How to", after a verb that describes it: 변경하는 | 방법.
WAYS = frozenset(words("방법 방법이 방법은 방법을 법"))

#: Denials that are no form of a verb.
DENIALS = frozenset(words("안 못 마 마라 마요 아니 아니야 아니요 아니오 아닌 아님 없이 없음"))
#: Forms of 있다 that describe a noun or lead on, and do not ask.
BEING = frozenset(words("있는 있던 있을 있으면 있고 있게 있도록 있는데 있지만 있으니 있어서 있으며"))

#: What and how: without content, as in English.
QUESTION_WORDS = words("뭐 뭔 뭘 뭡 무엇 무슨 어떻 어때 어떠 어떨")
#: Time, place, person, quantity.
CONTENT_QUESTION_WORDS = words("언제 어디 누구 얼마 며칠 몇")
QUESTION_INITIALS = frozenset(word[0] for word in QUESTION_WORDS + CONTENT_QUESTION_WORDS)
#: They ask by themselves, like a leading "which".
WHICH = frozenset({"어떤", "어느"})

#: Nouns that look like a stem with an ending, or like a noun with a particle.
NOUNS = frozenset(
    words(
        """
        가게 가나 가면 가지 간지 격려 고가 고려 고속도로 고양이 국기 귀걸이 급여 기가 기기 기여 길이 깊이 나라 나이
        내면 넓이 놀이 높이 단지 달러 대가 대고 대기 대면 대본 대여 독려 떡볶이 먹이 먼지 메가 목걸이 배려 보고
        보고서 부여 사고 사기 사면 사본 사서 사자 산지 세기 손잡이 수가 수여 시가 아가 어린이 여부 염려 오기 오지
        옷걸이 요가 우려 유가 이사 자가 자기 자리 자본 자지 장려 저가 종이 주가 주기 주자 주지 증여 지도 참여 추가
        친지 커서 크기 타자 타지 투여 판다 편지 피해 하나 허가 호랑이 화가 휴가
        """
    )
)
#: Compounds of these nouns end like another noun with a particle or with 하다.
KEPT_ENDINGS = words("결과 통과 추가 휴가 허가 미만 필요 중요 권한 역할")
#: The same from four syllables on; in three they are a noun and a particle: 주문 | 의.
KEPT_LONG_ENDINGS = words("회의 문의 동의 강의")

RELATIVE = frozenset(words("이번 다음 지난 저번"))
PERIODS = words("주말 주 달 해")
_DAYS = words("오늘 내일 모레 글피 어제 그제 그저께 주말 평일 월요일 화요일 수요일 목요일 금요일 토요일 일요일")
_YEARS = words("올해 내년 작년 재작년 금주")
DATES = frozenset(_DAYS + _YEARS) | {relative + period for relative in RELATIVE for period in PERIODS}
#: Parts of the day belong to the clock time that follows.
DAY_PARTS = frozenset(words("오전 오후 새벽 아침 저녁 밤 낮"))
