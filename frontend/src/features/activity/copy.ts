import type { HistoryKind, ListRule, LoggedStep } from "@/api/types";
import { counted } from "@/lib/count";

export const ACTIVITY_COPY = {
  title: "Activity",
  intro: "What people did, newest first. Scans are on each guest's own page.",
  filters: "Filters",
  person: "Person",
  everyone: "Everyone",
  unknownPerson: "Unknown account",
  kind: "Kind",
  everything: "Everything",
  day: "Day",
  dayHint: "Any day",
  calendar: "Choose a day",
  dayWrong: "Write a day like 21 Nov 2026",
  ofOneGuest: "Only what concerns one guest.",
  showAll: "Show all",
  clear: "Clear filters",
  refresh: "Refresh",
  csv: "Export CSV",
  csvFailure: { title: "Error", fallback: "The activity could not be exported" },
  loading: "Loading the activity...",
  fetchFailed: "The activity could not be loaded",
  none: "Nothing has happened yet",
  noneMatch: "Nothing matches",
  noneMatchHint: "Choose another person, kind or day, or clear the filters.",
} as const;

/** The card on an attendee's details (contract 2.activity). */
export const HISTORY_COPY = {
  title: "History",
  loading: "Loading the history...",
  fetchFailed: "The history could not be loaded",
  none: "No history for this guest yet.",
  more: "Show more",
  loadingMore: "Loading...",
  moreFailed: "The rest could not be loaded.",
  again: "Try again",
  inActivity: "Open in Activity",
} as const;

export const KINDS: Record<HistoryKind, string> = {
  attendee: "Guests",
  event: "Events",
  import: "Imports",
  export: "Exports",
  user: "Staff and sign-ins",
  grant: "Devices at the door",
  pass: "Helpers' passes",
  conflict: "Conflicts",
  backup: "Backups and restores",
  keeping: "Retention period",
  mail: "Email",
  settings: "Settings",
};

/** Field names within a sentence about an edit. */
export const FIELDS: Record<string, string> = {
  fullName: "name",
  phone: "phone number",
  tableNumber: "table",
  paymentStatus: "payment",
  amountPaidCents: "amount paid",
  notes: "notes",
  email: "email",
  ticketType: "ticket type",
  color: "colour",
  priceCents: "price",
  announce: "announcement",
  name: "name",
  date: "date",
  time: "time",
  ticketPriceCents: "ticket price",
  capacity: "capacity",
  countsExits: "counting of people leaving",
  reentry: "re-entry",
  stopsAtCapacity: "refusal when full",
  checkInList: "name",
  rule: "rule",
  ticketTypeIds: "ticket types",
  needsEntrance: "requirement of the entrance",
  organisationName: "organisation name",
  accentColor: "accent colour",
  currency: "currency",
  dateFormat: "order of day and month",
  timeFormat: "12 or 24 hours",
  ticketText: "ticket text",
  venue: "venue",
  address: "address",
  endTime: "end time",
  username: "username",
  role: "role",
};

export const ROLES: Record<string, string> = {
  organizer: "organizer",
  super_admin: "super administrator",
};

/** Rules of check-in lists. */
export const RULES: Record<ListRule, string> = {
  once: "once",
  reentry: "in and out",
  every: "every scan counts",
};

export const REQUIRED_OF: Record<string, string> = {
  nobody: "nobody",
  super_admins: "super admins",
  everyone: "everyone",
};

export const FORMATS: Record<string, string> = {
  dayFirst: "day first",
  monthFirst: "month first",
  "12h": "12 hours",
  "24h": "24 hours",
};

export const CONFLICT_STATES: Record<string, string> = {
  kept: "extra people entered",
  dismissed: "no extra people",
};

export const tickets = (count: number) => counted(count, "ticket", "tickets");
export const guests = (count: number) => counted(count, "guest", "guests");
export const events = (count: number) => counted(count, "event", "events");
export const days = (count: number) => counted(count, "day", "days");

/** '1 sign-in, 2 devices at doors and 1 pass', without empty parts. */
export function endedSignIns(signIns: number, devices: number, passes: number): string {
  const ended = [
    signIns || devices + passes === 0 ? counted(signIns, "sign-in", "sign-ins") : null,
    devices ? counted(devices, "device at a door", "devices at doors") : null,
    passes ? counted(passes, "pass", "passes") : null,
  ].filter((part) => part !== null);
  return ended.join(", ").replace(/, (?!.*, )/, " and ");
}

export const others = (count: number) => counted(count, "other guest", "other guests");

/** Predicates of a sentence about the door, after the name of the staff member. */
export const AT_THE_DOOR: Record<LoggedStep["outcome"], string> = {
  admitted: "let this guest in",
  let_in_offline: "let this guest in while the server was out of reach",
  repeat: "found this guest checked in already",
  unknown: "refused the ticket: not known",
  invalid: "refused the ticket: not known",
  other_event: "refused the ticket: for another event",
  marked_present: "marked this guest present",
  marked_absent: "took the check-in back",
  imported: "imported this guest as checked in",
  turned_away: "turned this guest away",
  withdrawn: "turned this guest away, although the server had said yes",
  baseline: "checked this guest in before an import or a restore",
  not_counted: "let this guest in, which does not count: the device was no longer allowed to check in",
  left: "saw this guest leave",
  not_inside: "scanned the ticket on the way out: not inside",
  exits_not_counted: "scanned the ticket on the way out, which this event does not count",
  exit_undone: "undid the exit",
  returned: "let this guest back in",
  reentry_not_allowed: "refused the ticket: already left",
  wrong_ticket_type: "refused the ticket: wrong ticket type",
  not_entered: "refused the ticket: not at the entrance yet",
  full: "refused the ticket: full",
  leaver: "counted a person who left without a scan",
  leaver_undone: "undid a person counted as left without a scan",
};

/** Staff decided, after a refusal or without a verdict. */
export const ANYWAY: Partial<typeof AT_THE_DOOR> = {
  let_in_offline: "let this guest in anyway",
  marked_present: "marked this guest present anyway: the event was full",
};

export const DOOR_NOTES = {
  sentLater: (time: string) => `Sent later, at ${time}`,
  timeUnsure: "Time unsure: the device's clock was wrong",
};

export const UNDO_CHANGE_COPY = {
  title: "Undo this change",
  description:
    "All of its attendees get their former values back. If one of them was edited or deleted since, nothing is undone.",
  submit: "Undo change",
} as const;

/** Where a request came from, by its shortened address. */
export const fromAddress = (address: string | null): string | null =>
  address && (address === "127.0.0.0" ? "from the server itself" : `from ${address}`);
