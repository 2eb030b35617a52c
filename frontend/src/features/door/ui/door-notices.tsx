import { CloudOff } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { SCANNER_COPY } from "@/features/door/copy";
import { SIGN_IN, signInToSend } from "@/features/door/outbox/copy";
import { useOutbox } from "@/features/door/outbox/use-outbox";
import { pendingScans } from "@/features/door/ui/copy";

type DoorNotesProps = ComponentProps<typeof SignInNote> & ComponentProps<typeof PendingScansNote>;

/** What waits at this door for a person. Mostly there is nothing. */
export function DoorNotes({ onSignIn, ...pending }: DoorNotesProps) {
  return (
    <>
      <SignInNote onSignIn={onSignIn} />
      <PendingScansNote {...pending} />
    </>
  );
}

function DoorNote({ text, children }: { text: string | null; children: ReactNode }) {
  return (
    // Always mounted: screen readers announce a change, not a new element.
    <div role="status" className="empty:absolute">
      {text === null ? null : (
        <div className="flex flex-wrap items-center gap-3 rounded-md bg-neutral-soft p-4 text-on-neutral-soft">
          <CloudOff aria-hidden="true" className="size-6 shrink-0" />
          <p className="min-w-0 flex-1 font-medium">{text}</p>
          {children}
        </div>
      )}
    </div>
  );
}

interface PendingScansNoteProps {
  count: number;
  trying: boolean;
  onTryAgain: () => void;
}

/** Scans that nobody has answered stay in sight until they are: those guests are not checked in yet. */
export function PendingScansNote({ count, trying, onTryAgain }: PendingScansNoteProps) {
  return (
    <DoorNote text={count === 0 ? null : pendingScans(count)}>
      <Button variant="secondary" onClick={onTryAgain} pending={trying} pendingText={SCANNER_COPY.trying}>
        {SCANNER_COPY.tryAgain}
      </Button>
    </DoorNote>
  );
}

/** contract 2.scan: the server does not take what this device has not sent, until a user signs in. */
export function SignInNote({ onSignIn }: { onSignIn: (() => void) | null }) {
  const refusedFor = useOutbox((outbox) => outbox.refusedFor);
  return (
    <DoorNote text={refusedFor === 0 || !onSignIn ? null : signInToSend(refusedFor)}>
      <Button variant="secondary" onClick={() => onSignIn?.()}>
        {SIGN_IN}
      </Button>
    </DoorNote>
  );
}
