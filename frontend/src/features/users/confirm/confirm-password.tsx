import { useEffect, useState } from "react";
import { askForConfirmationBy } from "@/api/confirmation";
import { ConfirmDialog } from "@/features/users/confirm/confirm-dialog";

/** Asks for the password whenever a request needs confirmation (contract 2.confirm). */
export function ConfirmPassword() {
  const [settle, setSettle] = useState<((isConfirmed: boolean) => void) | null>(null);
  useEffect(
    () => askForConfirmationBy(() => new Promise<boolean>((resolve) => setSettle(() => resolve))),
    [],
  );
  if (!settle) return null;
  return (
    <ConfirmDialog
      onClose={(isConfirmed) => {
        setSettle(null);
        settle(isConfirmed);
      }}
    />
  );
}
