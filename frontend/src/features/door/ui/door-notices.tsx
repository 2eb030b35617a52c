import { CloudOff } from "lucide-react";
import { type ComponentProps, type ReactNode, useEffect } from "react";
import { useIsOffline } from "@/api/live/live-state";
import { Button } from "@/components/ui/button";
import { SCANNER_COPY } from "@/features/door/copy";
import { SIGN_IN, signInToSend } from "@/features/door/outbox/copy";
import { useOutbox } from "@/features/door/outbox/use-outbox";
import { pendingScans, TRYING } from "@/features/door/ui/copy";
import { isAppShellInstalled } from "@/lib/app-shell";

type DoorNoticesProps = ComponentProps<typeof SignInNotice> & ComponentProps<typeof PendingScansNotice>;

/** Notices that ask for an action at this door, and the question before it is left offline. */
export function DoorNotices({ onSignIn, ...pending }: DoorNoticesProps) {
  useLeaveGuard();
  return (
    <>
      <SignInNotice onSignIn={onSignIn} />
      <PendingScansNotice {...pending} />
    </>
  );
}

function DoorNotice({ text, children }: { text: string | null; children: ReactNode }) {
  return (
    // Always mounted: screen readers announce a change, not a new element.
    <div role="status" className="empty:absolute">
      {text === null ? null : (
        <div className="flex flex-wrap items-center gap-3 rounded-md bg-neutral-soft p-4 text-on-neutral-soft">
          <CloudOff className="size-6 shrink-0" />
          <p className="min-w-0 flex-1 font-medium">{text}</p>
          {children}
        </div>
      )}
    </div>
  );
}

interface PendingScansNoticeProps {
  count: number;
  trying: boolean;
  onTryAgain: () => void;
}

/** Unanswered scans stay in sight: their guests are not checked in yet. */
export function PendingScansNotice({ count, trying, onTryAgain }: PendingScansNoticeProps) {
  return (
    <DoorNotice text={count === 0 ? null : pendingScans(count)}>
      <Button variant="secondary" onClick={onTryAgain} pending={trying} pendingText={TRYING}>
        {SCANNER_COPY.tryAgain}
      </Button>
    </DoorNotice>
  );
}

/** Unsynced records that need a sign-in (contract 2.scan). */
export function SignInNotice({ onSignIn }: { onSignIn: (() => void) | null }) {
  const refusedFor = useOutbox((outbox) => outbox.refusedFor);
  return (
    <DoorNotice text={refusedFor === 0 || !onSignIn ? null : signInToSend(refusedFor)}>
      <Button variant="secondary" onClick={() => onSignIn?.()}>
        {SIGN_IN}
      </Button>
    </DoorNotice>
  );
}

/** Asks before leaving offline, if the page could not be opened again (contract 4). */
export function useLeaveGuard(): void {
  const isOffline = useIsOffline();
  useEffect(() => {
    if (!isOffline) return;
    let asks = true;
    void isAppShellInstalled().then((isKept) => {
      asks = !isKept;
    });
    const ask = (leaving: BeforeUnloadEvent) => {
      if (asks) leaving.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isOffline]);
}
