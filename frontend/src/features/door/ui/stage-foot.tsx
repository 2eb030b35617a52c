import { TriangleAlert } from "lucide-react";
import type { Event } from "@/api/types";
import { Button } from "@/components/ui/button";
import { PartBoundary } from "@/components/ui/part-boundary";
import { useDoorContact } from "@/features/door/access/use-door-contact";
import { isWanted } from "@/features/door/core/camera-state";
import type { Door } from "@/features/door/core/door-state";
import type { Ticket } from "@/features/door/core/scan";
import { isHintDue } from "@/features/door/core/sightings";
import { LeaverButtons } from "@/features/door/figures/leaver-buttons";
import { useLoadedList } from "@/features/door/guest-list/use-door-list";
import { useAutomaticEvent } from "@/features/door/scan/automatic-event";
import type { DoorBell } from "@/features/door/scan/door-bell";
import type { RecordOrigin } from "@/features/door/scan/scan-outbox";
import type { useDoorPlace } from "@/features/door/scan/use-door-event";
import { ArrivedCount, VerdictFrame } from "@/features/door/ui/arrived-count";
import {
  ALL_EVENTS,
  CHECK_AGAIN_ID,
  checkAgainCount,
  LIST_COPY,
  SCAN_FOR,
  tonightIs,
  UNREAD_CODE,
} from "@/features/door/ui/copy";
import { DirectionSwitch } from "@/features/door/ui/direction-switch";
import { LastResult } from "@/features/door/ui/last-result";
import { PartyOffer } from "@/features/door/ui/party/party-offer";
import { useTonight } from "@/hooks/use-tonight";
import { classes } from "@/lib/classes";

interface StageFootProps {
  door: Door;
  /** Null for all events. */
  event: (Pick<Event, "id" | "name"> & { date: string | null }) | null;
  events: readonly Pick<Event, "id" | "name" | "date">[];
  /** False while only the saved event is known. */
  areEventsRead: boolean;
  /** Null if this door must not change its event. */
  onChoose: ((eventId: number) => void) | null;
  onOpen: (what: { guest: string }) => void;
  /** Checks in a party member; `partyOf` is the key of the first scan. */
  onPick: (ticket: Ticket, partyOf: string) => void;
  place: ReturnType<typeof useDoorPlace>;
  by: RecordOrigin;
  party: { open: boolean; onOpenChange: (open: boolean) => void };
  checkAgain: number;
  bell: DoorBell;
}

/** The event, the number of arrivals and the last result stay in view while scanning (contract 2.scan.41..43). */
export const StageFoot = (props: StageFootProps) => (
  <PartBoundary>
    <Foot {...props} />
  </PartBoundary>
);

function Foot({
  door,
  event,
  events,
  areEventsRead,
  onChoose,
  onOpen,
  onPick,
  place: { direction, chooseDirection, listId, listName, checkInList },
  by,
  party,
  checkAgain,
  bell,
}: StageFootProps) {
  const { camera, phase, shown } = door;
  const isScanning = isWanted(camera) && phase.kind !== "deciding" && shown === null;
  const hasTorch = camera.kind === "on" && camera.torch !== "none";
  useDoorContact(event?.id ?? null);
  useAutomaticEvent({
    chosen: event,
    events: areEventsRead ? events : undefined,
    isUnused: phase.kind === "idle" && door.pending.length === 0,
    onChoose,
  });
  const tonight = useTonight();
  const ofTonight = events.filter(({ date }) => date === tonight);
  const [offered] = event === null && onChoose && ofTonight.length === 1 ? ofTonight : [];
  const place = event && checkInList !== undefined ? { eventId: event.id, checkInList } : null;
  return (
    <>
      {shown && place ? <VerdictFrame {...place} /> : null}
      <div
        className={classes("relative z-30 shrink-0 text-on-brand", direction === "out" && "bg-verdict-left")}
      >
        <div
          className={classes(
            "pointer-events-none absolute bottom-full left-0 flex w-full flex-col items-start gap-2 px-4 pb-3 *:pointer-events-auto",
            hasTorch && "pr-20",
          )}
        >
          <UnreadHint isShown={isScanning && isHintDue(door.unreadCode)} />
          {isScanning ? (
            <>
              <CheckAgainButton count={checkAgain} />
              <LastResult door={door} onOpen={onOpen} />
            </>
          ) : null}
        </div>
        <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2 text-sm max-sm:py-3">
          <p
            className={classes("truncate font-medium", offered ? "max-w-full" : "min-w-0 flex-1 basis-44")}
            dir="auto"
          >
            {offered
              ? tonightIs(offered.name)
              : [event?.name ?? ALL_EVENTS, listName === undefined ? LIST_COPY.deleted : listName]
                  .filter(Boolean)
                  .join(" · ")}
          </p>
          {offered ? (
            <Button variant="bare" className="mb-1.5 max-sm:grow" onClick={() => onChoose?.(offered.id)}>
              {SCAN_FOR}
            </Button>
          ) : null}
          {listId === null ? (
            <PartyOffer door={door} isSignedIn={onChoose !== null} onPick={onPick} {...party} />
          ) : null}
          {place ? <ArrivedCount key={`${place.eventId} ${listId}`} {...place} bell={bell} /> : null}
        </div>
        {event && direction ? (
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 pb-3 *:min-w-56 *:flex-1">
            <DirectionSwitch direction={direction} onChange={chooseDirection} />
            {direction === "out" && listId === null ? <Leavers eventId={event.id} by={by} /> : null}
          </div>
        ) : null}
      </div>
    </>
  );
}

function Leavers({ eventId, by: { userId, device } }: { eventId: number; by: RecordOrigin }) {
  const leavers = useLoadedList(eventId)?.event.leavers ?? 0;
  return <LeaverButtons eventId={eventId} leavers={leavers} by={{ userId, device }} />;
}

/** Helps with a code behind glare or cracks. Mounted while empty, so that it is announced. */
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

/** On a phone the cards are below the screen. */
function CheckAgainButton({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Button
      variant="bare"
      className="border-warning bg-warning-soft text-on-warning-soft"
      onClick={() => document.getElementById(CHECK_AGAIN_ID)?.scrollIntoView({ block: "start" })}
    >
      <TriangleAlert />
      {checkAgainCount(count)}
    </Button>
  );
}
