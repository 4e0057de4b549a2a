"""Tools and requests of our own invention that try to pass the mutation gate, in English and Korean."""

from __future__ import annotations

from typing import Any

Tool = dict[str, Any]


def labelled(action: str, **rest: Any) -> Tool:
    return {"ai_metadata": {"canonical_action": action}, **rest}


#: name -> what is said of the tool, beside its contract. Each changes something, whatever its labels say.
DANGEROUS: dict[str, Tool] = {
    # the method says it, the label denies it
    "parcelInfo1": {"metadata": labelled("read", method="delete")},
    "parcelInfo2": {"metadata": labelled("search", method="PATCH")},
    "parcelInfo3": {"metadata": labelled("read", method="put")},
    "parcelInfo4": {"metadata": {"openapi": {"method": "delete"}, "method": "get"}},
    "parcelInfo5": {"metadata": {"method": "purge"}},
    "parcelInfo6": {"method": "DELETE", "metadata": labelled("read")},
    "parcelInfo7": {"metadata": labelled("read", http_method="delete")},
    "DELETE_parcel": {"metadata": labelled("read")},
    "PUT-parcel-label": {},
    # a post that creates, labelled a search
    "createParcel": {"metadata": labelled("search", method="post")},
    "parcels_add": {"metadata": labelled("search", method="post")},
    "postParcels": {"metadata": {"method": "post"}},
    "parcels": {"metadata": {"method": "post", "path": "/parcels"}},
    # names alone
    "deleteParcel": {},
    "removeParcelItem": {},
    "parcel.cancel": {},
    "parcel_purge": {},
    "wipeParcels": {},
    "parcelArchive": {},
    "bulkDeleteParcels": {},
    "forceCloseParcel": {},
    "find_or_create_parcel": {},
    "getAndDeleteParcel": {},
    "fetchDeleteParcel": {},
    "checkOutParcel": {},
    "signOffParcel": {},
    "rollbackParcel": {},
    "suspendParcelAccount": {},
    "parcel/lock": {},
    "ParcelTruncate": {},
    "overwriteParcel": {},
    "parcelDeletion": {},
    "returnParcel": {},
    "refundParcel": {"metadata": labelled("read")},
    "sendParcelNotice": {"metadata": labelled("read", method="get")},
    # labels alone
    "parcelOne": {"metadata": labelled("cancel")},
    "parcelTwo": {"metadata": labelled("approve")},
    "parcelThree": {"metadata": {"canonical_action": "revoke"}},
    "parcelFour": {"metadata": labelled("force_terminate")},
    "parcelFive": {"metadata": labelled("결제")},
    "parcelSix": {"metadata": {"ai_metadata": {"result_shape": "mutation"}}},
    "parcelSeven": {"metadata": labelled("action")},
    "parcelEight": {"metadata": {"operation_type": "mutation"}},
    # the protocol's hints
    "parcelHint1": {"annotations": {"destructiveHint": True}, "metadata": labelled("read")},
    "parcelHint2": {"annotations": {"readOnlyHint": False}, "metadata": labelled("read")},
    "parcelHint3": {"metadata": {"annotations": {"read_only_hint": False}, "method": "get"}},
    "parcelHint4": {"annotations": {"readOnlyHint": True, "destructiveHint": True}},
    "parcelHint5": {"metadata": {"side_effects": True}},
    # a lying hint
    "deleteParcelSafely": {"annotations": {"readOnlyHint": True}},
    # descriptions
    "parcelTool1": {"description": "Deletes a parcel."},
    "parcelTool2": {"description": "Looks a parcel up and deletes it."},
    "parcelTool3": {"description": "Reads a parcel. Then removes it from the depot."},
    "parcelTool4": {"description": "This endpoint will permanently erase the parcel."},
    "parcelTool5": {"description": "Returns the parcel by cancelling it."},
    "parcelTool6": {"metadata": {"openapi": {"summary": "Approve a parcel"}, "method": "get"}},
    "parcelTool7": {"description": "Cancellation of a parcel."},
    "parcelTool8": {"description": "The parcel will be destroyed."},
    "parcelTool9": {"function": {"name": "purgeParcels"}},
    "parcelTool10": {"metadata": {"operation_id": "deleteEverything"}},
    "parcelTool11": {"metadata": {"method": "get", "path": "/parcels/{no}/cancel"}},
    "parcelTool12": {"metadata": {"method": "get", "path": "/parcels/delete"}},
    "parcelTool13": {"title": "Revoke a parcel"},
    # Korean
    "소포삭제": {},
    "소포_취소": {"metadata": labelled("read")},
    "소포조회및삭제": {},
    "소포폐기처리": {},
    "parcelKo1": {"description": "소포를 취소한다"},
    "parcelKo2": {"description": "소포 조회 후 삭제합니다."},
    "parcelKo3": {"description": "소포 배송 승인"},
    "parcelKo4": {"description": "회원의 소포를 모두 폐기합니다", "metadata": labelled("search")},
    "parcelKo5": {"description": "소포 요금 결제 처리", "metadata": labelled("read", method="get")},
    "parcelKo6": {"metadata": {"openapi": {"summary": "소포 강제 말소"}}},
}

