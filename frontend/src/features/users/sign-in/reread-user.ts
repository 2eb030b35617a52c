import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { readSignedInUser, userKeys } from "@/features/users/api";
import { sessionRecord, updateSessionUser } from "@/features/users/sign-in/session";

/**
 * While a sign-in step is due, reloads the user on returning to the page: the step may be done elsewhere, or no longer
 * be required (contract 4.session.460).
 */
export function useRereadUser(isWaiting: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isWaiting) return;
    let isOver = false;
    // Saving shows its own result.
    const isSaving = () =>
      queryClient
        .getMutationCache()
        .findAll({ mutationKey: userKeys.save() })
        .some(({ state }) => state.status === "pending" || state.status === "success");

    async function reread() {
      if (document.visibilityState !== "visible" || isSaving()) return;
      const queryKey = [...userKeys.all, "signed in"];
      const current = await queryClient.fetchQuery({ queryKey, queryFn: readSignedInUser, gcTime: 0 });
      if (!isOver && !isSaving() && sessionRecord().user?.id === current.id) updateSessionUser(current);
    }
    // The query client handles a failure; the step stays.
    const look = () => void reread().catch(() => {});
    document.addEventListener("visibilitychange", look);
    globalThis.addEventListener("focus", look);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", look);
      globalThis.removeEventListener("focus", look);
    };
  }, [isWaiting, queryClient]);
}
