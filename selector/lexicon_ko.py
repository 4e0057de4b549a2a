"""Korean words that say what is asked, and the English of nouns that any service catalogue has.

Identifiers are English even where requests are Korean. The glossary holds nouns of everyday services only; what it does not hold is
found through the tool's own Korean description.
"""

from __future__ import annotations

from typing import Final

from selector.lexicon import Action
from selector.text import stem

#: Nouns that act with 하다, or alone at the end of a request.
_NOUN_VERBS: Final[dict[Action, str]] = {
    "search": "검색 탐색 추천 나열",
    "read": "조회 확인 열람 표시 안내 설명 계산 비교 분석 추적 검증 요약 번역 예측 변환 출력 파악 점검 측정 다운로드",
    "create": "등록 추가 생성 작성 예약 예매 주문 구매 신청 가입 업로드 게시 저장 발급 입력 제출 개설 복사 복제 구독 신규등록",
    "update": "수정 변경 갱신 업데이트 설정 편집 교체 전환 이동 할당 배정 지정 활성화 비활성화 초기화 복구 복원 조정 적용 부여 병합 재설정",
    "delete": "삭제 취소 제거 해지 철회 탈퇴 폐기 회수 해제 비우기",
    "action": "승인 결제 발송 전송 환불 반려 거절 실행 시작 중지 정지 종료 로그인 로그아웃 송금 이체 공유 호출 배포 연결 알림 통보 확정 발행 출고 교환 반품 재생",
}
NOUN_VERBS: Final[dict[str, Action]] = {noun: action for action, nouns in _NOUN_VERBS.items() for noun in nouns.split()}

#: Native verbs by what their forms begin with, contracted vowels included.
NATIVE_VERBS: Final[tuple[tuple[str, Action], ...]] = (
    ("찾", "search"),
    ("골라", "search"),
    ("보여", "read"),
    ("보고", "read"),
    ("볼래", "read"),
    ("볼수", "read"),
    ("알려", "read"),
    ("알고", "read"),
    ("알아", "read"),
    ("말해", "read"),
    ("읽", "read"),
    ("가져", "read"),
    ("불러", "read"),
    ("뽑아", "read"),
    ("뭐야", "read"),
    ("무엇", "read"),
    ("어때", "read"),
    ("얼마", "read"),
    ("있어", "read"),
    ("있는지", "read"),
    ("있나", "read"),
    ("만들", "create"),
    ("넣", "create"),
    ("담아", "create"),
    ("담고", "create"),
    ("올려", "create"),
    ("남겨", "create"),
    ("써줘", "create"),
    ("바꿔", "update"),
    ("바꾸", "update"),
    ("고쳐", "update"),
    ("옮겨", "update"),
    ("맞춰", "update"),
    ("지워", "delete"),
    ("지우", "delete"),
    ("없애", "delete"),
    ("빼", "delete"),
    ("비워", "delete"),
    ("보내", "action"),
    ("열어", "action"),
    ("닫아", "action"),
    ("켜", "action"),
    ("꺼", "action"),
    ("끄", "action"),
    ("틀어", "action"),
    ("돌려", "action"),
    ("멈춰", "action"),
)
#: Verbs without a content of their own: the noun before them says the act.
LIGHT_VERBS: Final[frozenset[str]] = frozenset("처리 진행 수행 요청 부탁 실시 원해 바람 부탁드려 해줘 해주세요 하기 할래 줘 주세요 좀 주라".split())
#: Words that deny what stands before them.
DENIALS: Final[tuple[str, ...]] = ("말고", "말아", "마", "않", "빼고", "제외", "없이", "대신", "못하")
#: Words that say nothing about what is wanted.
STOP: Final[frozenset[str]] = frozenset(
    "좀 그 이 저 내 제 나 나의 우리 것 거 수 등 및 또는 그리고 그런데 에서 으로 로 을 를 이 가 은 는 의 와 과 도 만 해 줘 해줘 주세요 해주세요 싶어 싶은데 하는 하고"
    " 대한 대해 관련 관한 위한 통해 기준 현재 지금 바로 혹시 제발 부탁 요청 처리 진행 때 중 한 개 첫 번째 어떤 무슨 어느 모두 있는 있어 있는지 되어 되는 된 할 하기".split()
)
LIST_WORDS: Final[frozenset[str]] = frozenset("목록 리스트 전체 모든 내역 이력 검색 모두 전부 나열".split())
SINGLE_WORDS: Final[frozenset[str]] = frozenset("상세 상세정보 세부 단건 자세히 프로필".split())
COUNT_WORDS: Final[frozenset[str]] = frozenset("건수 개수 갯수 총수 인원수 몇 몇건 몇개 몇명 몇번 총 횟수 숫자".split())

