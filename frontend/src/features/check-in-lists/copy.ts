import type { ListRule } from "@/api/types";
import { formatCount } from "@/lib/count";
import { formatTimestamp } from "@/lib/event-date";

/** The check-in lists of an event: contract 2.check-in-list. */
export const LISTS_COPY = {
  title: "Check-in lists",
  hint: "For other check-ins than the entrance, such as Backstage, Dinner or Day 2.",
  none: "No lists besides the entrance",
  add: "Add a list",
  edit: (name: string) => `Edit ${name}`,
  failed: "The check-in lists could not be loaded",
  loading: "Loading check-in lists...",
  allTickets: "All tickets",
  noTypeLeft: "No ticket: its ticket types were deleted",
  capacity: (capacity: number) => `Capacity ${formatCount(capacity)}`,
  needsEntrance: "After the entrance",
} as const;

/** The rules in the words of the screen, and what each means. */
export const RULE_COPY: Record<ListRule, { name: string; hint: string }> = {
  once: { name: "Once", hint: "Each guest comes in once." },
  reentry: { name: "In and out", hint: "Guests are scanned in and out, and may come back." },
  every: { name: "Every scan counts", hint: "Guests may come in again and again, as on a shuttle." },
};

export const LIST_DIALOG_COPY = {
  newTitle: "New check-in list",
  editTitle: "Edit check-in list",
  name: "Name",
  nameMissing: "Enter a name",
  rule: "Rule",
  allTickets: "All tickets",
  allTicketsHint: "Also of types that are added later, and without a type.",
  types: "Ticket types",
  typesMissing: "Tick at least one ticket type, or switch 'All tickets' on",
  capacity: "Capacity",
  capacityHint:
    "Optional: how many people may be in. 'Doors' shows when the list fills up. Guests are refused if the event refuses guests when full.",
  capacityWrong: "Enter a whole number from 1 to 100,000, or leave it blank for no limit",
  needsEntrance: "Only after the entrance",
  needsEntranceHint: "Guests who have not come in at the entrance are refused.",
  save: "Save",
  saving: "Saving...",
  cancel: "Cancel",
  remove: "Delete",
  removing: "Deleting...",
  saveFailure: {
    title: "Failed to save check-in list",
    fallback: "The check-in list could not be saved. Check the connection, then try again.",
  },
  removeFailure: {
    title: "Failed to delete check-in list",
    fallback: "The check-in list could not be deleted. Check the connection, then try again.",
  },
  removeTitle: (name: string) => `Delete ${name}?`,
  removeText:
    "Scanners can no longer choose this list. Its check-ins stay in the log and on the guests' pages.",
} as const;

/** The check-ins of one guest at the lists (contract 2.details). */
export const CHECK_INS_COPY = {
  title: "Check-ins",
  at: (time: string) => `Checked in ${formatTimestamp(time)}`,
  between: (times: number, first: string, last: string) =>
    `${formatCount(times)} times: first ${formatTimestamp(first)}, last ${formatTimestamp(last)}`,
  inside: "Inside",
} as const;
