import { type Dispatch, useEffect, useRef } from "react";
import { isLiveOpen, isOffline } from "@/api/live/live-state";
import { doubtGrant } from "@/features/door/access/current-grant";
import { contradiction, isRejected } from "@/features/door/core/contradiction";
import { findOn } from "@/features/door/core/decide-locally";
import type { DoorEvent } from "@/features/door/core/door-action";
import type { Door } from "@/features/door/core/door-state";
import { identify } from "@/features/door/core/identify";
import type { Scan } from "@/features/door/core/scan";
import type { ListOf, OpeningListOf } from "@/features/door/guest-list/use-loaded-list";
import { openOutbox } from "@/features/door/outbox/outbox";
import type { OutboxRecord } from "@/features/door/outbox/record";
import { onOutboxChange, recordWith, unansweredRecords } from "@/features/door/outbox/record-cache";
import { clearInFlight, markInFlight } from "@/features/door/outbox/sender-status";
import { sendScan } from "@/features/door/scan/api";
import { type Maker, pendingScansOf, recordsOf } from "@/features/door/scan/scan-outbox";
import { takeScanSurely } from "@/features/door/scan/take-scan";
import type { DoorMachine } from "@/features/door/scan/use-door-machine";
import { steadyNow } from "@/lib/clock";

export interface DecisionProps {
  maker: Maker;
  listOf: ListOf;
  openingListOf: OpeningListOf;
  /** Asks the server who is signed in now (contract 4.scan.18: a scan answered `not_you`). */
  rereadUserId: () => Promise<number>;
  /** The events whose names this page knows. */
  eventOf: (eventId: number) => { name: string; date: string } | null;
  /** A guest's attendance changed, so lists that show it are out of date. */
  onCheckedIn: () => void;
  /** A scan met the end of the session. */
  onSignedOut: () => void;
  /** The server does not know the event of a scan. */
  onEventDeleted: (eventId: number | null) => void;
}

/** The latest value, for callbacks that must stay the same ones. */
export function useLatest<T>(value: T) {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** Takes each scan of the door to its verdict, and keeps all of them on the device's disk until the server has answered. */
export function useDecisions(machine: DoorMachine, door: Door, props: DecisionProps): void {
  const { dispatch } = machine;
  const latest = useLatest(props);
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  usePendingScans(dispatch, props.maker.userId);
  useSettledScans(dispatch, latest);

  useEffect(() => {
    const take = (taken: Scan) => {
      const { maker, rereadUserId, listOf, openingListOf, eventOf } = latest.current;
      const { userId, device } = maker;
      const place = {
        desk: { send: sendScan, userId, device, rereadUserId },
        records: recordsOf(maker),
        isOffline,
        isThere: () => isThere.current,
        listOf,
        openingListOf,
        eventOf,
      };
      const asking = takeScanSurely(taken, place, (scan, verdict) => {
        // A scan that was sent is not taken back: without this screen its answer is kept by the server.
        dispatch({ type: "answer", scan, verdict, at: steadyNow() });
        if (verdict.kind === "event_deleted") latest.current.onEventDeleted(scan.eventId);
      });
      void asking.then(({ verdict, outcome }) => {
        // The stream would have said that this device was removed.
        if (outcome.kind === "settled" && isLiveOpen() === false) doubtGrant();
        if (verdict.kind === "admitted") latest.current.onCheckedIn();
        // A late answer must not end the session under another page, which may hold what a person types.
        if (isThere.current && verdict.kind === "signed_out") latest.current.onSignedOut();
      });
    };
    return machine.onTaken(take);
  }, [machine, latest, dispatch]);

  // A scan that waits is kept too: a reload in the middle of it must not lose the guest.
  const { phase, waiting, pending, shown } = door;
  useEffect(() => {
    const { maker, listOf } = latest.current;
    for (const scan of waiting) markInFlight(scan.idempotencyKey);
    for (const scan of [...waiting, ...pending]) void keep(scan, maker, listOf);
  }, [waiting, pending, latest]);
  // Without this screen nobody decides what waits: the sender has it then.
  const left = useLatest([...waiting, ...pending]);
  useEffect(
    () => () => {
      for (const { idempotencyKey } of left.current) clearInFlight(idempotencyKey);
    },
    [left],
  );

  // As long as a person is asked to sign in, nobody else sends it.
  const askedAbout = shown?.verdict.kind === "signed_out" ? shown.scan : null;
  const taken = phase.kind === "deciding" ? phase.scan : null;
  const inHand = (taken ?? askedAbout)?.idempotencyKey ?? null;
  useEffect(() => {
    for (const { idempotencyKey: key } of pending) if (key !== inHand) clearInFlight(key);
  }, [pending, inHand]);
}

async function keep(scan: Scan, maker: Maker, listOf: ListOf): Promise<void> {
  if (recordWith(scan.idempotencyKey)) return;
  try {
    const { identity, name } = findOn(listOf(scan.eventId), await identify(scan));
    await recordsOf(maker).keep(scan, identity, name, null);
  } catch (error) {
    console.error("A scan could not be kept on this device", error);
  }
}

/** Finds the scans from before this page was loaded that nobody has answered. */
function usePendingScans(dispatch: Dispatch<DoorEvent>, userId: number): void {
  useEffect(() => {
    const tell = () => dispatch({ type: "pendingFound", scans: pendingScansOf(userId) });
    openOutbox()
      .then(tell)
      // Seldom there is anything: its code comes after the page.
      .then(() => import("@/features/door/outbox/migrate-legacy-scans"))
      .then(({ takeOverKeptScans }) => takeOverKeptScans(userId))
      .then(tell)
      .catch((error: unknown) => console.error("The outbox of this device could not be opened", error));
  }, [dispatch, userId]);
}

/** The server does not take it for its event: it stays pending, for the event that a person chooses instead (4.scan.46). */
const waitsForEvent = ({ kind, shown, result }: OutboxRecord): boolean =>
  kind === "check_in" && result?.kind === "failed" && (shown === null || shown === "undecided");

/** Tells the door of each scan that the server has answered, from this tab or another. */
function useSettledScans(
  dispatch: Dispatch<DoorEvent>,
  latest: Readonly<{ current: Pick<DecisionProps, "onCheckedIn"> }>,
): void {
  useEffect(() => {
    const openKeys = () => unansweredRecords().map(({ key }) => key);
    const open = new Set(openKeys());
    return onOutboxChange((changed) => {
      for (const key of changed ?? [...open, ...openKeys()]) {
        const record = recordWith(key);
        if (record?.result === null) open.add(key);
        else if (open.delete(key) && record && !waitsForEvent(record)) {
          const contradicted = contradiction(record) !== null;
          dispatch({ type: "settled", key, contradicted, isRejected: isRejected(record), at: steadyNow() });
          if (record.result?.kind === "admitted" || record.kind === "undo") latest.current.onCheckedIn();
        }
      }
    });
  }, [dispatch, latest]);
}
