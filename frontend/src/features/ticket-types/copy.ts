import { formatMoney } from "@/lib/money";

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
  priced: (name: string, priceCents: number) => `${name} (${formatMoney(priceCents)})`,
} as const;

export const ANNOUNCEMENT_COPY = {
  arrived: (name: string) => `Arrived: ${name}`,
  dismiss: (name: string) => `Dismiss ${name}`,
  latest: "Announced arrivals",
  table: (tableNumber: number) => (tableNumber > 0 ? `Table ${tableNumber}` : "No table"),
} as const;
