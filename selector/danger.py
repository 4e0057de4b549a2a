"""Words that say a tool changes something, beyond the verbs that requests share with names (`selector.lexicon`).

The mutation gate errs on one side: a word that may mean a change is read as one. So this table holds words that would
be too strong for ranking.
"""

from __future__ import annotations

from typing import Final

from selector import lexicon, lexicon_ko
from selector.text import stem

#: Verbs of change in operations, administration, money and membership. As often nouns as verbs are none.
_MORE_VERBS: Final = (
    "wipe truncate nuke shred expunge evict prune trim expire kill ban unban suspend unsuspend archive unarchive"
    " freeze unfreeze provision deprovision rollback rotate reboot restart shutdown overwrite upsert mint burn"
    " redeem settle reverse override elevate promote demote impersonate enroll enrol unenroll join migrate sanitize"
    " reindex rebuild recreate reassign transition unpublish unshare unlink untag unset unfollow unpin pin tag bind"
    " unbind mute unmute kick eject seize forfeit deduct debit credit reclaim release quarantine sign onboard"
    " offboard blacklist whitelist blocklist allowlist retire decommission sunset nullify invalidate obliterate"
    " annihilate dismiss resolve reopen acknowledge ack enqueue dequeue flush commit stash checkin checkout swap"
    " mutate modify alter rewrite persist drain scale halt abort destroy erase purge write exec eval finalize"
    " finalise submit subtract remit payout hide unhide attach mount unmount format bookmark spam fire thaw poweroff"
    " issue link disburse refund recharge topup rename convey transmit broadcast emit wire accept decline"
    " unregister increment decrement bump undo redo revert downgrade upgrade complete finish retry split zap claim take"
    " pop consume regenerate delegate cordon uncordon requeue snooze seed init vacuum expel flag report invoke hangup"
    " dial stake unstake ensure flash pledge bid tip hail skip crop allow initiate"
    " trash tweet sms destruct rm del upd ins crt"
)
#: Verbs that stand in names and sentences as nouns or adjectives too: only in front do they command.
_ALSO_NOUNS: Final = lexicon.stems_of(
    "start stop open close set run print play share lock trigger wait draw press sync put turn switch sort click drag"
    " like follow process reset publish leave fork pull push release tag pin sign credit debit trim swap scale drain"
    " resolve plan build fill pause resume block text correct empty void transition wire extend exit feed launch grant"
    " notice make place apply import forward return save use type change reply issue link format fire mount hide"
    " complete upgrade split claim take pop seed"
    " flag report bump skip crop tip bid pledge flash stake hail retry tweet sms"
)
#: Of these the ones that command at the end of a name of two words too: ``serverStop``.
_FINAL: Final = lexicon.stems_of(
    "start stop lock trigger sync put turn switch process reset publish push pull release swap pause resume block void"
    " launch grant import open close share complete upgrade downgrade split claim retry undo redo revert snooze"
)
#: Two words that are one verb of change.
_PHRASES: Final = (
    "check in, check out, log in, log out, log off, sign in, sign out, sign up, sign off, opt in, opt out,"
    " shut down, take down, turn on, turn off, switch on, switch off, roll back, back up, set up, tear down,"
    " clean up, scale up, scale down, fill in, get rid, top up, pay out, cash out, give away, hand over,"
    " write off, power off, power on, force quit, mark as, mark read, hang up, spin up, self destruct"
)
#: Nouns of acts that change something, where they end a name or begin a sentence.
_ACT_NOUNS: Final = (
    "deletion removal cancellation creation insertion termination revocation activation deactivation registration"
    " deregistration cancelation modification replacement submission erasure destruction suspension assignment"
    " approval rejection provisioning withdrawal mutation"
)
_MORE_KOREAN: Final = (
    "소각 박탈 차단 추방 말소 파기 폐쇄 동결 소멸 양도 재시작 재부팅 출금 입금 차감 충전 환급 강퇴 탈락 잠금 잠금해제"
    " 숨김 공개 비공개 발급 재발급 교부 상신 결재 마감 개통 정산 이관 덮어쓰기 지급 인출 구매 신고 해고 처분 매도 매수"
    " 강등 승급 제명 몰수 압류 종결 확정 반영 저장 업로드 등재 이전 적립 기동 롤백 체결 청약 팔로우 좋아요 찜"
)
#: Native verbs of change as nouns, as names use them.
_KOREAN_NATIVE: Final = (
    "보내기 지우기 만들기 바꾸기 없애기 버리기 고치기 넣기 빼기 옮기기 닫기 열기 켜기 끄기 올리기 내리기 담기 멈추기"
)

CHANGING_VERBS: Final[frozenset[str]] = frozenset(
    {verb for verb, action in lexicon.VERBS.items() if action in lexicon.CHANGING} | lexicon.stems_of(_MORE_VERBS)
)
READING_VERBS: Final[frozenset[str]] = (
    frozenset(verb for verb, action in lexicon.VERBS.items() if action in lexicon.READING) - CHANGING_VERBS
)
#: A verb that only ranking takes for a noun is none here: the gate errs on one side.
ALSO_NOUNS: Final[frozenset[str]] = (lexicon.NOUN_LIKE - lexicon.stems_of(_MORE_VERBS)) | _ALSO_NOUNS
FINAL: Final[frozenset[str]] = _FINAL
PHRASES: Final = frozenset((stem(verb), particle) for verb, particle in map(str.split, _PHRASES.split(",")))
#: Verbs that lead a sentence of almost any tool: they tell what comes back.
GIVING_VERBS: Final[frozenset[str]] = lexicon.stems_of("return generate")
#: Verbs that only carry a noun, and the nouns by which they read: ``performs a search``.
LIGHT_VERBS: Final[frozenset[str]] = lexicon.stems_of("perform execute process run make send request request launch")
READING_NOUNS: Final[frozenset[str]] = lexicon.stems_of(
    "search query lookup request test scan check calculation analysis computation comparison call report test-run"
)
ACT_NOUNS: Final[frozenset[str]] = lexicon.stems_of(_ACT_NOUNS)
#: What a verb of deletion is called: a request to write is no request to delete.
DELETING_VERBS: Final[frozenset[str]] = frozenset(
    verb for verb, action in lexicon.VERBS.items() if action == "delete"
) | lexicon.stems_of(
    "wipe truncate nuke shred expunge evict prune kill obliterate annihilate terminate expire deprovision retire"
    " decommission unlink flush rm del expel destruct trash"
    " deletion removal cancellation cancelation revocation termination erasure destruction"
)
KOREAN_VERBS: Final[frozenset[str]] = frozenset(
    {noun for noun, action in lexicon_ko.NOUN_VERBS.items() if action in lexicon.CHANGING}
    | set(_MORE_KOREAN.split())
    | set(_KOREAN_NATIVE.split())
)
KOREAN_DELETING: Final[frozenset[str]] = frozenset(
    noun for noun, action in lexicon_ko.NOUN_VERBS.items() if action == "delete"
) | lexicon.words_of("소각 박탈 추방 말소 파기 폐쇄 소멸 강퇴 제명 몰수 지우기 없애기 버리기")
#: Where a Korean compound ends in one of these, it tells or is about what comes before: ``취소 내역``.
KOREAN_READING: Final[frozenset[str]] = frozenset(
    noun for noun, action in lexicon_ko.NOUN_VERBS.items() if action in lexicon.READING
) | lexicon.words_of(
    "목록 상세 내역 이력 상태 정보 통계 현황 건수 여부 사유 기록 로그 리스트 가능 방법 정책 안내 규정 내보내기 내려받기"
)
