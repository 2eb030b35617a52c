import { serverNow } from "@/api/live/server-clock";
import { REASON, TITLE } from "@/features/door/copy";
import { type Facts, isSamePlace, presenceOf, type ServerAnswer } from "@/features/door/core/decide";
import {
  decideLocally,
  type FoundTicket,
  findOn,
  type Identity,
  identify,
  type ListedRef,
  localVerdict,
  withoutUndone,
} from "@/features/door/core/decide-locally";
import {
  DECIDING_TIMEOUT_MS,
  HEDGE_MS,
  OPENING_TIMEOUT_MS,
  SAVE_TIMEOUT_MS,
  SEND_DELAY_MS,
  SEND_TIMEOUT_MS,
} from "@/features/door/core/rules";
import { isPendingFresh, type Scan } from "@/features/door/core/scan";
import type { Verdict } from "@/features/door/core/verdict";
import { checkInListOf, countsEach, listedAt } from "@/features/door/guest-list/check-in-list";
import type { CheckInList, DoorList } from "@/features/door/guest-list/list-store";
import type { Listed } from "@/features/door/guest-list/tickets";
import { isDecided, type OutboxRecord, type ShownVerdict } from "@/features/door/outbox/record";
import type { LocalUndo } from "@/features/door/outbox/record-cache";
import type { Outcome } from "@/features/door/outbox/result";
import { askServer, type ServerGateway, type ServerReply } from "@/features/door/scan/ask-server";
import { lateModule } from "@/lib/late-module";
import { isDone } from "@/lib/with-timeout";

type EventName = { name: string; date: string };

export interface ScanOutbox {
  /** Resolves when the records on disk are loaded, or cannot be. */
  opened: () => Promise<void>;
  /** Saves the scan, with its verdict if that is decided. */
  saveScan: (scan: Scan, identity: Identity, ref: ListedRef, seen: ShownVerdict | null) => Promise<void>;
  /** Saves the verdict, and the guest if the list has them. */
  saveVerdict: (key: string, seen: ShownVerdict, attendeeId?: number | null) => Promise<void>;
  saveResult: (key: string, outcome: Outcome) => Promise<void>;
  localEntryOrExit: (eventId: number | null, identity: Identity, listId: number | null) => Facts["own"];
  localUndo: (identity: Identity, listId: number | null) => LocalUndo | null;
  /** The server's decision on the scan, if it is known. */
  answerTo: (key: string) => ServerAnswer | null;
  unansweredScanOf: (identity: Identity) => OutboxRecord | null;
  /** True if an earlier entry, exit or undo of the ticket is unsynced. */
  hasUnsyncedDecision: (identity: Identity) => boolean;
  markInFlight: (key: string) => void;
  clearInFlight: (key: string) => void;
}

export interface ScanContext {
  gateway: ServerGateway;
  outbox: ScanOutbox;
  isOffline: () => boolean;
  /** False once the scanner is closed. */
  isThere: () => boolean;
  /** The guest list on this page, or null. */
  listOf: (eventId: number | null) => DoorList | null;
  /** The guest list that this page is loading, or null. */
  openingListOf: (eventId: number | null) => Promise<DoorList | null>;
  /** The name and date of an event that this page knows. */
  eventOf: (eventId: number) => EventName | null;
}

const wait = (ms: number) => new Promise<null>((resolve) => setTimeout(() => resolve(null), ms));

/** Reuses the key of an unanswered scan of the same ticket at the same place (contract 4.scan.17). */
function underEarlierKey(scan: Scan, identity: Identity, { outbox, gateway }: ScanContext): Scan {
  const earlier = outbox.unansweredScanOf(identity);
  if (!earlier || earlier.userId !== gateway.userId || earlier.eventId !== scan.eventId) return scan;
  if (!isSamePlace(earlier, scan)) return scan;
  if (isDecided(earlier) || !isPendingFresh({ ...scan, readAt: earlier.at }, scan.readAt)) return scan;
  return { ...scan, idempotencyKey: earlier.key };
}

