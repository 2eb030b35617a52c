import type { Conflict, ConflictState, LoggedStep } from "@/api/types";
import { counted, formatCount } from "@/lib/count";
import { formatTimeOfDay } from "@/lib/event-date";

/** Texts of /conflicts (contract 2.conflicts). */
export const CONFLICTS_COPY = {
  title: "Conflicts",
  intro: "Check-ins to review: doors that could not reach the server decided on their own.",
  list: "Conflicts",
  event: "Event",
  show: "Show",
  states: {
    all: "All",
    open: "Open",
    kept: "Extra people entered",
    dismissed: "No extra people",
  },
  loading: "Loading conflicts...",
  fetchFailed: "The conflicts could not be loaded",
  open: (count: number) => `${count} open`,
  none: "No conflicts",
  noneHint:
    "If doors work without a network and let the same ticket in twice, or turn a guest away by mistake, you find it here.",
  noneMatch: "No conflicts match",
  noneMatchHint: "Choose another event, or show all.",
  showAll: "Show all",
  select: (name: string) => `Select ${name}`,
  selectAll: "Select all open",
  selected: (count: number) => `${count} selected`,
  selectNone: "Clear the selection",
  closing: (done: number, total: number) => `${done} of ${total} closed`,
  stop: "Stop",
  stopping: "Stopping...",
} as const;

export const DECISION_COPY = {
  note: "Note",
  addNote: "Add a note",
  timeline: "What happened",
  close: "Close",
  closing: "Closing...",
  opening: "Opening...",
  openAgain: "Open again",
  leave: "Back to the list",
  failed: "The conflict could not be closed. Check the connection, then try again.",
  changed: "Someone changed this conflict. This is the current version.",
  settled: "This conflict resolved itself",
  closedMany: (count: number) => `${counted(count, "conflict", "conflicts")} closed`,
  changedMany: (count: number) =>
    count === 1
      ? "1 changed meanwhile and was left as it is."
      : `${count} changed meanwhile and were left as they are.`,
  failure: (done: number, total: number) => ({
    title: "Some conflicts could not be closed",
    fallback: `${done} of ${total} were closed. Check the connection, then try again.`,
  }),
} as const;

type Kind = Conflict["kind"];
type Counted = Pick<Conflict, "kind" | "count">;

export const KIND: Record<Kind, { name: string; meaning: string }> = {
  twice: {
    name: "Let in twice",
    meaning:
      "The same ticket was let in more than once. Either two people entered with it, or one person was scanned again.",
  },
  turned_away: {
    name: "Turned away with a valid ticket",
    meaning: "A door refused this guest by an old list, and no one has let them in since. Find the guest.",
  },
  not_on_list: {
    name: "Let in without being on the list",
    meaning: "Staff let this person in anyway. The server does not know the ticket either.",
  },
  cancelled: {
    name: "Let in with a cancelled ticket",
    meaning: "A door let this person in by its list. The ticket had been deleted by then.",
  },
  other_event: {
    name: "Let in with a ticket of another event",
    meaning: "A door let this person in by its list. The ticket is for another event.",
  },
  revoked_device: {
    name: "Let in by a removed device",
    meaning:
      "This device was no longer allowed to check in, so its check-ins do not count. If a guest is inside, mark them present.",
  },
  missing: {
    name: "Check-ins of a device are missing",
    meaning:
      "This device said that it had more check-ins to send, and they never came. Open Doorlist on it again, or ask its user whom they let in.",
  },
};

/** The two ways to close a conflict of this kind. */
type Answers = { kept: string; dismissed: string } | "close";

const PEOPLE: Answers = { kept: "Two people entered", dismissed: "One person" };
const EXTRA: Answers = { kept: "An extra person entered", dismissed: "No extra person" };

const ANSWERS: Record<Kind, Answers> = {
  twice: PEOPLE,
  not_on_list: EXTRA,
  cancelled: EXTRA,
  other_event: EXTRA,
  revoked_device: EXTRA,
  turned_away: "close",
  missing: "close",
};

const EXTRAS: Answers = { kept: "Extra people entered", dismissed: "No extra people" };

export const answersOf = ({ kind, count }: Counted): Answers =>
  ANSWERS[kind] === EXTRA && count > 1 ? EXTRAS : ANSWERS[kind];

/** '12 let in by a removed device'. */
export function kindLabel({ kind, count }: Counted): string {
  const { name } = KIND[kind];
  return count > 1 ? `${formatCount(count)} ${name.charAt(0).toLowerCase()}${name.slice(1)}` : name;
}

