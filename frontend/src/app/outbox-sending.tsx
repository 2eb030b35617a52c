import { lazyPart, usePageStands } from "@/components/ui/lazy-part";
import { useSessionRecord } from "@/features/users/sign-in/session";

const OutboxSender = lazyPart(
  async () => (await import("@/features/checkin/outbox/outbox-sender")).OutboxSender,
);

/** What a door kept is sent whatever page is open, once that stands. */
export function OutboxSending() {
  const pageStands = usePageStands();
  const { user, authenticated } = useSessionRecord();
  return pageStands ? <OutboxSender userId={authenticated ? (user?.id ?? null) : null} /> : null;
}
