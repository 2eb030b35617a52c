import { serverNow } from "@/api/live/server-clock";
import { REASON, TITLE } from "@/features/door/copy";
import {
  decideLocally,
  type Found,
  findOn,
  type ListedName,
  withoutTakenBack,
} from "@/features/door/core/decide-locally";
import type { Facts } from "@/features/door/core/facts";
import { type Identity, identify } from "@/features/door/core/identify";
import { localVerdict } from "@/features/door/core/local-verdict";
import {
  DECIDING_LIMIT_MS,
  HEDGE_MS,
  OPENING_LIMIT_MS,
  SAVE_LIMIT_MS,
  SENT_AFTER_MS,
  SENT_AFTER_SHOWN_MS,
} from "@/features/door/core/rules";
import { isPendingFresh, type Scan } from "@/features/door/core/scan";
import type { Verdict } from "@/features/door/core/verdict";
import type { DoorList } from "@/features/door/guest-list/list-store";
import type { OutboxRecord, SeenVerdict } from "@/features/door/outbox/record";
import type { OwnUndo } from "@/features/door/outbox/record-cache";
import type { Outcome } from "@/features/door/outbox/result";
import { type Asked, askServer, type Desk } from "@/features/door/scan/ask-server";

type EventName = { name: string; date: string };

/** The part of the outbox that a scan needs. */
export interface Records {
  /** Keeps the scan, and what the person is about to see where that is decided. */
  keep: (scan: Scan, identity: Identity, name: ListedName, seen: SeenVerdict | null) => Promise<void>;
  noteShown: (key: string, seen: SeenVerdict) => Promise<void>;
  settle: (key: string, outcome: Outcome) => Promise<void>;
  own: (eventId: number | null, identity: Identity) => Facts["own"];
  undone: (identity: Identity) => OwnUndo | null;
  unsettledFor: (identity: Identity) => OutboxRecord | null;
  /** Whether this device has still to tell the server of an earlier decision about the ticket, or that it was taken back. */
  isBehind: (identity: Identity) => boolean;
  hold: (key: string) => void;
  letGo: (key: string) => void;
}

export interface Place {
  desk: Desk;
  records: Records;
  isOffline: () => boolean;
  /** The screen of the door is open. */
  isThere: () => boolean;
  /** The list of an event, where this page holds it. */
  listOf: (eventId: number | null) => DoorList | null;
  /** The list that this page is about to hold, as just after its start; null where it opens none. */
  openingListOf: (eventId: number | null) => Promise<DoorList | null>;
  /** The events whose names this page knows. */
  eventOf: (eventId: number) => EventName | null;
}

const wait = (ms: number) => new Promise<null>((resolve) => setTimeout(() => resolve(null), ms));

/** Whether it was done in time. */
export const isDone = (work: Promise<unknown>, limitMs: number): Promise<boolean> =>
  Promise.race([
    work.then(
      () => true,
      () => false,
    ),
    wait(limitMs).then(() => false),
  ]);

/** The scan under the key of an earlier reading of the same ticket that nobody has answered (contract 4.scan.17). */
function underEarlierKey(scan: Scan, identity: Identity, { records, desk }: Place): Scan {
  const earlier = records.unsettledFor(identity);
  if (!earlier || earlier.userId !== desk.userId || earlier.eventId !== scan.eventId) return scan;
  const wasDecided = earlier.shown !== null && earlier.shown !== "undecided";
  if (wasDecided || !isPendingFresh({ ...scan, readAt: earlier.at }, scan.readAt)) return scan;
  return { ...scan, idempotencyKey: earlier.key };
}

/** A verdict of the door's own, and what its record says of it. */
interface Decided {
  verdict: Verdict;
  seen: SeenVerdict;
}

/** What this door says by itself; null where it decides nothing. */
function decideHere(
  { eventId }: Scan,
  { identity, listed: onDisk }: Found,
  list: DoorList,
  { records, eventOf }: Place,
): Decided | null {
  if (identity.hash === null && identity.attendeeId === null) return null;
  const listed = withoutTakenBack(onDisk, list.asOf, records.undone(identity));
  const own = records.own(eventId, identity);
  const decision = decideLocally(identity, { now: serverNow(), eventId, list, listed, own });
  const verdict = localVerdict(decision, { listed, event: list.event, eventOf });
  const { certainty } = decision;
  return verdict && { verdict, seen: { shown: decision.verdict.kind, certainty, asOf: list.asOf } };
}

/** What the server says in time; nobody waits for a server that is known to be gone. */
async function hedged(asking: Promise<Asked>, isAlone: boolean): Promise<Asked | null> {
  if (isAlone) return null;
  const asked = await Promise.race([asking, wait(HEDGE_MS)]);
  return asked?.outcome.kind === "settled" ? asked : null;
}