/** A local verdict, and what its record stores. */
interface Decided {
  verdict: Verdict;
  seen: ShownVerdict;
  attendeeId: number | null;
}

const asAbsent = (listed: Listed | null): Listed | null =>
  listed && listed !== "cancelled" ? { ...listed, attendedAt: null, leftAt: null } : listed;

/** Decides by the guest list; null if undecided. */
function decideHere(
  scan: Scan,
  { identity, listed: onDisk }: FoundTicket,
  list: DoorList,
  { outbox, eventOf }: ScanContext,
): Decided | null {
  const { eventId, direction } = scan;
  const checkInList = checkInListOf(list, scan.listId ?? null);
  if (checkInList === undefined || (identity.hash === null && identity.attendeeId === null)) return null;
  const { asOf } = list;
  const factsAt = (place: CheckInList | null) => ({
    listed: withoutUndone(listedAt(onDisk, place), asOf, outbox.localUndo(identity, place?.id ?? null)),
    own: outbox.localEntryOrExit(eventId, identity, place?.id ?? null),
  });
  const there = factsAt(checkInList);
  const { listed, own } = countsEach(checkInList) ? { listed: asAbsent(there.listed), own: null } : there;
  const entrance = factsAt(null);
  const atEntrance = presenceOf({ list: { asOf, ticket: entrance.listed }, own: entrance.own });
  const hasEntered = atEntrance !== null && atEntrance.kind !== "absent";
  const known = { now: serverNow(), eventId, direction, list, listed, own, checkInList, hasEntered };
  const answer = outbox.answerTo(scan.idempotencyKey);
  const decision = decideLocally(identity, { ...known, answer, isFull: isFull(list, checkInList) });
  const verdict = localVerdict(decision, { listed, direction, event: list.event, eventOf });
  const { certainty } = decision;
  const seen = { shown: decision.verdict.kind, certainty, asOf: list.asOf };
  return verdict && { verdict, seen, attendeeId: identity.attendeeId };
}

/** The server's reply, if it comes in time. An offline door does not wait. */
async function hedged(asking: Promise<ServerReply>, isAlone: boolean): Promise<ServerReply | null> {
  if (isAlone) return null;
  const reply = await Promise.race([asking, wait(HEDGE_MS)]);
  return reply?.outcome.kind === "answered" ? reply : null;
}

/**
 * Decides a scan: asks the server, and the guest list at the same time (contract 4.offline). Calls `show` once and
 * resolves with the server's reply.
 */
