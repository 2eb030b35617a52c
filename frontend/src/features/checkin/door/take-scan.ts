import { serverNow } from "@/api/live/server-clock";
import type { Certainty, DoorVerdict, Facts } from "@/features/checkin/decision/facts";
import { type Asked, askServer, type Desk } from "@/features/checkin/door/ask-server";
import { decideLocally, listedAs } from "@/features/checkin/door/decide-locally";
import { type Identity, identify } from "@/features/checkin/door/identify";
import { isPendingFresh, type Scan } from "@/features/checkin/door/scan";
import type { DoorList } from "@/features/checkin/door-list/list-store";
import type { Listed } from "@/features/checkin/door-list/tickets";
import type { OutboxRecord } from "@/features/checkin/outbox/record";
import type { Outcome } from "@/features/checkin/outbox/result";
import { HEDGE_MS, SAVE_LIMIT_MS, SENT_AFTER_MS } from "@/features/checkin/rules";
import { localVerdict } from "@/features/checkin/verdict/local-verdict";
import { isUndecided, type Verdict } from "@/features/checkin/verdict/verdict";

type Shown = { shown: DoorVerdict["kind"]; certainty: Certainty; asOf: number | null };
type EventName = { name: string; date: string };

/** The part of the outbox that a scan needs. */
export interface Records {
  keep: (
    scan: Scan,
    identity: Identity,
    listed: Listed | null,
    listedHash: string | null,
  ) => Promise<unknown>;
  noteShown: (key: string, shown: Shown) => Promise<void>;
  settle: (key: string, outcome: Outcome) => Promise<void>;
  own: (eventId: number | null, identity: Identity) => Facts["own"];
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
  /** The list of an event, where this device holds it. */
  listOf: (eventId: number | null) => DoorList | null;
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

/** The ticket as it stands on the list, which knows its id as well: a guest may be scanned once and found by name once. */
function onList(identity: Identity, list: DoorList | null): { identity: Identity; listed: Listed | null } {
  const listed = list && listedAs(list, identity);
  if (!listed || listed === "cancelled") return { identity, listed };
  return { identity: { ...identity, attendeeId: identity.attendeeId ?? listed.id }, listed };
}

/** What the server says in time, else the door itself; nobody waits for a server that is known to be gone. */
async function hedged(asking: Promise<Asked>, isOffline: boolean): Promise<Asked | null> {
  if (isOffline) return null;
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
  const { identity, listed } = onList(await identify(read), list);
  const scan = underEarlierKey(read, identity, place);
  const { idempotencyKey: key, eventId } = scan;
  const isKnown = identity.hash !== null || identity.attendeeId !== null;
  records.hold(key);
  const own = records.own(eventId, identity);
  const isBehind = records.isBehind(identity);
  const listedHash =
    identity.attendeeId === null ? null : (list?.tickets.hashOf(identity.attendeeId) ?? null);
  const keeping = records.keep(scan, identity, listed, listedHash);

  const decision =
    list && isKnown && decideLocally(identity, { now: serverNow(), eventId, list, listed, own });
  const local = decision
    ? localVerdict(decision, { listed, event: list.event, eventOf: place.eventOf })
    : null;
  // What was read first is told first: the outbox sends this one after it.
  const mustWait = isBehind && local !== null;
  // On the disk before it is sent: a browser that dies meanwhile sends it again under its key.
  const asking: Promise<Asked> = mustWait
    ? Promise.resolve({ scan, verdict: local, outcome: { kind: "unanswered" } })
    : isDone(keeping, SENT_AFTER_MS).then(() => askServer(scan, desk));
  const inTime = local ? await hedged(asking, place.isOffline()) : await asking;
  if (inTime) show(inTime.scan, inTime.verdict);
  else if (local && decision && list && place.isThere()) {
    // What could not be kept is tried once more with what was shown, and counts in memory at least.
    const noted = keeping.catch(() => {});
    const noting = noted.then(() =>
      records.noteShown(key, {
        shown: decision.verdict.kind,
        certainty: decision.certainty,
        asOf: list.asOf,
      }),
    );
    show(scan, withSaving(local, await isDone(noting, SAVE_LIMIT_MS)));
  }

  const asked = await asking;
  if (asked.outcome.kind === "settled") await records.settle(asked.scan.idempotencyKey, asked.outcome);
  else if (!local) noteUnanswered(asked, records);
  if (local || !isUndecided(asked.verdict) || !place.isThere()) records.letGo(key);
  return asked;
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
