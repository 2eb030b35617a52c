import type { Attendee } from "@/api/types";
import { ANNOUNCED_FOR_MS } from "@/features/ticket-types/rules";

/** One arrival of one guest: a guest who comes in again is another one. */
export const arrivalOf = ({ id, attendedAt }: Attendee): string => `${id} ${attendedAt}`;

/** The arrivals to show: of the last ten minutes, and not dismissed (contract 2.announcement). */
export const shownArrivals = (
  announced: readonly Attendee[],
  dismissed: readonly string[],
  at: number,
): Attendee[] =>
  announced.filter(
    (guest) =>
      guest.attendedAt !== null &&
      at - Date.parse(guest.attendedAt) < ANNOUNCED_FOR_MS &&
      !dismissed.includes(arrivalOf(guest)),
  );
