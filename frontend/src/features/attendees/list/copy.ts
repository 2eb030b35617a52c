import type { Attendee, EventFigures } from "@/api/types";
import {
  type AttendeeFilters,
  isNarrowed,
  isWholeDebt,
  wholeEventOf,
} from "@/features/attendees/list/filters";
import { counted, formatCount } from "@/lib/count";
import { formatMoney } from "@/lib/money";

export const MANAGE_COPY = {
  title: "Manage Attendees",
  filters: "Filters",
  moreFilters: (set: number) => (set === 0 ? "Filters" : `Filters (${set})`),
  search: "Search",
  searchHint: "Name, phone or invoice",
  event: "Event",
  payment: "Payment",
  paymentHint: "Payment",
  attendance: "Attendance",
  allAttendees: "All Attendees",
  attended: "Attended",
  notAttended: "Not Attended",
  owes: "Owes money",
  /** The amount, or the number of guests if there is no price. */
  owesHow: (cents: number | null, guests: number) =>
    cents === null ? `${formatCount(guests)} not paid` : formatMoney(cents),
  showing: (matches: number, all: number) =>
    `Showing ${formatCount(matches)} of ${formatCount(all)} attendees`,
  showingOf: (matches: number) => `Showing ${formatCount(matches)} attendees`,
  ofEvent: (tickets: number) => `${formatCount(tickets)} at this event`,
  arrived: (count: number) => `${formatCount(count)} arrived`,
  waiting: (count: number) => `${formatCount(count)} selected under the search before`,
  showTable: (table: number) =>
    table === 0 ? "Show attendees without a table" : `Show table ${formatCount(table)}`,
  showAllTables: (table: string) => `${table}: show all tables`,
  hasNotes: "Has notes",
  list: "Attendees",
  loading: "Loading attendees...",
  fetchFailed: "The attendees could not be loaded",
  none: "No attendees found",
  noneHint: "Add some attendees to get started",
  add: "Add Attendee",
  addShort: "Add",
  more: "More actions",
  print: "Print",
  noneOfEvent: "This event has no guests yet",
  noneOfEventHint: "Add them one by one, or import a list",
  noMatch: "No attendees match your filters",
  noMatchHint: "Try adjusting your search or filter criteria",
  clearFilters: "Clear filters",
  select: (name: string) => `Select ${name}`,
  selectAll: "Select all",
  selected: (count: number, hidden = 0) =>
    hidden > 0
      ? `${formatCount(count)} selected, ${formatCount(hidden)} not shown`
      : `${formatCount(count)} selected`,
  selectNobody: "Clear the selection",
  selectFailure: {
    title: "No one was selected",
    fallback: "The attendees could not be counted. Please try again.",
  },
} as const;

export const NEIGHBOUR_COPY = {
  label: "Attendees of the list",
  previous: "Previous",
  next: "Next",
  position: (position: number, matches: number) => `${formatCount(position)} of ${formatCount(matches)}`,
} as const;

export const EXPORT_COPY = {
  /** `part`: the rows of a selection or of a filtered list; null for the whole list. */
  labels: (part: number | null) => {
    const rows = part === null ? "" : ` (${formatCount(part)})`;
    return { csv: `Export CSV${rows}`, excel: `Excel${rows}`, excelName: `Export Excel${rows}` };
  },
  what: (count: number, selected: number, isNarrowed: boolean) =>
    `${counted(count, "row", "rows")}: ${selected > 0 ? "the selected attendees" : isNarrowed ? "the attendees that the filters show" : "all attendees of this list"}`,
  qr: "Export QR",
  exporting: "Exporting...",
  done: (count: number) => ({
    title: "Success",
    description: `${counted(count, "attendee", "attendees")} exported`,
  }),
  tooMany: {
    title: "Too many were ticked one by one",
    description: "Clear the selection and filter the list, or use 'Select all', and export again.",
    variant: "destructive" as const,
  },
  qrDone: (count: number) => ({
    title: "Success",
    description: `QR codes exported for ${formatCount(count)} attendees`,
  }),
  failure: { title: "Export Failed", fallback: "The file could not be made. Please try again." },
} as const;

/** The first names of a selection, the number of the others, and how many the list does not show. */
export function selectedNames(names: readonly string[], others: number, hidden: number): string {
  const more = others > 0 ? ` and ${formatCount(others)} more` : "";
  return `${names.join(", ")}${more}${hidden > 0 ? ` (${formatCount(hidden)} not shown)` : ""}`;
}

