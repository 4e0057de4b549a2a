"""Native verbs and adjectives of Korean, by how they conjugate, and those that carry a mood and no content.

They are listed because a Korean word does not show whether its last syllable is an ending: 끄기 is "turning off",
청소기 is a vacuum cleaner. These are the common ones of the language, of no domain; a verb that is missing is found by
the endings that no noun has.
"""

from __future__ import annotations

from selector.families.conjugation import Irregular
from selector.families.words import words

_ADJECTIVES = words(
    """
    같 강하 괜찮 굵 길 깊 나쁘 낮 넓 높 느리 늦 다르 많 맑 맞 멀 바쁘 밝 비싸 빠르 싫 아프 약하 얇 예쁘 작 적 좁 좋
    짧 크 편하 흐리
    """
)
_ADJECTIVES_BIEUP = words(
    """
    가깝 가볍 고맙 귀엽 더럽 덥 두껍 뜨겁 맵 무겁 무섭 부드럽 쉽 시끄럽 아름답 어둡 어렵 즐겁 차갑 춥
    """
)
_VERBS_RARER = words("갈 끌 살 줄")
_VERBS_BIEUP = words("굽 눕 돕 줍")
_VERBS_DIGEUT = words("걷 깨닫 듣")
_VERBS_SIOT = words("낫 붓 잇 짓")
_VERBS = words(
    """
    가 가져가 가져오 가르치 가리 갈아타 감추 갖 갚 건너뛰 걸 걸리 고르 고치 구하 기다리 기르 깨 깨우 깨지 꺼내 꾸미
    끄 끊 끊기 끝나 끝내 나가 나누 나르 나오 나타나 나타내 날리 남 남기 낮추 내 내려가 내려받 내리 내보내 넘기
    넘어가 넣 높이 놓 놓치 누르 늘 늘리 늦추 닦 닫 닫히 달 담 담기 당기 당하 대 더하 던지 데려오 데우 돌 돌려받 돌리
    돌아가 돌아오 되돌리 되찾 두 뒤집 드리 들 들르 들리 들어가 들어오 들여오 따르 떠나 떨어지 떼 뛰 뜨 띄우 마시
    마치 막 막히 만나 만들 만지 말하 맞추 맡기 먹 멈추 모르 모으 모이 묶 물어보 밀 밀리 바꾸 바뀌 바라 바르 받
    받아오 밝히 버리 벗 변하 보 보내 보이 부르 붙 붙여넣 붙이 비우 비추 빌 빌리 빠지 빼 뽑 사 사라지 살펴보 살피
    생기 섞 세우 숨기 쉬 식히 쌓 쓰 씻 알 알려주 알리 알아보 앉 얻 없애 여쭈 열 열리 오 오르 올라가 올리 옮기 외우
    울리 움직이 원하 이기 이어지 일어나 읽 잃 잃어버리 잊 잊어버리 자 자르 잠그 잠기 잡 잡히 적 전하 접 정하 좋아하
    주 줄이 지나 지내 지르 지우 지키 찍 찍히 찢 찾 찾아가 찾아보 찾아오 채우 챙기 춤추 치 치우 켜 키우 타 터지 털
    튀기 틀 틀리 팔 팔리 펴 펼치 풀 풀리 피하 합치 향하 헤매 흐르 흔들 흘리
    """
)

#: Stems without 다, their irregular class, and whether they are acts: 밝기 is the brightness, no act as 끄기 is. Of two
#: stems with one form (걸어: 걷다, 걸다) the later has it.
STEMS: tuple[tuple[tuple[str, ...], Irregular, bool], ...] = (
    (_ADJECTIVES, "", False),
    (_ADJECTIVES_BIEUP, "ㅂ", False),
    (_VERBS_RARER, "", True),
    (_VERBS_DIGEUT, "ㄷ", True),
    (_VERBS_BIEUP, "ㅂ", True),
    (_VERBS_SIOT, "ㅅ", True),
    (_VERBS, "", True),
    (("있", "없", "싶"), "", False),
    (("않", "못하", "말", "하", "되"), "", True),
)
#: Of the stems of one syllable that swallow the vowel of their infinitive, those that take 지다; 사지다 is no word.
WITH_JIDA = frozenset({"켜", "펴"})
#: Verbs that carry a mood once another verb stands before them: do it for me, try it, do it and be done.
AUXILIARIES = words("주 드리 보 놓 두 버리")
#: Verbs of asking and of being told, as in "let me know" and "I want"; and 하다, which only makes a verb of a noun.
FRAME_VERBS = frozenset(words("하 주 드리 싶 알 알리 알려주 가르치 말하 원하 바라 여쭈"))
DENYING_STEMS = frozenset(words("없 않 못하 말"))
