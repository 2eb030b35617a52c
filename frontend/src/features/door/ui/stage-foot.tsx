import { TriangleAlert } from "lucide-react";
import type { Event } from "@/api/types";
import { Button } from "@/components/ui/button";
import { PartBoundary } from "@/components/ui/part-boundary";
import { useDoorContact } from "@/features/door/access/use-door-contact";
import { ALL_EVENTS } from "@/features/door/copy";
import { isWanted } from "@/features/door/core/camera-state";
import type { Door } from "@/features/door/core/door-state";
import type { Ticket } from "@/features/door/core/scan";
import { isTold } from "@/features/door/core/sightings";
import type { DoorBell } from "@/features/door/scan/door-bell";
import { ArrivedCount } from "@/features/door/ui/arrived-count";
import { CHECK_AGAIN_ID, checkAgainCount } from "@/features/door/ui/copy";
import { LastResult } from "@/features/door/ui/last-result";
import { PartyOffer } from "@/features/door/ui/party/party-offer";
import { SCAN_FOR, tonightIs, UNREAD_CODE } from "@/features/door/ui/stage-copy";
import { useTonight } from "@/hooks/use-tonight";
import { classes } from "@/lib/classes";

interface StageFootProps {
  door: Door;
  /** The event of the door; null for all events. */
  event: Pick<Event, "id" | "name"> | null;
  events: readonly Pick<Event, "id" | "name" | "date">[];
  /** Null where this door may not choose. */
  onChoose: ((eventId: number) => void) | null;
  onOpen: (what: { guest: string }) => void;
  /** Lets in one of the party of an earlier scan, by its key. */
  onPick: (ticket: Ticket, partyOf: string) => void;
  party: { open: boolean; onOpenChange: (open: boolean) => void };
  /** How many guests the server said otherwise of. */
  checkAgain: number;
  bell: DoorBell;
}

/** What stays in view while scanning: the event, how many are in, and the last result (contract 2.scan.41..43). */
export const StageFoot = (props: StageFootProps) => (
  <PartBoundary>
    <Foot {...props} />
  </PartBoundary>
);

function Foot({ door, event, events, onChoose, onOpen, onPick, party, checkAgain, bell }: StageFootProps) {
  const { camera, phase, shown } = door;
  const isScanning = isWanted(camera) && phase.kind !== "deciding" && shown === null;
  const hasTorch = camera.kind === "on" && camera.torch !== "none";
  useDoorContact(event?.id ?? null);
  const tonight = useTonight();
  const ofTonight = events.filter(({ date }) => date === tonight);
  const [offered] = event === null && onChoose && ofTonight.length === 1 ? ofTonight : [];
  return (
    <div className="relative shrink-0 text-on-brand">
      <div
        className={classes(
          "absolute bottom-full left-0 flex w-full flex-col items-start gap-2 px-4 pb-3",
          hasTorch && "pr-20",
        )}
      >
        <UnreadHint isShown={isScanning && isTold(door.unreadCode)} />
        {isScanning ? (
          <>
            <CheckAgainButton count={checkAgain} />
            <LastResult door={door} onOpen={onOpen} />
          </>
        ) : null}
      </div>
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-1.5 text-sm">
        <p
          className={classes("truncate font-medium", offered ? "max-w-full" : "min-w-0 flex-1 basis-44")}
          dir="auto"
        >
          {offered ? tonightIs(offered.name) : (event?.name ?? ALL_EVENTS)}
        </p>
        {offered ? (
          <Button variant="bare" className="mb-1.5 max-sm:grow" onClick={() => onChoose?.(offered.id)}>
            {SCAN_FOR}
          </Button>
        ) : null}
        <PartyOffer door={door} isSignedIn={onChoose !== null} onPick={onPick} {...party} />
        {event ? <ArrivedCount key={event.id} eventId={event.id} bell={bell} /> : null}
      </div>
    </div>
  );
}

/** What helps with a code that glare or a crack hides. The line stands empty before, so that it is read out when it comes. */
function UnreadHint({ isShown }: { isShown: boolean }) {
  return (
    <p role="status" className="w-full">
      {isShown ? (
        <span className="block animate-fade rounded-md border bg-surface px-3 py-2 text-center font-medium text-text">
          {UNREAD_CODE}
        </span>
      ) : null}
    </p>
  );
}

/** On a phone the camera has the whole screen: the way to the cards, while no verdict shows. */
function CheckAgainButton({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Button
      variant="bare"
      className="border-warning bg-warning-soft text-on-warning-soft"
      onClick={() => document.getElementById(CHECK_AGAIN_ID)?.scrollIntoView({ block: "start" })}
    >
      <TriangleAlert aria-hidden="true" />
      {checkAgainCount(count)}
    </Button>
  );
}
