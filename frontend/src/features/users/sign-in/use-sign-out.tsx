import { type ReactNode, useState } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { type UnsyncedCheckIns, unsyncedCheckIns } from "@/hooks/unsynced-check-ins";

const UnsentDialog = lazyComponent(
  async () => (await import("@/features/users/sign-in/unsent-dialog")).UnsentDialog,
);

/**
 * Asks before a sign-out that leaves check-ins on this device (contract 4.logout.10). Returns the Logout button's
 * handler, and the question to render beside it. `signOut` receives true if the page must stay open because it holds
 * unsaved check-ins.
 */
export function useSignOut(signOut: (keepsPage: boolean) => void): { ask: () => void; question: ReactNode } {
  const [unsent, setUnsent] = useState<UnsyncedCheckIns | null>(null);
  const ask = async () => {
    const found = await unsyncedCheckIns();
    if (found.count > 0) setUnsent(found);
    else signOut(false);
  };
  const question = unsent ? (
    <UnsentDialog
      {...unsent}
      onStay={() => setUnsent(null)}
      onSignOut={() => {
        setUnsent(null);
        signOut(unsent.unsaved > 0);
      }}
    />
  ) : null;
  return { ask: () => void ask(), question };
}
