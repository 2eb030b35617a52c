import { useDoorState } from "@/app/list-wiping";
import { OutboxSender } from "@/features/door/outbox/outbox-sender";
import { KeepSettings } from "@/features/settings/keep-settings";
import { ConfirmPassword } from "@/features/users/confirm/confirm-password";
import { isSignedOut, useSessionRecord } from "@/features/users/sign-in/session";

/** Sends the door's unsynced check-ins on every page. */
function OutboxSending() {
  const { user, authenticated } = useSessionRecord();
  const { isDoorOpen, isStaying } = useDoorState();
  const userId = authenticated ? (user?.id ?? null) : null;
  // A server restored from a backup may lack records that it had accepted: an expired session keeps them.
  const keepsAnswered = isDoorOpen || isStaying || !isSignedOut();
  return <OutboxSender userId={userId} keepsAnswered={keepsAnswered} />;
}

/** Parts of every page that it does not need to open. */
export function AfterLoad() {
  return (
    <>
      <OutboxSending />
      <KeepSettings />
      {/* Asks for the password before a critical action (contract 2.confirm). */}
      <ConfirmPassword />
    </>
  );
}
