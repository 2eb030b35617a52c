import type { TicketTypeRef } from "@/api/types";
import type { ListedType, TicketRow } from "@/features/door/guest-list/api";

export const orNaN = (value: number | null) => value ?? Number.NaN;
export const orNull = (value: number | undefined) =>
  value === undefined || Number.isNaN(value) ? null : value;

/** Parses a ticket type; null for an empty text. */
export function typeOf(text: string | undefined): TicketTypeRef | null {
  if (!text) return null;
  const [id, name, color] = JSON.parse(text) as ListedType;
  return { id, name, color };
}

/** The row of a cancelled ticket. */
export const blank = (id: number): TicketRow => ["", id, "", 0, "", null, "", null, null];
