import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { isSessionExpired } from "@/api/api-error";
import { useLiveOpen } from "@/api/live/live-state";
import { askForGrant, endOfGrant } from "@/features/door/access/api";
import {
  keepGrant,
  type LiveGrant,
  liveGrant,
  loseGrant,
  onGrantDoubt,
  useDoorName,
  useDoorTimeOver,
  useEndedGrant,
  useLiveGrant,
} from "@/features/door/access/current-grant";
import { PASS_OVER, removedBy } from "@/features/door/copy";
import { GRANT_CONTACT_MS } from "@/features/door/core/rules";
import { doorListKey } from "@/features/door/guest-list/api";
import { lastSequence, toldUnsent, unsentOf, waitingSince } from "@/features/door/outbox/record-cache";
import { countUnsent } from "@/features/door/outbox/use-outbox";
import { useDebouncedValue } from "@/features/door/ui/use-debounced-value";
import { formatTimeOfDay } from "@/lib/event-date";

/** `date` is null where the event is known by its number alone. */
type NamedEvent = { id: number; name: string; date: string | null };

interface DoorToGrant {
  event: NamedEvent | null;
  /** Whose grant it is, or will be. */
  userId: number;
  isSignedIn: boolean;
  /** The server takes neither the session nor the grant. */
  onRefused: () => void;
}

/** What the stage says of a device that was removed; null where it was not. */
export function removalOf(
  { ended, isAsking, useAgain }: Pick<ReturnType<typeof useDoorGrant>, "ended" | "isAsking" | "useAgain">,
  isSignedIn: boolean,
  isHelper: boolean,
) {
  if (!ended) return null;
  const says = removedBy(ended.by, ended.at && formatTimeOfDay(ended.at));
  if (isHelper) return { says: `${says} ${PASS_OVER}`, isAsking, onUseAgain: null };
  return { says, isAsking, onUseAgain: isSignedIn ? useAgain : null };
}

/** How the record calls the event: where nobody knows yet, as it did before. */
function nameOf({ id, name, date }: NamedEvent): Pick<LiveGrant, "eventName" | "eventDate"> {
  if (date !== null) return { eventName: name, eventDate: date };
  const before = liveGrant();
  const isSame = before?.eventId === id;
  return { eventName: isSame ? before.eventName : null, eventDate: isSame ? before.eventDate : null };
}

const LOCK = "doorlist.door.grant";
let lastAsk: Promise<unknown> = Promise.resolve();

/** One question at a time, of all tabs: two at once would each be given a grant. */
async function inTurn(work: () => Promise<void>): Promise<void> {
  if (navigator.locks) {
    await navigator.locks.request(LOCK, work);
    return;
  }
  const turn = lastAsk.then(work);
  lastAsk = turn.catch(() => {}); // told to its own caller
  await turn;
}

/**
 * Keeps this device's grant for the event of its door (contract 4.doors): asks for it, tells of the name and of what
 * waits, and finds out when it was ended.
 */
export function useDoorGrant(door: DoorToGrant) {
  const queryClient = useQueryClient();
  const device = useDebouncedValue(useDoorName().trim());
  const grant = useLiveGrant();
  const endedGrant = useEndedGrant();
  const isHeard = useLiveOpen();
  const [isAsking, setIsAsking] = useState(false);
  const latest = useRef({ ...door, device });
  useEffect(() => {
    latest.current = { ...door, device };
  });
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  const ask = useCallback(
    (again = false) =>
      inTurn(async () => {
        const { event, userId, device: name, onRefused } = latest.current;
        if (!event || isGone.current) return;
        // What was announced keeps its time: the device has to know it before it is heard of again.
        const { count: unsent } = await countUnsent();
        // The door may be given to another event, or signed out, meanwhile.
        const isLate = () => isGone.current || latest.current.event?.id !== event.id;
        try {
          const since = waitingSince(event.id);
          const told = await askForGrant({
            eventId: event.id,
            device: name,
            waiting: unsent,
            ...toldUnsent(unsentOf(event.id, userId)),
            lastSequence: lastSequence(),
            again,
            ...(since === null ? {} : { madeAt: new Date(since).toISOString() }),
          });
          if (isLate()) return;
          keepGrant({
            id: told.id,
            userId: told.user.id,
            fullName: told.user.fullName,
            eventId: event.id,
            ...nameOf(event),
            device: name || null,
            makesUntil: told.endsAt,
            serverMakesUntil: Date.parse(told.makesUntil),
          });
        } catch (error) {
          if (isLate()) return;
          const ended = endOfGrant(error, event.id);
          if (ended) {
            loseGrant(ended);
            // The door wipes the list from its disk; this is the copy in memory.
            queryClient.removeQueries({ queryKey: doorListKey(event.id) });
          } else if (isSessionExpired(error)) {
            loseGrant(null);
            onRefused();
          }
        }
      }),
    [queryClient],
  );

  const eventId = door.event?.id ?? null;
  const isLive = grant !== null && grant.eventId === eventId;
  const { name, date } = door.event ?? { name: null, date: null };
  useEffect(() => {
    const known = liveGrant();
    if (!isLive || !known || date === null) return;
    if (known.eventName !== name || known.eventDate !== date) {
      keepGrant({ ...known, eventName: name, eventDate: date });
    }
  }, [isLive, name, date]);

  const ended = endedGrant?.eventId === eventId ? endedGrant : null;
  const canAsk = eventId !== null && ended === null && (door.isSignedIn || isLive);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these is news for the server
  useEffect(() => {
    if (canAsk && isHeard !== false) void ask();
  }, [canAsk, ask, eventId, device, door.isSignedIn, isHeard === false]);

  useEffect(() => {
    if (!canAsk) return;
    const tell = () => void ask();
    // Out of view it is at no door.
    const timer = setInterval(() => document.hidden || tell(), GRANT_CONTACT_MS);
    const leave = onGrantDoubt(tell);
    window.addEventListener("online", tell);
    return () => {
      clearInterval(timer);
      leave();
      window.removeEventListener("online", tell);
    };
  }, [canAsk, ask]);

  return {
    /** The door goes on without a session. */
    isLive,
    /** Without a session it makes no check-ins any longer; what it made is still delivered. */
    isOver: useDoorTimeOver(),
    /** Who ended the grant of this door, and when; the door then stands still. */
    ended,
    isAsking,
    useAgain: () => {
      setIsAsking(true);
      void ask(true).finally(() => setIsAsking(false));
    },
  };
}