export async function takeScan(
  read: Scan,
  context: ScanContext,
  show: (scan: Scan, verdict: Verdict) => void,
): Promise<ServerReply> {
  const { gateway, outbox } = context;
  const opening = context.listOf(read.eventId) ? null : context.openingListOf(read.eventId);
  const named = await identify(read);
  // After a reload earlier check-ins are on the disk alone.
  await isDone(outbox.opened(), OPENING_TIMEOUT_MS);
  // The server does not know the earlier one: the list decides, as soon as it is there.
  const isKnownHere = outbox.hasUnsyncedDecision(named);
  const opened = isKnownHere ? await Promise.race([opening, wait(OPENING_TIMEOUT_MS)]) : null;
  const list = context.listOf(read.eventId) ?? opened;
  const found = findOn(list, named);
  const { identity, ref } = found;
  const scan = underEarlierKey(read, identity, context);
  const { idempotencyKey: key } = scan;
  outbox.markInFlight(key);
  const isBehind = outbox.hasUnsyncedDecision(identity);
  const atOnce = list && decideHere(scan, found, list, context);

  // The sender uploads it, after earlier records of the ticket.
  const isLeft = atOnce !== null && (isBehind || context.isOffline());
  // An offline door writes the scan and its verdict at once.
  const isAlone = isLeft && context.isThere();
  const keeping = outbox.saveScan(scan, identity, ref, isAlone ? atOnce.seen : null);
  // On disk first: if the browser dies, the scan is sent again under its key.
  const isReady = isDone(keeping, SEND_TIMEOUT_MS).then(() => (isAlone ? wait(SEND_DELAY_MS) : null));
  const asking = isReady.then((): ServerReply | Promise<ServerReply> =>
    isLeft
      ? { scan, verdict: atOnce.verdict, outcome: { kind: "unanswered" } }
      : askServer(scan, gateway, ref.listedHash),
  );
  const decideOnceOpen = async () => {
    // A reply that comes first is the verdict.
    const unanswered = asking.then(({ outcome }) => (outcome.kind === "answered" ? null : opening));
    const opened = await Promise.race([opening, unanswered, wait(OPENING_TIMEOUT_MS)]);
    return opened && decideHere(scan, findOn(opened, named), opened, context);
  };
  let inTime = await hedged(asking, isAlone);
  const decided = atOnce ?? (inTime ? null : await decideOnceOpen());
  if (!decided) inTime ??= await asking;
  if (inTime) show(inTime.scan, inTime.verdict);
  else if (decided && context.isThere()) {
    // If the first write failed, retry it with the verdict. Memory has the record in any case.
    const note = () => outbox.saveVerdict(key, decided.seen, decided.attendeeId);
    const noting = isAlone ? keeping.catch(note) : keeping.catch(() => {}).then(note);
    const isSaved = await isDone(noting, SAVE_TIMEOUT_MS);
    // While the disk hangs, memory has the verdict: a second reading of the ticket is another scan.
    if (!isSaved) void note().catch(() => {});
    show(scan, withSaving(decided.verdict, isSaved));
  }

  const reply = await asking;
  if (reply.outcome.kind === "answered") await outbox.saveResult(reply.scan.idempotencyKey, reply.outcome);
  else if (!decided) saveUndecided(reply, outbox);
  if (decided || reply.verdict.kind !== "signed_out" || !context.isThere()) outbox.clearInFlight(key);
  return reply;
}

const NO_VERDICT: Verdict = { kind: "unanswered", title: TITLE.failed, reason: REASON.tryAgain };

/** Like `takeScan`, but shows a verdict even if it fails or hangs (contract 4.scan.520). */
export async function takeScanSafely(
  read: Scan,
  context: ScanContext,
  show: (scan: Scan, verdict: Verdict) => void,
): Promise<ServerReply> {
  let isShown = false;
  const showOnce = (scan: Scan, verdict: Verdict) => {
    if (!isShown) show(scan, verdict);
    isShown = true;
  };
  const timer = setTimeout(() => showOnce(read, NO_VERDICT), DECIDING_TIMEOUT_MS);
  try {
    return await takeScan(read, context, showOnce);
  } catch (error) {
    console.error("A scan failed", error);
    showOnce(read, NO_VERDICT);
    context.outbox.clearInFlight(read.idempotencyKey);
    return { scan: read, verdict: NO_VERDICT, outcome: { kind: "unanswered" } };
  } finally {
    clearTimeout(timer);
  }
}

const withSaving = (verdict: Verdict, isSaved: boolean): Verdict =>
  "unconfirmed" in verdict && verdict.unconfirmed
    ? { ...verdict, unconfirmed: { ...verdict.unconfirmed, isSaved } }
    : verdict;

function saveUndecided({ scan, verdict }: ServerReply, outbox: ScanOutbox): void {
  const isRefusal = verdict.kind === "refused";
  const shown = isRefusal ? "invalid" : "undecided";
  void outbox.saveVerdict(scan.idempotencyKey, { shown, certainty: "none", asOf: null }).catch(() => {});
}

type People = typeof import("@/features/door/guest-list/people");

let people: People | null = null;
const loadPeople = lateModule(async () => {
  people = await import("@/features/door/guest-list/people");
});

/** True if the event stops at its capacity, which is reached. False until the counts are loaded, after the page. */
export function isFull(list: DoorList, checkInList: CheckInList | null): boolean {
  if (!list.event.stopsAtCapacity) return false;
  if (!people) loadPeople().catch(() => {}); // the next scan loads it again
  return people?.isCapacityReached(list, checkInList) ?? false;
}
