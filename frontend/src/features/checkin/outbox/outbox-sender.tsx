import { useEffect } from "react";
import { useLiveOpen } from "@/api/live/live-state";
import { toast } from "@/components/ui/toast-store";
import { checkInsSent, needALook } from "@/features/checkin/outbox/copy";
import { startSender } from "@/features/checkin/outbox/sender";
import { sendNow } from "@/features/checkin/outbox/sending";
import type { Sent } from "@/features/checkin/outbox/tabs";

/** contract 8.toast: one toast for all that an outage left. */
function tellSent({ count, again }: Sent): void {
  const look = again > 0 ? needALook(again) : undefined;
  if (count > 0) toast({ title: checkInsSent(count), description: look });
  else if (look) toast({ title: look });
}

/** Sends what this device has not sent, whatever page is open (contract 4.outbox). `userId`: who is signed in. */
export function OutboxSender({ userId }: { userId: number | null }) {
  const isLiveOpen = useLiveOpen();
  useEffect(() => startSender(tellSent), []);
  useEffect(() => {
    if (isLiveOpen) sendNow();
  }, [isLiveOpen]);
  useEffect(() => {
    if (userId !== null) sendNow();
  }, [userId]);
  return null;
}
