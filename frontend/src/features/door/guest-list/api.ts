import type { TicketTypeColor } from "@/api/types";

/** A ticket as GET /api/door/list sends it; `hash` is base64url of 16 bytes (contract 7). */
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
];

/** The ticket type of a listed guest. */
export type ListedType = readonly [id: number, name: string, color: TicketTypeColor];

export const ALL_DOOR_LISTS = ["door-list"] as const;
export const doorListKey = (eventId: number | null) => [...ALL_DOOR_LISTS, eventId] as const;