#: Names that say it by themselves.
DANGEROUS_NAMES: tuple[str, ...] = tuple(
    (
        "deactivateUser user_deactivate revokeToken resetPassword killSession dropTable executeQuery runSql "
        "transferFunds payInvoice submitForm publishPost mergeBranches commitChanges uploadFile writeFile "
        "moveFile renameFile copyFile installPackage restartServer rebootHost scaleDeployment grantRole "
        "banUser muteUser blockUser markAsRead toggleFeature enableFlag disableFlag assignTicket closeTicket "
        "reopenTicket escalateTicket addComment voteUp subscribe unsubscribe followUser likePost shareDoc "
        "inviteMember kickMember startJob stopJob pauseJob triggerBuild deployService bookFlight orderPizza "
        "reserveTable placeOrder checkout charge_card withdraw depositMoney sendEmail notifyAll replyThread "
        "emailUser callCustomer messageUser printLabel saveDraft updateProfile upsertRecord patchUser "
        "replaceConfig changePlan modifyOrder editPost setPrice adjustStock increaseQuota importData "
        "syncCatalog migrateDb applyCoupon redeemVoucher confirmBooking acceptInvite declineInvite rejectLoan "
        "approveLoan signContract unlockDoor openDoor turnOffLight switchOnHeater clearCache emptyTrash "
        "voidInvoice expirePoints archiveChat hidePost pinPost registerDevice enrollStudent generateToken "
        "issueRefund issueCard mintNft burnToken rotateKeys postMessage makePayment doRefund process_refund "
        "handleDelete user-remove removeall deleteall order.create accounts.close close_account "
        "terminateLease evictTenant detachVolume attachVolume unmountDisk formatDisk mountDisk shutdown_host "
        "power_off poweroff linkAccount unlinkAccount tagResource bookmarkPage rateMovie commentOn "
        "scheduleMeeting fileClaim storeSecret putObject pushImage pullRequest forkRepo cloneRepo cancelation "
        "orderCancel orderCancelAll cancel_order_v2 v1_delete_user adminPurge spamUsers setDefault "
        "unsetDefault reassign_owner changeOwner swapSeats joinRoom leaveRoom promoteUser demoteUser "
        "hireCandidate fireEmployee suspend freeze_funds thawFunds 주문삭제 회원탈퇴 회원_강제탈퇴 결제취소 환불처리 비밀번호초기화 쿠폰발급 "
        "포인트차감 계정정지 계좌이체 문서업로드 게시글등록 상품수정 배송지변경 주문확정 권한부여 사용자차단 예약하기 구독해지 알림발송 이메일전송 서버재시작 데이터초기화 파일이동 "
    ).split()
)

#: Sentences that say it by themselves.
DANGEROUS_SENTENCES: tuple[str, ...] = (
    "Cancels an order",
    "Refund the customer",
    "Used to delete records",
    "Allows you to remove a user",
    "Enables the user to cancel",
    "Updates or creates the record",
    "Permanently deletes all data",
    "Gets the record, then deletes it.",
    "Removes",
    "delete",
    "Marks the order as shipped",
    "Transfers money between accounts",
    "Withdraws funds",
    "Books a room",
    "Orders a pizza",
    "Sets the price",
    "Resets the password",
    "Turns off the light",
    "Approves the pending request",
    "Lock the account",
    "Charges the card",
    "Submits the form",
    "Writes data to disk",
    "Triggers a deployment",
    "A tool that deletes users",
    "Tool for deleting users",
    "An endpoint to cancel bookings",
    "Use this to purge the cache",
    "Soft-deletes the row",
    "Drops the table",
    "Kills the process",
    "Order removal",
    "DANGER: wipes everything",
    "This operation removes the tenant",
    "It cancels the subscription immediately",
    "Sends an SMS",
    "Returns after deleting the item",
    "Looks up and removes duplicates",
    "Closes the ticket",
    "Disable user",
    "Signs the user out",
    "Unsubscribe from newsletter",
    "Issues a refund",
    "Reads and clears the queue",
    "Fetches the next message and acknowledges it",
    "주문을 삭제합니다",
    "주문 취소 API",
    "회원을 탈퇴시킨다",
    "결제를 승인한다",
    "비밀번호를 초기화",
    "재고를 차감한다",
    "상품을 조회하고 삭제한다",
    "사용자 계정을 정지시킵니다",
    "쿠폰을 발급한다",
    "메일을 발송합니다",
    "데이터를 지웁니다",
    "파일을 지운다",
    "게시글을 등록하는 API",
    "주문 내역을 비웁니다",
    "예약을 변경해 줍니다",
    "권한을 회수하는 기능",
)

