"""English for the Korean words that services share: identifiers are English even where requests are Korean.

Acts, and nouns of everyday services and of computing; what the glossary does not hold is found through a tool's own
Korean text.
"""

from __future__ import annotations

from typing import Final

from selector.text import stem

#: One entry: the Korean word, then its English words.
_ENTRIES: Final[tuple[str, ...]] = (
    # acts
    "검색 search find, 조회 get search find read, 목록 list, 리스트 list, 상세 detail, 정보 info information",
    "등록 register create add, 추가 add create, 생성 create, 작성 create write, 수정 update edit modify",
    "변경 update change, 삭제 delete remove, 취소 cancel, 제거 remove delete, 확인 check verify, 승인 approve",
    "거절 reject, 반려 reject, 결제 payment pay checkout, 환불 refund, 반품 return, 교환 exchange, 발송 send ship",
    "전송 send, 예약 reservation book reserve, 요청 request, 추적 tracking track, 번역 translate translation",
    "계산 calculate, 다운로드 download, 업로드 upload, 배포 deploy, 점검 check, 감사 audit, 검사 inspection",
    "백업 backup, 로그인 login, 로그아웃 logout, 구독 subscription subscribe, 요약 summary, 공유 share, 복사 copy",
    "이동 move, 병합 merge, 실행 run execute, 시작 start, 중지 stop, 종료 close terminate, 할당 assign",
    "검증 validate verify, 추천 recommend suggest, 분석 analyze analysis, 예측 predict forecast, 변환 convert",
    "설정 setting config set, 정지 stop suspend block ban, 차단 block ban, 잠금 lock, 해제 release unlock",
    "재시작 restart, 롤백 rollback, 머지 merge, 복구 restore recover, 초기화 reset, 발행 issue publish",
    "발급 issue, 해결 resolve, 배정 assign, 제출 submit, 신청 apply request, 저장 save, 예매 book reserve",
    "이체 transfer, 송금 transfer",
    "입금 deposit, 출금 withdraw, 퇴원 discharge, 보관 archive store, 충전 charge, 입원 admission admit",
    "신고 report, 접수 register receive, 판매 sell, 납부 pay payment, 상환 repay repayment, 재발급 reissue, 가입 join",
    "탈퇴 leave withdraw, 추방 kick, 철회 withdraw revoke, 회수 recall withdraw, 정정 correct, 연장 extend renew",
    "푸시 push, 포크 fork, 스케일 scale, 드레인 drain, 동기화 sync synchronize, 활성화 enable activate",
    "비활성화 disable deactivate, 출력 print, 재생 play, 복원 restore, 연결 connect, 교체 replace, 전환 switch",
    # trade
    "주문 order, 상품 product item, 제품 product, 장바구니 cart, 쿠폰 coupon, 재고 inventory stock, 가격 price",
    "금액 amount, 리뷰 review, 후기 review, 평점 rating, 할인 discount, 옵션 option, 브랜드 brand",
    "카테고리 category, 분류 category, 배송 delivery shipping shipment, 배송지 delivery address",
    "택배 parcel delivery, 소포 parcel, 창고 warehouse, 매장 store shop, 지점 branch, 영수증 receipt",
    "청구서 invoice bill, 송장 invoice, 계약 contract, 견적 quote, 매출 sales, 정산 settlement",
    "판매자 seller, 구매자 buyer, 위시리스트 wishlist, 결제수단 payment method",
    "세금 tax, 공급사 supplier, 거래처 vendor partner",
    "요금 fee rate price, 비용 cost expense, 예산 budget, 포인트 point, 혜택 benefit",
    "카드 card, 잔액 balance, 거래 transaction, 명세서 statement",
    "환율 exchange rate currency, 통화 currency, 계좌 account, 주가 stock price",
    # people and organisations
    "회원 member user, 사용자 user, 고객 customer client, 직원 employee, 사원 employee, 관리자 admin manager",
    "담당자 assignee manager, 승인자 approver, 팀 team, 그룹 group, 부서 department, 역할 role",
    "권한 permission role, 급여 salary payroll, 휴가 leave vacation, 환자 patient, 의사 doctor, 병원 hospital",
    "진료 appointment, 약 medicine, 학생 student, 강의 course lecture, 수업 class, 성적 grade",
    "등급 grade level tier, 유저 user, 임직원 employee, 조직 organization, 조직도 organization",
    "연차 leave, 근태 attendance, 결재 approval, 공지사항 notice, 증명서 certificate, 민원 complaint",
    "처방 prescription, 처방전 prescription, 대출 loan, 예금 deposit, 한도 limit",
    "보험 insurance, 연봉 salary, 근무 work shift, 출근 attendance",
    # messages, documents, time and place
    "이메일 email, 메일 mail email, 메시지 message, 알림 notification alert, 댓글 comment reply",
    "게시글 post article, 게시판 board, 공지 notice, 문의 inquiry, 답변 answer reply, 설문 survey, 파일 file",
    "폴더 folder, 문서 document, 이미지 image, 사진 photo image, 첨부 attachment, 템플릿 template, 양식 form",
    "보고서 report, 통계 statistics, 이력 history, 내역 history list, 기록 record log, 일정 schedule calendar event",
    "캘린더 calendar, 채널 channel, 연락처 contact, 채팅 chat, 할일 task todo, 보드 board, 스프린트 sprint",
    "회의 meeting, 날짜 date, 시간 time, 기간 period, 최근 recent latest, 현재 current, 내 my, 주소 address",
    "위치 location, 거리 distance, 경로 route path, 지역 region area, 도시 city, 국가 country, 언어 language",
    "이름 name, 전화번호 phone, 번호 number, 상태 status state, 완료 complete completed, 대기 pending",
    "활성 active, 건수 count, 개수 count, 수량 quantity, 현황 status, 진행 progress status, 최신 latest, 결과 result",
    "주변 nearby, 근처 nearby, 즐겨찾기 favorite bookmark, 찜 favorite wishlist",
    # leisure and travel
    "날씨 weather, 뉴스 news, 음악 music, 영화 movie, 호텔 hotel, 항공 flight, 항공권 flight, 기차 train",
    "항공편 flight, 비행기 flight, 버스 bus, 택시 taxi",
    "가게 store shop, 메뉴 menu, 음식 food, 노래 song music, 재생목록 playlist, 랭킹 ranking, 게임 game",
    "곡 song track, 앨범 album, 아티스트 artist, 가수 artist singer, 플레이리스트 playlist, 객실 room",
    "여행 trip travel, 공항 airport, 항공사 airline, 도착 arrival, 출발 departure, 가이드 guide, 관광 tour, 숙소 hotel",
    "식당 restaurant, 도서 book, 책 book, 티켓 ticket, 좌석 seat, 이벤트 event",
    # computing
    "계정 account, 비밀번호 password, 인증 authentication auth, 토큰 token, 세션 session, 로그 log, 서버 server",
    "버전 version, 프로젝트 project, 작업 task job, 업무 task, 워크플로우 workflow, 이슈 issue, 저장소 repository repo",
    "태그 tag, 라벨 label, 라이선스 license, 도메인 domain, 기기 device, 장치 device, 센서 sensor",
    "온도 temperature, 조명 light, 데이터 data, 데이터베이스 database, 엔티티 entity, 노드 node, 그래프 graph",
    "방 room, 문 door, 불 light, 집 home house, 차 car, 표 ticket, 돈 money, 글 post article, 옷 clothes",
    "멤버 member, 첨부파일 attachment, 전달 forward, 환전 exchange convert",
    "페이지 page, 브랜치 branch, 커밋 commit, 코드 code, 컨테이너 container, 클러스터 cluster",
    "네임스페이스 namespace, 서비스 service, 디렉터리 directory, 디렉토리 directory, 경고 alert warning",
    "장애 incident failure, 전등 light, 현관문 door, 레포지토리 repository, 모든 all, 전체 all",
    "오류 error, 에러 error, 변수 variable, 키 key, 시크릿 secret, 릴리스 release, 릴리즈 release, 파드 pod",
    "디플로이먼트 deployment, 볼륨 volume, 포트 port, 웹훅 webhook, 마일스톤 milestone, 리뷰어 reviewer",
    "스토리지 storage, 인스턴스 instance, 네트워크 network, 엔드포인트 endpoint",
)


def _english() -> dict[str, tuple[str, ...]]:
    entries = (entry.split() for line in _ENTRIES for entry in line.split(","))
    return {korean: tuple(dict.fromkeys(map(stem, english))) for korean, *english in entries}


#: For a Korean word the stems of its English words.
ENGLISH: Final[dict[str, tuple[str, ...]]] = _english()


def _korean() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for korean, english in ENGLISH.items():
        for word in english:
            found.setdefault(word, []).append(korean)
    return {word: tuple(korean) for word, korean in found.items()}


#: For the stem of an English word the Korean words that it stands for.
KOREAN: Final[dict[str, tuple[str, ...]]] = _korean()
