import { type Dispatch, useEffect } from "react";
import { isLiveOpen, isOffline } from "@/api/live/live-state";
import { requestGrantCheck } from "@/features/door/access/current-grant";
import { contradiction, isRejected } from "@/features/door/core/contradiction";
import { findOn, identify } from "@/features/door/core/decide-locally";
import type { Door, DoorAction } from "@/features/door/core/door-state";
import type { Scan } from "@/features/door/core/scan";
import type { ListOf, OpeningListOf } from "@/features/door/guest-list/use-door-list";
import { openOutbox } from "@/features/door/outbox/outbox";
import { isDecided, isMove, type OutboxRecord } from "@/features/door/outbox/record";
import {
  allRecords,
  findRecord,
  isUndone,
  onOutboxChange,
  unansweredRecords,
} from "@/features/door/outbox/record-cache";
import { clearInFlight, markInFlight } from "@/features/door/outbox/sender-status";
import { sendScan } from "@/features/door/scan/ask-server";
import { pendingScansOf, type RecordOrigin, scanOutboxOf } from "@/features/door/scan/scan-outbox";
import { takeScanSafely } from "@/features/door/scan/take-scan";
import type { DoorMachine } from "@/features/door/scan/use-door-machine";
import { useIsMounted } from "@/hooks/use-is-mounted";
import { useLatest } from "@/hooks/use-latest";
import { now, steadyNow } from "@/lib/clock";

export interface DecisionProps {
  origin: RecordOrigin;
  listOf: ListOf;
  openingListOf: OpeningListOf;
  /** Needed after `not_you` (contract 4.scan.18). */
  rereadUserId: () => Promise<number>;
  /** The name and date of an event that this page knows. */
  eventOf: (eventId: number) => { name: string; date: string } | null;
  /** A guest's attendance changed, so lists must reload. */
  onCheckedIn: () => void;
  onSignedOut: () => void;
  onEventDeleted: (eventId: number | null) => void;
}

/** Decides the door's scans and saves them until the server has answered. */
export function useDecisions(machine: DoorMachine, door: Door, props: DecisionProps): void {
  const { dispatch } = machine;
  const latest = useLatest(props);
  const isThere = useIsMounted();
  usePendingScans(dispatch, props.origin.userId);
  useAnsweredScans(dispatch, latest);

  useEffect(() => {
    const take = (taken: Scan) => {
      const { origin, rereadUserId, listOf, openingListOf, eventOf } = latest.current;
      const { userId, device } = origin;
      const place = {
        gateway: { send: sendScan, userId, device, rereadUserId },
        outbox: scanOutboxOf(origin),
        isOffline,
        isThere,
        listOf,
        openingListOf,
        eventOf,
      };
      const asking = takeScanSafely(taken, place, (scan, verdict) => {
        // A sent scan is not cancelled if the screen closes: the server keeps its answer.
        dispatch({ type: "answer", scan, verdict, at: steadyNow() });
        if (verdict.kind === "event_deleted") latest.current.onEventDeleted(scan.eventId);
      });
      void asking.then(({ verdict, outcome }) => {
        // Without the stream, this device may have been removed unnoticed.
        if (outcome.kind === "answered" && isLiveOpen() === false) requestGrantCheck();
        if (isMove(verdict.kind)) latest.current.onCheckedIn();
        // A late reply must not end the session under another page.
        if (isThere() && verdict.kind === "signed_out") latest.current.onSignedOut();
      });
    };
    return machine.onTaken(take);
  }, [machine, latest, dispatch, isThere]);

  // Waiting scans are saved too, so that a reload does not lose a guest.
  const { phase, waiting, pending, shown } = door;
  useEffect(() => {
    const { origin, listOf } = latest.current;
    for (const scan of waiting) markInFlight(scan.idempotencyKey);
    for (const scan of [...waiting, ...pending]) void keep(scan, origin, listOf);
  }, [waiting, pending, latest]);
  // When the screen closes, the sender takes over the waiting scans.
  const left = useLatest([...waiting, ...pending]);
  useEffect(
    () => () => {
      for (const { idempotencyKey } of left.current) clearInFlight(idempotencyKey);
    },
    [left],
  );

  // While a person is asked to sign in, the sender leaves the scan alone.
  const askedAbout = shown?.verdict.kind === "signed_out" ? shown.scan : null;
  const taken = phase.kind === "deciding" ? phase.scan : null;
  const inHand = (taken ?? askedAbout)?.idempotencyKey ?? null;
  useEffect(() => {
    for (const { idempotencyKey: key } of pending) if (key !== inHand) clearInFlight(key);
  }, [pending, inHand]);
}

