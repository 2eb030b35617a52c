import { useDoorState } from "@/app/list-wiping";
import { lazyPart, usePageStands } from "@/components/ui/lazy-part";
import { useSessionRecord } from "@/features/users/sign-in/session";
import { countUnsentWith } from "@/hooks/unsent-check-ins";

const OutboxSender = lazyPart(
  async () => (await import("@/features/checkin/outbox/outbox-sender")).OutboxSender,
);

countUnsentWith(async () => (await import("@/features/checkin/outbox/use-outbox")).countUnsent());

/** What a door kept is sent whatever page is open, once that stands. */
export function OutboxSending() {
  const pageStands = usePageStands();
  const { user, authenticated } = useSessionRecord();
  const { isDoorOpen, isStaying } = useDoorState();
  const userId = authenticated ? (user?.id ?? null) : null;
  return pageStands ? <OutboxSender userId={userId} keepsAnswered={isDoorOpen || isStaying} /> : null;
}