/** 'At 3 events · 4 have attended · $540.00 paid': what a deletion or a change concerns. */
export function factsOf(attendees: readonly Attendee[], hasSums: boolean): string {
  const events = new Set(attendees.map(({ eventId }) => eventId)).size;
  const attended = attendees.filter((one) => one.attended).length;
  const paid = attendees.reduce((sum, { amountPaidCents }) => sum + (amountPaidCents ?? 0), 0);
  return [
    events > 1 ? `At ${formatCount(events)} events` : null,
    attended > 0 ? `${counted(attended, "has", "have")} attended` : null,
    hasSums && paid > 0 ? `${formatMoney(paid)} paid` : null,
    hasSums ? owedBy(attendees) : null,
  ]
    .filter(Boolean)
    .join(" · ");
}

/** '$1,620.00 owed'; null where nothing is, or where it is unknown for want of a price. */
export function owedBy(attendees: readonly Attendee[]): string | null {
  if (attendees.some(({ owedCents }) => owedCents === null)) return null;
  const owed = attendees.reduce((sum, { owedCents }) => sum + (owedCents ?? 0), 0);
  return owed > 0 ? `${formatMoney(owed)} owed` : null;
}

export const DELETE_COPY = {
  button: "Delete",
  title: "Delete attendees",
  text: (count: number) =>
    `Are you sure you want to delete ${formatCount(count)} ${count === 1 ? "attendee" : "attendees"}? Their tickets will stop working. This action cannot be undone.`,
  backupFirst: "A backup is made first.",
  protecting: "Making a backup first...",
  protectingText: "Nothing has been deleted yet.",
  confirm: (count: number) => `Delete ${formatCount(count)}`,
  running: "Deleting attendees...",
  progress: (done: number, total: number) => `${formatCount(done)} of ${formatCount(total)} deleted`,
  stop: "Stop",
  stopping: "Stopping...",
  done: (count: number) => ({ title: "Success", description: `${formatCount(count)} attendees deleted` }),
  stopped: (count: number) => ({
    title: "Stopped",
    description: count === 0 ? "No attendee was deleted." : `${formatCount(count)} attendees deleted`,
  }),
  grown: (total: number, now: number) => ({
    title: "No attendee was deleted",
    description: `${formatCount(now)} attendees match by now, and not ${formatCount(total)}. Select them again.`,
    variant: "destructive" as const,
  }),
  failure: (done: number, total: number) => ({
    title: "Failed to delete attendees",
    fallback: `${formatCount(done)} of ${formatCount(total)} were deleted.`,
  }),
} as const;

export const SORT_COPY = {
  sort: "Sort",
  /** Labels of the select while it has no label beside it. */
  by: {
    newest: "Newest first",
    name: "By name",
    lastName: "By last name",
    table: "By table",
    arrival: "By arrival",
  },
  headings: "Column headings",
  name: "Name",
  lastName: "Last name",
  event: "Event",
  phone: "Phone",
  invoice: "Invoice",
  table: "Table",
  payment: "Payment",
  arrival: "Arrival",
} as const;

interface Total {
  all: number | undefined;
  /** The total could not be loaded. */
  allUnknown: boolean;
}

/** 'Showing X of Y attendees' (contract 2); null while Y is loading. */
export function countLabel(matches: number, { all, allUnknown }: Total): string | null {
  if (all !== undefined) return MANAGE_COPY.showing(matches, all);
  return allUnknown ? MANAGE_COPY.showingOf(matches) : null;
}

interface Listed {
  figures: EventFigures | undefined;
  filters: AttendeeFilters;
  /** The matches, if all are loaded. */
  attendees: readonly Attendee[];
  /** The number selected under the search before. */
  waiting: number;
}

/** Counts of the chosen event, the sum owed under other filters, and a selection that waits. */
export function listNotes({ figures, filters, attendees, waiting }: Listed): string[] {
  return [
    figures ? MANAGE_COPY.ofEvent(figures.tickets) : null,
    figures && figures.attended > 0 && wholeEventOf(filters) !== null
      ? MANAGE_COPY.arrived(figures.attended)
      : null,
    isNarrowed(filters) && !isWholeDebt(filters) ? owedBy(attendees) : null,
    waiting > 0 ? MANAGE_COPY.waiting(waiting) : null,
  ].filter((note) => note !== null);
}
