import { useQueryClient } from "@tanstack/react-query";
import { CloudOff } from "lucide-react";
import { useLivePaused } from "@/api/live/live-state";
import { Button } from "@/components/ui/button";

/** Says that live updates have been paused for a while, and offers to reload the data (contract 7). */
export function LivePaused() {
  const isPaused = useLivePaused();
  const queryClient = useQueryClient();
  const readAgain = () =>
    void queryClient.refetchQueries({ type: "active", predicate: ({ meta }) => Boolean(meta?.isAffectedBy) });
  return (
    // Always mounted: screen readers announce a change, not a new element.
    <div role="status" className="empty:absolute">
      {isPaused ? (
        <p className="flex min-h-11 items-center gap-2 text-sm text-text-muted">
          <CloudOff className="size-4 shrink-0" />
          Live updates paused
          <Button variant="ghost" size="tight" onClick={readAgain}>
            Refresh
          </Button>
        </p>
      ) : null}
    </div>
  );
}
