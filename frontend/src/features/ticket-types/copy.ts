import type { TicketTypeColor } from "@/api/types";
import { amountWrong, currencyCode } from "@/lib/amount";
import { counted } from "@/lib/count";

const guests = (count: number): string => counted(count, "guest", "guests");

/** The ticket types of an event: contract 2.ticket-type. */
export const TYPES_COPY = {
  title: "Ticket Types",
  hint: "Such as VIP or Student: with a colour, and a price if it differs. Shown at the door.",
  add: "Add ticket type",
  edit: (name: string) => `Edit ${name}`,
  announced: "Announced",
  failed: "The ticket types could not be loaded",
  loading: "Loading ticket types...",
} as const;

export const TYPE_FIELD_COPY = {
  label: "Ticket Type",
  none: "No type",
  deleted: "Deleted type",
  all: "All Ticket Types",
  unchanged: "No change",
} as const;

export const TYPE_DIALOG_COPY = {
  newTitle: "New ticket type",
  editTitle: "Edit ticket type",
  name: "Name",
  nameMissing: "Enter a name",
  nameTooLong: "Use 40 characters or fewer",
  color: "Colour",
  get price() {
    return `Price (${currencyCode()})`;
  },
  priceHint: "Optional. Blank means the event's ticket price.",
  get priceWrong() {
    return amountWrong();
  },
  announce: "Announce arrivals",
  announceHint: "Staff screens show when one of these guests comes in.",
  save: "Save",
  saving: "Saving...",
  cancel: "Cancel",
  remove: "Delete",
  removing: "Deleting...",
  saveFailure: "The ticket type could not be saved.",
  removeFailure: "The ticket type could not be deleted.",
  moveTitle: (name: string) => `Delete ${name}?`,
  moveText: (count: number) =>
    `${guests(count)} ${count === 1 ? "has" : "have"} this type. Choose what they get instead.`,
  moveTo: "They get",
} as const;

export const COLOR_NAMES: Record<TicketTypeColor, string> = {
  slate: "Slate",
  blue: "Blue",
  teal: "Teal",
  green: "Green",
  gold: "Gold",
  orange: "Orange",
  red: "Red",
  purple: "Purple",
};

export const ANNOUNCEMENT_COPY = {
  arrived: (name: string) => `Arrived: ${name}`,
  dismiss: (name: string) => `Dismiss ${name}`,
  latest: "Announced arrivals",
  table: (tableNumber: number) => (tableNumber > 0 ? `Table ${tableNumber}` : "No table"),
} as const;
