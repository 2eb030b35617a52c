import { useEffect, useEffectEvent } from "react";
import { useLiveOpen } from "@/api/live/live-state";
import { toast } from "@/components/ui/toast-store";
import { useLeaverSending } from "@/features/door/figures/leavers";
import { keepAnswered } from "@/features/door/outbox/answered";
import { checkInsSent, needALook, OPEN_CONFLICTS } from "@/features/door/outbox/copy";
import { startSender } from "@/features/door/outbox/sender";
import { sendNow } from "@/features/door/outbox/sender-status";
import type { SentSummary } from "@/features/door/outbox/tab-channel";
import { countUnsaved } from "@/features/door/outbox/use-outbox";

/** One toast for all that was sent (contract 8.toast). */
function showSentToast({ count, undos = 0, again }: SentSummary, isSignedIn: boolean): void {
  const look = again > 0 ? needALook(again) : undefined;
  const link = look && isSignedIn ? { text: OPEN_CONFLICTS, to: "/conflicts" } : undefined;
  if (count + undos > 0) toast({ title: checkInsSent(count, undos), description: look, link });
  else if (look) toast({ title: look, link });
}

/** Records in memory only are lost with the page (contract 4.outbox.23). */
function askBeforeLeaving(leaving: BeforeUnloadEvent): void {
  if (countUnsaved() > 0) leaving.preventDefault();
}

/** Uploads the outbox, whatever page is open (contract 4.outbox). */
export function OutboxSender({
  userId,
  keepsAnswered = true,
}: {
  userId: number | null;
  keepsAnswered?: boolean;
}) {
  const isLiveOpen = useLiveOpen();
  const tell = useEffectEvent((sent: SentSummary) => showSentToast(sent, userId !== null));
  useEffect(() => startSender((sent) => tell(sent)), []);
  useLeaverSending(isLiveOpen);
  useEffect(() => {
    if (isLiveOpen) sendNow();
  }, [isLiveOpen]);
  useEffect(() => {
    if (userId !== null) sendNow();
  }, [userId]);
  useEffect(() => {
    keepAnswered(keepsAnswered).catch(() => {}); // without storage nothing is kept
  }, [keepsAnswered]);
  useEffect(() => {
    window.addEventListener("beforeunload", askBeforeLeaving);
    return () => window.removeEventListener("beforeunload", askBeforeLeaving);
  }, []);
  return null;
}
