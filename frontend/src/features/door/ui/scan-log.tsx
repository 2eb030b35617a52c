import { PartBoundary } from "@/components/ui/part-boundary";
import type { Door } from "@/features/door/core/door-state";
import type { GuestToCheck } from "@/features/door/core/guests-to-check";
import type { useDoor } from "@/features/door/scan/use-door";
import { CheckAgainCards } from "@/features/door/ui/check-again-cards";
import { RecentScansList } from "@/features/door/ui/recent-scans-list";

interface ScanLogProps {
  guestsToCheck: readonly GuestToCheck[];
  door: Pick<Door, "recent" | "party">;
  isSignedIn: boolean;
  act: Pick<ReturnType<typeof useDoor>, "dismissAgain" | "undo">;
  onOpen: (what: { guest: string }) => void;
}

/** What was scanned, and above it what the server said otherwise since. */
export function ScanLog({ guestsToCheck, door, isSignedIn, act, onOpen }: ScanLogProps) {
  return (
    <>
      <PartBoundary>
        <CheckAgainCards guests={guestsToCheck} onDismiss={act.dismissAgain} />
      </PartBoundary>
      <PartBoundary>
        <RecentScansList
          scans={door.recent}
          party={door.party}
          isSignedIn={isSignedIn}
          onUndo={act.undo}
          onOpen={onOpen}
        />
      </PartBoundary>
    </>
  );
}
