import { useQueryClient } from "@tanstack/react-query";
import { CloudOff } from "lucide-react";
import { useLivePaused } from "@/api/live/live-state";
import { Button } from "@/components/ui/button";

/**
 * contract 7: says that what stands here no longer follows by itself, where that has lasted. `refresh` offers to read
 * it again, where the screen has no such button of its own.
 */
export function LivePaused({ refresh = false }: { refresh?: boolean }) {
  const isPaused = useLivePaused();
  const queryClient = useQueryClient();
  const readAgain = () =>
    void queryClient.refetchQueries({ type: "active", predicate: ({ meta }) => Boolean(meta?.isAffectedBy) });
  return (
    // Always mounted: screen readers announce a change, not a new element.
    <div role="status" className="empty:absolute">
      {isPaused ? (
        <p className="flex min-h-11 items-center gap-2 text-sm text-text-muted">
          <CloudOff aria-hidden="true" className="size-4 shrink-0" />
          Live updates paused
          {refresh ? (
            <Button variant="ghost" size="tight" onClick={readAgain}>
              Refresh
            </Button>
          ) : null}
        </p>
      ) : null}
    </div>
  );
}
