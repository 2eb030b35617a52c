import { CloudOff } from "lucide-react";
import { Button } from "@/components/ui/button";
import { SIGN_IN, signInToSend } from "@/features/checkin/outbox/copy";
import { useOutbox } from "@/features/checkin/outbox/use-outbox";

/** contract 2.scan: the server does not take what this device has not sent, until a user signs in. */
export function SignInNote({ onSignIn }: { onSignIn: (() => void) | null }) {
  const refusedFor = useOutbox((outbox) => outbox.refusedFor);
  return (
    <div role="status" className="empty:absolute">
      {refusedFor === 0 || !onSignIn ? null : (
        <div className="flex flex-wrap items-center gap-3 rounded-md bg-neutral-soft p-4 text-on-neutral-soft">
          <CloudOff aria-hidden="true" className="size-6 shrink-0" />
          <p className="min-w-0 flex-1 font-medium">{signInToSend(refusedFor)}</p>
          <Button variant="secondary" onClick={onSignIn}>
            {SIGN_IN}
          </Button>
        </div>
      )}
    </div>
  );
}
