import { type ReactNode, useState } from "react";
import { lazyPart } from "@/components/ui/lazy-part";
import { unsentCheckIns } from "@/hooks/unsent-check-ins";

const UnsentDialog = lazyPart(
  async () => (await import("@/features/users/sign-in/unsent-dialog")).UnsentDialog,
);

/**
 * Asks before a sign-out that leaves check-ins on this device (contract 4.logout.10). Gives what a Logout button calls, and the
 * question, to be shown beside it.
 */
export function useSignOut(signOut: () => void): { ask: () => void; question: ReactNode } {
  const [unsent, setUnsent] = useState(0);
  const ask = async () => {
    const count = await unsentCheckIns();
    if (count > 0) setUnsent(count);
    else signOut();
  };
  const question =
    unsent > 0 ? (
      <UnsentDialog
        count={unsent}
        onStay={() => setUnsent(0)}
        onSignOut={() => {
          setUnsent(0);
          signOut();
        }}
      />
    ) : null;
  return { ask: () => void ask(), question };
}