#: Tools that only read, though a word of theirs may sound like a change.
HARMLESS: dict[str, Tool] = {
    "getParcel": {"metadata": {"method": "get"}},
    "searchParcels": {"metadata": {"method": "post"}},
    "listParcels": {"annotations": {"readOnlyHint": True}},
    "getParcelUpdates": {},
    "getCancelledParcels": {},
    "getCancelReasons": {"metadata": {"method": "get"}},
    "listDeletedParcels": {"description": "Lists deleted parcels."},
    "parcel_status": {},
    "parcelHistory": {"description": "Returns the parcel's history."},
    "order_status": {"description": "Get the status of an order."},
    "validateParcel": {"description": "Checks that a parcel can be sent. Does not modify anything."},
    "countParcels": {"description": "Count parcels that were cancelled, returned or removed."},
    "lookupParcel": {"description": "Performs a search over parcels and returns the matches."},
    "소포조회": {},
    "소포취소내역조회": {},
    "parcelReader": {"description": "취소된 소포 목록을 조회한다"},
    "parcelGuide": {"description": "소포 삭제 방법 안내"},
    "parcelView": {"description": "소포 구매 가능 여부를 확인합니다"},
    "GET_parcels": {"metadata": {"method": "get", "path": "/parcels"}},
    "trackParcel": {"description": "Track a parcel without changing it."},
}

#: Requests that ask for no change, whatever words they hold.
READING_REQUESTS: tuple[str, ...] = (
    "find the parcel and show where it is",
    "list my deleted parcels",
    "show cancelled parcels of Kim",
    "do not delete anything, just find the parcel",
    "how do I cancel a parcel?",
    "why was my parcel returned?",
    "find out whether the parcel was removed",
    "what happens when I delete a parcel?",
    "explain how to purge parcels",
    "find the parcel without cancelling it",
    "소포를 찾아서 위치를 알려줘",
    "취소된 소포 목록 조회",
    "소포를 삭제하지 말고 조회만 해줘",
    "소포 취소 방법 알려줘",
    "삭제된 소포 검색해줘",
    "소포 취소 내역 조회해줘",
    "소포가 왜 취소됐는지 알려줘",
    "please don't cancel my order",
    "never delete it, show it",
    "is my order cancelled",
    "was the payment refunded?",
    "can I cancel my order?",
    "should I delete this?",
    "show me the delete button",
    "what is the cancel policy",
    "get cancel reasons",
    "look up the order before cancelling",
    "I canceled my order yesterday, where is the refund?",
    "I deleted a file by accident, find it",
    "show orders created today",
    "list users updated last week",
    "recently added movies",
    "which items were removed",
    "check if I can delete it",
    "read the update notes",
    'search for "delete all"',
    "find messages saying 'cancel my order'",
    "tell me about creating an account",
    "view the send history",
    "주문 취소 가능해?",
    "취소하면 어떻게 돼?",
    "삭제된 파일 찾아줘",
    "최근 등록된 상품 보여줘",
    "변경 이력 조회",
    "삭제하지 마",
    "취소 말고 조회해줘",
    "왜 삭제했어?",
    "환불 정책 알려줘",
    "결제 내역 보여줘",
    "예약 취소 수수료 알려줘",
    "탈퇴한 회원 목록",
    "승인 대기 목록 조회",
    "삭제 여부 확인해줘",
    "등록 방법이 뭐야?",
)

#: Requests that ask for a change, and which.
WRITING_REQUESTS: dict[str, str] = {
    "find the parcel and delete it": "delete",
    "please cancel my parcel": "delete",
    "소포 찾아서 취소해줘": "delete",
    "create a parcel for Kim": "write",
    "소포 등록해줘": "write",
}
