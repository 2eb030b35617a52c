import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { isSessionExpired } from "@/api/api-error";
import { useLiveOpen } from "@/api/live/live-state";
import { askForGrant, endOfGrant } from "@/features/door/access/api";
import {
  currentGrant,
  type LiveGrant,
  markGrantEnded,
  onGrantCheckRequest,
  saveGrant,
  useCurrentGrant,
  useDoorName,
  useDoorTimeOver,
  useEndedGrant,
} from "@/features/door/access/current-grant";
import { PASS_OVER, removedBy } from "@/features/door/copy";
import { GRANT_CONTACT_INTERVAL_MS, SEARCH_DELAY_MS } from "@/features/door/core/rules";
import { doorListKey } from "@/features/door/guest-list/api";
import { lastSequence, unsentKeys, unsentOf, unsyncedSince } from "@/features/door/outbox/record-cache";
import { countUnsent } from "@/features/door/outbox/use-outbox";
import { useDebouncedValue } from "@/hooks/use-debounced-value";
import { useIsMounted } from "@/hooks/use-is-mounted";
import { useLatest } from "@/hooks/use-latest";
import { formatTimeOfDay } from "@/lib/event-date";

/** `date` is null if only the event's id is known. */
type NamedEvent = { id: number; name: string; date: string | null };

interface DoorToGrant {
  event: NamedEvent | null;
  /** The user of the grant, present or future. */
  userId: number;
  isSignedIn: boolean;
  /** The server refuses both session and grant. */
  onRefused: () => void;
}

/** The message of a removed device, or null. */
export function removalOf(
  { ended, isAsking, useAgain }: Pick<ReturnType<typeof useDoorGrant>, "ended" | "isAsking" | "useAgain">,
  isSignedIn: boolean,
  isHelper: boolean,
) {
  if (!ended) return null;
  const message = removedBy(ended.by, ended.at && formatTimeOfDay(ended.at));
  if (isHelper) return { message: `${message} ${PASS_OVER}`, isAsking, onUseAgain: null };
  return { message, isAsking, onUseAgain: isSignedIn ? useAgain : null };
}

/** Keeps the known name if the event is not loaded. */
function nameOf({ id, name, date }: NamedEvent): Pick<LiveGrant, "eventName" | "eventDate"> {
  if (date !== null) return { eventName: name, eventDate: date };
  const before = currentGrant();
  const isSame = before?.eventId === id;
  return { eventName: isSame ? before.eventName : null, eventDate: isSame ? before.eventDate : null };
}

const LOCK = "doorlist.door.grant";
let lastAsk: Promise<unknown> = Promise.resolve();

/** One request at a time across tabs: two at once would get two grants. */
async function inTurn(work: () => Promise<void>): Promise<void> {
  if (navigator.locks) {
    await navigator.locks.request(LOCK, work);
    return;
  }
  const turn = lastAsk.then(work);
  lastAsk = turn.catch(() => {}); // its caller handles the error
  await turn;
}

/**
 * Keeps this device's grant for the door's event (contract 4.doors): requests it, reports name and unsynced records,
 * and detects its end.
 */
export function useDoorGrant(door: DoorToGrant) {
  const queryClient = useQueryClient();
  const device = useDebouncedValue(useDoorName().trim(), SEARCH_DELAY_MS);
  const grant = useCurrentGrant();
  const endedGrant = useEndedGrant();
  const isHeard = useLiveOpen();
  const [isAsking, setIsAsking] = useState(false);
  const latest = useLatest({ ...door, device });
  const isMounted = useIsMounted();

  const ask = useCallback(
    (again = false) =>
      inTurn(async () => {
        const { event, userId, device: name, onRefused } = latest.current;
        if (!event || !isMounted()) return;
        // Before the request: reported records must be known to this device.
        const { count: unsent } = await countUnsent();
        // The door may change its event or be signed out meanwhile.
        const isLate = () => !isMounted() || latest.current.event?.id !== event.id;
        try {
          const since = unsyncedSince(event.id);
          const told = await askForGrant({
            eventId: event.id,
            device: name,
            waiting: unsent,
            ...unsentKeys(unsentOf(event.id, userId)),
            lastSequence: lastSequence(),
            again,
            ...(since === null ? {} : { madeAt: new Date(since).toISOString() }),
          });
          if (isLate()) return;
          saveGrant({
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
            markGrantEnded(ended);
            // The copy in memory; `ListWiping` deletes the saved one.
            queryClient.removeQueries({ queryKey: doorListKey(event.id) });
          } else if (isSessionExpired(error)) {
            markGrantEnded(null);
            onRefused();
          }
        }
      }),
    [queryClient, latest, isMounted],
  );

  const eventId = door.event?.id ?? null;
  const isLive = grant !== null && grant.eventId === eventId;
  const { name, date } = door.event ?? { name: null, date: null };
  useEffect(() => {
    const known = currentGrant();
    if (!isLive || !known || date === null) return;
    if (known.eventName !== name || known.eventDate !== date) {
      saveGrant({ ...known, eventName: name, eventDate: date });
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
    // A hidden page is at no door.
    const timer = setInterval(() => document.hidden || tell(), GRANT_CONTACT_INTERVAL_MS);
    const leave = onGrantCheckRequest(tell);
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
    /** Without a session it may no longer check in, but still uploads. */
    isOver: useDoorTimeOver(),
    /** The person and time that ended the grant; the door is stopped then. */
    ended,
    isAsking,
    useAgain: () => {
      setIsAsking(true);
      void ask(true).finally(() => setIsAsking(false));
    },
  };
}
