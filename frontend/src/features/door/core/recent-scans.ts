import { owes, UNLISTED_GUEST } from "@/features/door/copy";
import { isSameList, placeFields } from "@/features/door/core/decide";
import type { Door, DoorAction } from "@/features/door/core/door-state";
import { RECENT_SCANS_MAX } from "@/features/door/core/rules";
import type { Scan } from "@/features/door/core/scan";
import {
  guestOfVerdict,
  owesMoney,
  unconfirmedOf,
  type Verdict,
  type VerdictGuest,
} from "@/features/door/core/verdict";
import { formatMoney } from "@/lib/money";

/** The status of a line by the verdict. */
const STATUSES = {
  admitted: "success",
  already: "already_scanned",
  left: "left",
  not_inside: "not_inside",
  already_left: "already_left",
  wrong_ticket_type: "wrong_ticket_type",
  not_entered: "not_entered",
  full: "full",
} as const;

/** A line of Recent Scans. `time` in ms; `table` 0 is no table (contract 3). */
export type RecentScan = {
  key: string;
  name: string;
  table: number;
  time: number;
  status: (typeof STATUSES)[keyof typeof STATUSES];
  /** The check-in list; absent for the entrance. */
  listId?: number;
  /** The guest as last loaded; null if only the ticket is known. */
  guest: VerdictGuest | null;
  isUnconfirmed: boolean;
  isUndone: boolean;
  /** The server did not count it (contract 4.offline.520). */
  isRejected?: boolean;
};

/** The line of a verdict; other verdicts have none. */
export const SCAN_STATUS_OF: Readonly<Record<string, RecentScan["status"]>> = STATUSES;

/** Adds a verdict; only recognised or admitted tickets have a line. */
export function withRecentScan(
  recent: RecentScan[],
  { idempotencyKey: key, listId }: Pick<Scan, "idempotencyKey" | "listId">,
  verdict: Verdict,
  at: number,
): RecentScan[] {
  const status = SCAN_STATUS_OF[verdict.kind];
  const attendee = guestOfVerdict(verdict);
  if (!status || (!attendee && verdict.kind !== "admitted")) return recent;
  const entry: RecentScan = {
    key,
    name: attendee?.fullName ?? UNLISTED_GUEST,
    table: attendee?.tableNumber ?? 0,
    time: at,
    status,
    guest: attendee,
    isUnconfirmed: unconfirmedOf(verdict) !== null,
    isUndone: false,
    ...placeFields({ listId }),
  };
  return [entry, ...recent].slice(0, RECENT_SCANS_MAX);
}

export const withChange = (recent: RecentScan[], key: string, change: Partial<RecentScan>): RecentScan[] =>
  recent.map((scan) => (scan.key === key ? { ...scan, ...change } : scan));

/** 'owes $180.00', the payment status where a payment of this group owes nothing, or null. */
export function paymentNote(guest: VerdictGuest | null): string | null {
  if (guest?.paymentGroup !== "owed") return null;
  if (!owesMoney(guest)) return guest.paymentStatus;
  return owes(guest.owedCents === null ? null : formatMoney(guest.owedCents));
}

const withGuest = (recent: RecentScan[], guest: VerdictGuest): RecentScan[] =>
  recent.map((scan) =>
    scan.guest?.id === guest.id ? { ...scan, name: guest.fullName, table: guest.tableNumber, guest } : scan,
  );

function withEarlier(recent: RecentScan[], found: readonly RecentScan[]): RecentScan[] {
  const earlier = found.filter(({ key }) => !recent.some((scan) => scan.key === key));
  return [...recent, ...earlier].sort((one, other) => other.time - one.time).slice(0, RECENT_SCANS_MAX);
}

const NOBODY: readonly string[] = [];

/** Adds an admitted guest to the party; a new party replaces the last one. */
export function withPartyScan(
  party: readonly string[],
  { idempotencyKey, partyOf }: Scan,
  verdict: Verdict,
): readonly string[] {
  if (partyOf === undefined || verdict.kind !== "admitted") return party;
  return [...(party.includes(partyOf) ? party : [partyOf]), idempotencyKey];
}

export const withoutScan = (party: readonly string[], key: string): readonly string[] =>
  party.includes(key) ? party.filter((other) => other !== key) : party;

/** The check-ins that 'Undo all' at this line reverts; empty except at the party's last line. */
export const togetherOf = (party: readonly string[], key: string): readonly string[] =>
  party.length > 1 && party.at(-1) === key ? party : NOBODY;

const isMove = ({ status, isUndone, isRejected }: RecentScan): boolean =>
  (status === "success" || status === "left") && !isUndone && !isRejected;

/** Two scans of one guest at one check-in list. */
const isOfSameGuest = (one: RecentScan, other: RecentScan): boolean =>
  one.key === other.key || (one.guest !== null && one.guest.id === other.guest?.id && isSameList(one, other));

/** True for a guest's last entry or exit of these: only that can be undone. `recent` is newest first. */
export const isLastMove = (recent: readonly RecentScan[], scan: RecentScan): boolean =>
  isMove(scan) && recent.find((other) => isMove(other) && isOfSameGuest(other, scan)) === scan;

/** The verdict on the screen, unless it belongs to the guest whose entry or exit is undone. */
function shownAfterUndo({ shown, recent }: Door, undoneKey: string): Door["shown"] {
  const undone = recent.find(({ key }) => key === undoneKey);
  const scan = recent.find(({ key }) => key === shown?.scan?.idempotencyKey);
  return undone && scan && isOfSameGuest(undone, scan) ? null : shown;
}

type RecentScansAction = Extract<DoorAction, { type: "earlierFound" | "undone" | "guestRead" }>;

export function recentScansReducer(door: Door, action: RecentScansAction): Door {
  switch (action.type) {
    case "earlierFound":
      return { ...door, recent: withEarlier(door.recent, action.recent) };
    case "undone":
      return {
        ...door,
        recent: withChange(door.recent, action.key, { isUndone: true, isUnconfirmed: false }),
        party: withoutScan(door.party, action.key),
        shown: shownAfterUndo(door, action.key),
      };
    case "guestRead":
      return { ...door, recent: withGuest(door.recent, action.guest) };
  }
}
