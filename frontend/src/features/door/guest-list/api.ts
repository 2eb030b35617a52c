import type { TicketTypeColor } from "@/api/types";

/** A row of GET /api/door/list; `hash` is 16 bytes in base64url (contract 7). */
export type TicketRow = readonly [
  hash: string,
  id: number,
  fullName: string,
  tableNumber: number,
  paymentStatus: string,
  owedCents: number | null,
  invoiceNumber: string,
  attendedAt: number | null,
  checkedInBy: string | null,
  notes?: string | null,
  markedAbsentAt?: number | null,
  ticketType?: ListedType | null,
  leftAt?: number | null,
  checkIns?: readonly ListedCheckIn[] | null,
];

/** The check-ins of a listed guest at a check-in list. */
export type ListedCheckIn = readonly [
  listId: number,
  firstAt: number,
  lastAt: number,
  times: number,
  leftAt: number | null,
];

export type ListedType = readonly [id: number, name: string, color: TicketTypeColor];

export const ALL_DOOR_LISTS = ["door-list"] as const;
export const doorListKey = (eventId: number | null) => [...ALL_DOOR_LISTS, eventId] as const;
