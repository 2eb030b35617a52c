import type { TicketTypeRef } from "@/api/types";
import type { ListedType, TicketRow } from "@/features/door/guest-list/api";

export const orNaN = (value: number | null) => value ?? Number.NaN;
export const orNull = (value: number | undefined) =>
  value === undefined || Number.isNaN(value) ? null : value;

/** The ticket type of its JSON text; null where the text is empty. */
export function typeOf(text: string | undefined): TicketTypeRef | null {
  if (!text) return null;
  const [id, name, color] = JSON.parse(text) as ListedType;
  return { id, name, color };
}

/** What is kept of a ticket besides its hash and this number. */
export const blank = (id: number): TicketRow => ["", id, "", 0, "", null, "", null, null];