_GLOSSARY: Final[str] = (
    "검색 search,find|조회 get,search,find,read|목록 list|리스트 list|상세 detail|정보 info,information|등록 register,create,add|추가 add,create"
    "|생성 create|작성 create,write|수정 update,edit,modify|변경 update,change|삭제 delete,remove|취소 cancel|제거 remove,delete|확인 check,verify"
    "|승인 approve|거절 reject|반려 reject|결제 payment,pay,checkout|환불 refund|반품 return|교환 exchange|발송 send,ship|전송 send|예약 reservation,book,reserve"
    "|주문 order|상품 product,item|제품 product|회원 member,user|사용자 user|고객 customer,client|배송 delivery,shipping,shipment|배송지 delivery,address"
    "|주소 address|장바구니 cart|쿠폰 coupon|재고 inventory,stock|가격 price|금액 amount|리뷰 review|후기 review|평점 rating|카테고리 category|분류 category"
    "|계정 account|계좌 account|비밀번호 password|이메일 email|메일 mail,email|전화번호 phone|이름 name|상태 status,state|이력 history|내역 history,list|기록 record,log"
    "|로그 log|알림 notification,alert|메시지 message|댓글 comment,reply|게시글 post,article|게시판 board|공지 notice|이벤트 event|설문 survey|파일 file|폴더 folder"
    "|문서 document|이미지 image|사진 photo,image|권한 permission,role|역할 role|그룹 group|팀 team|부서 department|직원 employee|사원 employee|급여 salary,payroll"
    "|휴가 leave,vacation|일정 schedule,calendar|회의 meeting|작업 task,job|업무 task|프로젝트 project|보고서 report|통계 statistics|건수 count|개수 count|수량 quantity"
    "|영수증 receipt|청구서 invoice,bill|송장 invoice|계약 contract|견적 quote|매출 sales|정산 settlement|세금 tax|창고 warehouse|매장 store,shop|지점 branch"
    "|택배 parcel,delivery|추적 tracking,track|세션 session|로그인 login|로그아웃 logout|인증 authentication,auth|토큰 token|설정 setting,config|버전 version"
    "|서버 server|날씨 weather|뉴스 news|음악 music|영화 movie|호텔 hotel|항공 flight|항공권 flight|기차 train|버스 bus|택시 taxi|식당 restaurant|병원 hospital"
    "|의사 doctor|환자 patient|진료 appointment|약 medicine|학생 student|강의 course,lecture|수업 class|성적 grade|도서 book|책 book|번역 translate,translation"
    "|계산 calculate|환율 exchange,rate,currency|주가 stock,price|티켓 ticket|좌석 seat|문의 inquiry|답변 answer,reply|구독 subscription|요금 fee,rate,price"
    "|예산 budget|비용 cost,expense|포인트 point|등급 grade,level,tier|혜택 benefit|할인 discount|옵션 option|브랜드 brand|공급사 supplier|거래처 vendor,partner"
    "|첨부 attachment|다운로드 download|업로드 upload|템플릿 template|양식 form|승인자 approver|담당자 assignee,manager|관리자 admin,manager|최근 recent,latest"
    "|현재 current|내 my|완료 complete,completed|대기 pending|활성 active|워크플로우 workflow|티켓 ticket|이슈 issue|요청 request|저장소 repository|태그 tag|라벨 label"
    "|라이선스 license|도메인 domain|기기 device|장치 device|센서 sensor|온도 temperature|조명 light|거리 distance|경로 route,path|위치 location|지역 region,area"
    "|도시 city|국가 country|언어 language|통화 currency|날짜 date|시간 time|기간 period|요약 summary|감사 audit|검사 inspection|점검 check|백업 backup|배포 deploy"
)


def _glossary() -> dict[str, tuple[str, ...]]:
    entries = (entry.split(" ", 1) for entry in _GLOSSARY.split("|"))
    return {korean: tuple(dict.fromkeys(stem(word) for word in english.split(","))) for korean, english in entries}


#: For a Korean noun the stems of its English words.
ENGLISH: Final[dict[str, tuple[str, ...]]] = _glossary()