/**
 * Takes a scan to its verdict: the server is asked, and the door decides by its list at the same time (contract
 * 4.offline). `show` is called once. The promise ends with what came of the question to the server.
 */
export async function takeScan(
  read: Scan,
  place: Place,
  show: (scan: Scan, verdict: Verdict) => void,
): Promise<Asked> {
  const { desk, records } = place;
  const list = place.listOf(read.eventId);
  const opening = list ? null : place.openingListOf(read.eventId);
  const named = await identify(read);
  const found = findOn(list, named);
  const { identity, name } = found;
  const scan = underEarlierKey(read, identity, place);
  const { idempotencyKey: key } = scan;
  records.hold(key);
  const isBehind = records.isBehind(identity);
  const atOnce = list && decideHere(scan, found, list, place);

  // The outbox sends it: after what was read first, and with all else that an outage leaves.
  const isLeft = atOnce !== null && (isBehind || place.isOffline());
  // Nobody waits for a server that is known to be gone: one write has the reading and what is shown of it.
  const isAlone = isLeft && place.isThere();
  const keeping = records.keep(scan, identity, name, isAlone ? atOnce.seen : null);
  // On the disk before it is sent: a browser that dies meanwhile sends it again under its key.
  const isReady = isDone(keeping, SENT_AFTER_MS).then(() => (isAlone ? wait(SENT_AFTER_SHOWN_MS) : null));
  const asking = isReady.then((): Asked | Promise<Asked> =>
    isLeft
      ? { scan, verdict: atOnce.verdict, outcome: { kind: "unanswered" } }
      : askServer(scan, desk, name.listedHash),
  );
  const decideOnceOpen = async () => {
    // An answer that comes first is the verdict.
    const unanswered = asking.then(({ outcome }) => (outcome.kind === "settled" ? null : opening));
    const opened = await Promise.race([opening, unanswered, wait(OPENING_LIMIT_MS)]);
    return opened && decideHere(scan, findOn(opened, named), opened, place);
  };
  let inTime = await hedged(asking, isAlone);
  const decided = atOnce ?? (inTime ? null : await decideOnceOpen());
  if (!decided) inTime ??= await asking;
  if (inTime) show(inTime.scan, inTime.verdict);
  else if (decided && place.isThere()) {
    // What could not be kept is tried once more with what was shown, and counts in memory at least.
    const note = () => records.noteShown(key, decided.seen);
    const noting = isAlone ? keeping.catch(note) : keeping.catch(() => {}).then(note);
    show(scan, withSaving(decided.verdict, await isDone(noting, SAVE_LIMIT_MS)));
  }

  const asked = await asking;
  if (asked.outcome.kind === "settled") await records.settle(asked.scan.idempotencyKey, asked.outcome);
  else if (!decided) noteUnanswered(asked, records);
  if (decided || asked.verdict.kind !== "signed_out" || !place.isThere()) records.letGo(key);
  return asked;
}

const NO_VERDICT: Verdict = { kind: "unanswered", title: TITLE.failed, reason: REASON.tryAgain };

/** The same, whatever goes wrong meanwhile: a verdict is shown, once, and the door goes on (contract 4.scan.520). */
export async function takeScanSurely(
  read: Scan,
  place: Place,
  show: (scan: Scan, verdict: Verdict) => void,
): Promise<Asked> {
  let isShown = false;
  const showOnce = (scan: Scan, verdict: Verdict) => {
    if (!isShown) show(scan, verdict);
    isShown = true;
  };
  const timer = setTimeout(() => showOnce(read, NO_VERDICT), DECIDING_LIMIT_MS);
  try {
    return await takeScan(read, place, showOnce);
  } catch (error) {
    console.error("A scan failed", error);
    showOnce(read, NO_VERDICT);
    place.records.letGo(read.idempotencyKey);
    return { scan: read, verdict: NO_VERDICT, outcome: { kind: "unanswered" } };
  } finally {
    clearTimeout(timer);
  }
}

const withSaving = (verdict: Verdict, isSaved: boolean): Verdict =>
  "unconfirmed" in verdict && verdict.unconfirmed
    ? { ...verdict, unconfirmed: { ...verdict.unconfirmed, isSaved } }
    : verdict;

/** What a person saw who was told of no decision of the server's. */
function noteUnanswered({ scan, verdict }: Asked, records: Records): void {
  const isRefusal = verdict.kind === "refused";
  const shown = isRefusal ? "invalid" : "undecided";
  void records.noteShown(scan.idempotencyKey, { shown, certainty: "none", asOf: null }).catch(() => {});
}
