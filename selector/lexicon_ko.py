"""Korean words that say what is asked: general language, no product's words."""

from __future__ import annotations

from typing import Final

from selector.lexicon import Action, words_of
from selector.text import stem

#: Nouns that act with 하다, or alone at the end of a request, by the canonical actions of the specification.
_NOUN_VERBS: Final[dict[Action, str]] = {
    "search": "검색 탐색 추천 나열",
    "read": "조회 확인 열람 표시 안내 설명 계산 비교 분석 추적 검증 요약 번역 예측 변환 출력 파악 점검 측정 다운로드",
    "create": (
        "등록 추가 생성 작성 예약 예매 주문 구매 신청 가입 업로드 게시 저장 입력 제출 개설 복사 복제 구독 접수 신고"
        " 의뢰 상신 청구 기록 포크 북마크"
    ),
    "update": (
        "수정 변경 갱신 업데이트 설정 편집 교체 전환 이동 할당 배정 지정 활성화 비활성화 초기화 복구 복원 조정"
        " 적용 부여 병합 재설정 차단 잠금 머지 롤백 배치 확대 축소 보류 정정 연장 이관 개명 스케일"
    ),
    "delete": "삭제 취소 제거 해지 철회 탈퇴 폐기 회수 해제 비우기 취하 추방 말소 강퇴",
    "action": (
        "승인 결제 발송 전송 환불 반려 거절 실행 시작 중지 정지 종료 로그인 로그아웃 송금 이체 공유 호출 배포"
        " 연결 알림 통보 확정 발행 출고 교환 반품 재생 재시작 재부팅 퇴원 입원 해결 발급 재발급 충전 송출 인쇄"
        " 납부 상환 수납 판매 지급 인출 출금 입금 환전 푸시 커밋 드레인 동기화 전달"
    ),
}
NOUN_VERBS: Final[dict[str, Action]] = {noun: action for action, nouns in _NOUN_VERBS.items() for noun in nouns.split()}

#: Native verbs by what their forms begin with, contracted vowels included: the English verb that they mean.
_NATIVE_VERBS: Final[dict[str, str]] = {
    "find": "찾 골라",
    "show": "보여 보고 보자 볼래 볼 띄워",
    "get": (
        "알려 알고 알아 말해 가져 불러 뽑아 뭐야 뭐지 뭐예요 뭔가 무엇 어때 얼마 있어 있는지 있나 있을 있지 있죠 있니"
        " 있습"
    ),
    "read": "읽",
    "create": "만들",
    "add": "넣 담아 담고 올려",
    "write": "남겨 써줘 적어",
    "change": "바꿔 바꾸 고쳐 맞춰",
    "move": "옮겨 옮기",
    "delete": "지워 지우 없애 빼",
    "clear": "비워 비우",
    "send": "보내",
    "open": "열어 열고",
    "close": "닫아 닫고",
    "start": "틀어 돌려",
    "stop": "멈춰 멈추 세워",
    "turnon": "켜 켠 켤 켰",
    "turnoff": "꺼 끄 끈 끌 껐",
    "lock": "잠가 잠그 잠근 잠긴 잠겨 잠겼 잠갔",
    "block": "막아 막은",
    "order": "시켜",
    "buy": "사줘 살래",
    "rent": "빌려",
    "book": "잡아 잡고",
    "assign": "맡겨 맡기",
    "call": "걸어",
}
NATIVE_VERBS: Final[tuple[tuple[str, str], ...]] = tuple(
    (prefix, stem(verb)) for verb, prefixes in _NATIVE_VERBS.items() for prefix in prefixes.split()
)

#: Verbs without a content of their own: the noun before them says the act.
LIGHT_VERBS: Final[frozenset[str]] = words_of(
    "처리 진행 수행 요청 부탁 실시 원해 바람 부탁드려 해줘 해주세요 하기 할래 줘 주세요 좀 주라"
)
#: What a word begins with that denies the word before it.
DENIALS: Final[tuple[str, ...]] = ("말고", "말아", "마", "않", "빼고", "제외", "없이", "대신", "못하", "금지")
#: What a word begins with that asks about the act before it instead of commanding it: whether it was, can or may be.
ASKING: Final[tuple[str, ...]] = (
    "가능", "불가", "여부", "됐", "되었", "되나", "되는지", "될까", "됩니까", "났", "맞아", "맞나", "맞지", "맞는지",
    "방법",
)  # fmt: skip
#: An act in this form is how the next one is done, no step of its own: ``찾아서 취소해줘``.
BY_MEANS: Final[tuple[str, ...]] = ("서", "하여", "며", "면", "다가", "려고")
#: An act in this form is a condition, unless what follows says that it would be welcome.
CONDITION: Final[tuple[str, ...]] = ("하면", "되면", "시키면", "려면")
WISHING: Final[tuple[str, ...]] = ("좋", "감사", "고맙", "되겠", "될까", "돼요", "된다")
#: What makes a step of an act that is described before it: ``조회한 뒤 삭제해줘``.
AFTERWARDS: Final[frozenset[str]] = words_of("뒤 뒤에 후 후에 다음 다음에")
#: ``수 있`` after one of these asks for a favour.
ABILITY: Final[frozenset[str]] = words_of("수 순")
FAVOUR: Final[tuple[str, ...]] = ("주실", "줄", "주시")
#: Words of courtesy: they say nothing, wherever they stand.
POLITE: Final[frozenset[str]] = words_of(
    "감사 감사합니다 감사해요 감사드립니다 감사드려요 고맙습니다 고마워 고마워요 안녕 안녕하세요 수고하세요"
    " 수고하십시오 죄송하지만 실례지만 미안하지만"
)
#: Words of grammar and politeness, and the plainest verbs of asking. They say nothing about what is wanted.
STOP: Final[frozenset[str]] = words_of(
    "좀 그 이 저 내 제 나 나의 우리 것 거 수 등 및 또는 그리고 그런데 에서 으로 로 을 를 이 가 은 는 의 와 과 도"
    " 만 해 줘 해줘 주세요 해주세요 싶어 싶은데 하는 하고 대한 대해 관련 관한 위한 통해 기준 현재 지금 바로 혹시"
    " 제발 부탁 요청 처리 진행 때 중 한 개 첫 번째 어떤 무슨 어느 모두 있는 있어 있는지 되어 되는 된 할 하기"
)
#: Nouns at the end of a request without a verb that ask to be told.
TOLD_HEADS: Final[tuple[str, ...]] = (
    "목록", "리스트", "내역", "이력", "상세", "정보", "현황", "통계", "상태", "결과", "기록", "로그", "내용",
    "개수", "건수",
)  # fmt: skip
#: Words that ask for many, for one in full, or for a number.
LIST_WORDS: Final[frozenset[str]] = words_of("목록 리스트 전체 모든 내역 이력 검색 전부 나열")
SINGLE_WORDS: Final[frozenset[str]] = words_of("상세 상세정보 세부 단건 자세히 프로필")
COUNT_WORDS: Final[frozenset[str]] = words_of("건수 개수 갯수 총수 인원수 몇 몇건 몇개 몇명 몇번 총 횟수 숫자")
