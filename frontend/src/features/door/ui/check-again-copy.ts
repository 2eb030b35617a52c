import { alreadyInSince, CHECK_AGAIN, ticketOf } from "@/features/door/copy";
import type { CheckAgain } from "@/features/door/core/contradiction";
import type { GuestToCheck } from "@/features/door/core/guests-to-check";
import type { Shown } from "@/features/door/core/visible-verdict";
import { momentOf } from "@/features/door/ui/guest-moment";

/** What is true of a guest of whom the door said something else (contract 4.offline.7). */
export function checkAgainText(again: CheckAgain): string {
  switch (again.kind) {
    case "already_in":
      return alreadyInSince(again.attendedAt && momentOf(again.attendedAt), again.checkedInBy);
    case "cancelled":
      return CHECK_AGAIN.cancelled;
    case "not_known":
      return CHECK_AGAIN.notKnown;
    case "other_event":
      return ticketOf(again.name);
    case "let_in":
      return CHECK_AGAIN.letIn;
    case "failed":
      return again.detail ?? CHECK_AGAIN.failed;
  }
}

/** What the server said otherwise about the guest whose verdict is on the screen; null where it did not. */
export function againOf(guests: readonly GuestToCheck[], shown: Shown | null): string | null {
  const guest = guests.find(({ key }) => key === shown?.scan?.idempotencyKey);
  return guest ? checkAgainText(guest.again) : null;
}
