import type { ComponentProps } from "react";
import { SignInNote } from "@/features/checkin/outbox/sign-in-note";
import { PendingScansNote } from "@/features/checkin/screen/pending-scans-note";

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