/** The answers for a selection: specific ones if all are alike. */
export function answersOfAll(conflicts: readonly Conflict[]): Answers {
  const all = new Set(conflicts.map(answersOf));
  const people = [...all].filter((answers) => answers !== "close");
  if (people.length === 0) return "close";
  return all.size === 1 && people[0] ? people[0] : EXTRAS;
}

/** Null while open. */
export function stateLabel({ kind, count, state }: Counted & { state: ConflictState }): string | null {
  if (state === "open") return null;
  const answers = answersOf({ kind, count });
  return answers === "close" ? "Closed" : answers[state];
}

export function nameOf({ kind, attendee, named, device }: Conflict): string {
  if (attendee) return attendee.fullName;
  if (kind === "missing" || kind === "revoked_device") return device ?? named ?? "Door without a name";
  if (kind === "not_on_list" || kind === "other_event") {
    const isText = named !== null && !/^(sha256|attendee):/.test(named);
    return isText ? `Ticket '${named}'` : "Ticket without a name";
  }
  return "Deleted guest";
}

export const eventLabel = ({ event }: Conflict): string => event?.name ?? "No event, or a deleted one";

type Doer = Pick<LoggedStep, "device" | "person"> & Partial<Pick<LoggedStep, "helper">>;

/** 'Gate B, Olive Organizer', or with a pass 'Gate B, Kim (pass of Olive Organizer)'. */
export function doorLabel({ device, person, helper }: Doer): string {
  const pass = person ? ` (pass of ${person.fullName})` : "";
  return [device, helper ? helper + pass : person?.fullName].filter(Boolean).join(", ") || "Unknown door";
}

export const moreRows = (count: number): string => `and ${formatCount(count)} more`;

export const closedBy = (words: string, who: string | null, when: string): string =>
  `Closed as '${words}' by ${who ?? "a deleted user"}, ${when}`;

const REFUSED: Partial<Record<LoggedStep["outcome"], string>> = {
  unknown: "the server knows no such ticket",
  invalid: "the server knows no such ticket",
  other_event: "the ticket is of another event",
};

const OUTCOME: Record<LoggedStep["outcome"], string> = {
  admitted: "Let in",
  let_in_offline: "Let in without the server",
  repeat: "Scanned again: already checked in",
  unknown: "Refused: not a known ticket",
  invalid: "Refused: not a known ticket",
  other_event: "Refused: ticket of another event",
  marked_present: "Marked present by hand",
  marked_absent: "Check-in undone",
  imported: "Imported as attended",
  turned_away: "Turned away at the door",
  withdrawn: "Turned away at the door, although the server accepted the ticket",
  baseline: "Attendance before this log (import, restore or older version)",
  not_counted: "Let in, not counted: the device was no longer allowed to check in",
  left: "Left",
  not_inside: "Scanned on the way out: not inside",
  exits_not_counted: "Scanned on the way out, which this event does not count",
  exit_undone: "Exit undone",
  returned: "Came back",
  reentry_not_allowed: "Refused: already left",
  wrong_ticket_type: "Refused: wrong ticket type",
  not_entered: "Refused: not at the entrance yet",
  full: "Refused: full",
  leaver: "Left without a scan",
  leaver_undone: "Left without a scan, undone",
};

/** 'Let in at Backstage'; at the entrance 'Let in'. */
export function stepLabel({ outcome, shown, list }: LoggedStep): string {
  const at = list ? ` at ${list.name}` : "";
  const refused = REFUSED[outcome];
  return refused && shown === "admitted" ? `Let in by the door${at}; ${refused}` : OUTCOME[outcome] + at;
}

/** Outcomes that the server decided if the door reported no certainty. */
const SERVERS: readonly LoggedStep["outcome"][] = ["admitted", "repeat", "unknown", "invalid", "other_event"];

/** The basis of the door's decision. */
function basisLabel({ certainty, listAsOf, outcome }: LoggedStep): string | null {
  switch (certainty) {
    case "list":
      return listAsOf ? `By the guest list of ${formatTimeOfDay(listAsOf)}` : "By the device's guest list";
    case "this_door":
      return "By what this door had scanned before";
    case "text":
      return "By the ticket's text alone";
    case "none":
      return outcome === "marked_present" ? "Although the event was full" : "Not decided at the door";
    case "confirmed":
      return "Confirmed by the server";
    default:
      return SERVERS.includes(outcome) ? "Decided by the server" : null;
  }
}

/** The basis of the decision, and when the server received it. */
export const certaintyLabel = (step: LoggedStep): string =>
  [
    basisLabel(step),
    step.receivedAt ? `Sent later, at ${formatTimeOfDay(step.receivedAt)}` : null,
    step.isTimeUnsure ? "Time unsure: the device's clock was wrong" : null,
  ]
    .filter(Boolean)
    .join(". ");
