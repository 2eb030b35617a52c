import type { Attendee } from "@/api/types";
import { hasTicket } from "@/features/attendees/rules";

/** Shorter entries are still being typed. */
const NAME_MIN = 3;
const DIGITS_MIN = 6;
/** As in a search: more digits than these may be a country's code. */
const DIGITS_COMPARED = 9;

/** The number behind the name of a buyer's further tickets. */
const NUMBERED = /( \(\d{1,3}\))+$/;

/** The entries of a new guest by which others are found; "" is too short to look for. */
export interface Typed {
  fullName: string;
  phone: string;
}

export function typedOf({ fullName, phone }: Typed): Typed {
  const name = fullName.trim().replace(NUMBERED, "");
  const digits = phone.replace(/\D/g, "").slice(-DIGITS_COMPARED);
  return {
    fullName: name.length < NAME_MIN ? "" : name,
    phone: digits.length < DIGITS_MIN ? "" : digits,
  };
}

/** A name without case, accents, apostrophes, dots and hyphens. */
const plain = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/[\p{M}.'’]/gu, "")
    .replace(/[-\s]+/g, " ")
    .toLowerCase();

export interface SameGuest {
  attendee: Attendee;
  same: "both" | "fullName" | "phone";
}

/** The attendees with this name or phone number, those with both first. Each party counts once, by its first ticket. */
export function sameGuests(rows: readonly Attendee[], { fullName, phone }: Typed): SameGuest[] {
  const found = rows.filter(hasTicket).flatMap((attendee): SameGuest[] => {
    const theirs = typedOf(attendee);
    const hasName = fullName !== "" && plain(theirs.fullName) === plain(fullName);
    const hasPhone = phone !== "" && theirs.phone === phone;
    if (!hasName && !hasPhone) return [];
    return [{ attendee, same: hasName && hasPhone ? "both" : hasName ? "fullName" : "phone" }];
  });
  const parties = new Map<string, SameGuest>();
  for (const guest of found.sort((one, other) => one.attendee.id - other.attendee.id)) {
    const { fullName: name, phone: number } = typedOf(guest.attendee);
    const party = `${plain(name)} ${number}`;
    if (!parties.has(party)) parties.set(party, guest);
  }
  const order = ["both", "fullName", "phone"];
  return [...parties.values()].sort((one, other) => order.indexOf(one.same) - order.indexOf(other.same));
}