async function keep(scan: Scan, origin: RecordOrigin, listOf: ListOf): Promise<void> {
  if (findRecord(scan.idempotencyKey)) return;
  try {
    const { identity, ref } = findOn(listOf(scan.eventId), await identify(scan));
    await scanOutboxOf(origin).saveScan(scan, identity, ref, null);
  } catch (error) {
    console.error("A scan could not be kept on this device", error);
  }
}

function usePendingScans(dispatch: Dispatch<DoorAction>, userId: number): void {
  useEffect(() => {
    const tell = () => dispatch({ type: "pendingFound", scans: pendingScansOf(userId) });
    openOutbox()
      .then(tell)
      // Rarely needed, so loaded late.
      .then(() => import("@/features/door/outbox/migrate-legacy-scans"))
      .then(({ migrateLegacyScans }) => migrateLegacyScans(userId))
      .then(tell)
      .catch((error: unknown) => console.error("The outbox of this device could not be opened", error));
  }, [dispatch, userId]);
}

/** The server refused the event, so the scan waits until a person chooses another (contract 4.scan.46). */
const waitsForEvent = (record: OutboxRecord): boolean =>
  record.kind === "check_in" && record.result?.kind === "failed" && !isDecided(record);

/** Confirms each scan that the server has answered, from any tab. */
function useAnsweredScans(
  dispatch: Dispatch<DoorAction>,
  latest: Readonly<{ current: Pick<DecisionProps, "onCheckedIn"> }>,
): void {
  useEffect(() => {
    const openKeys = () => unansweredRecords().map(({ key }) => key);
    const open = new Set(openKeys());
    return onOutboxChange((changed) => {
      for (const key of changed ?? [...open, ...openKeys()]) {
        const record = findRecord(key);
        if (record?.result === null) open.add(key);
        else if (open.delete(key) && record && !waitsForEvent(record)) {
          const contradicted = contradiction(record) !== null;
          dispatch({ type: "confirmed", key, contradicted, isRejected: isRejected(record), at: steadyNow() });
          if (isMove(record.result?.kind) || record.kind === "undo") latest.current.onCheckedIn();
        }
      }
    });
  }, [dispatch, latest]);
}

interface EarlierScansProps {
  userId: number;
  eventId: number | null;
  /** The event's list, which has the names, is loaded. */
  isListed: boolean;
  listOf: ListOf;
}

/** Fills Recent Scans from before this page load (contract 4.offline.12). */
export function useEarlierScans(
  dispatch: Dispatch<DoorAction>,
  { userId, eventId, isListed, listOf }: EarlierScansProps,
): void {
  useEffect(() => {
    if (!isListed) return;
    let isOver = false;
    // Loaded after the page (decision 0025).
    Promise.all([import("@/features/door/core/earlier-scans"), openOutbox()])
      .then(([{ earlierScans }]) => {
        const list = listOf(eventId);
        if (isOver || !list) return;
        const recent = earlierScans(allRecords(), { userId, list, now: now(), isUndone });
        dispatch({ type: "earlierFound", recent });
      })
      .catch((error: unknown) => console.error("Recent Scans could not be read", error));
    return () => {
      isOver = true;
    };
  }, [dispatch, userId, eventId, isListed, listOf]);
}
