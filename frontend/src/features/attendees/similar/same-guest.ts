import type { Attendee } from "@/api/types";
import { hasTicket, isEmail } from "@/features/attendees/rules";
import { plainText } from "@/lib/plain-text";

/** Shorter entries are still being typed. */
const NAME_MIN = 3;
const DIGITS_MIN = 6;
/** As in a search: more digits than these may be a country's code. */
const DIGITS_COMPARED = 9;

/** The number behind the name of a buyer's further tickets. */
const NUMBERED = /( \(\d{1,3}\))+$/;

export const SAME_FIELDS = ["fullName", "phone", "email"] as const;
type SameField = (typeof SAME_FIELDS)[number];

/** The entries of a new guest by which others are found; "" is too short to look for. */
export type Typed = Record<SameField, string>;

export function typedOf({ fullName, phone, email }: Pick<Attendee, SameField>): Typed {
  const name = fullName.trim().replace(NUMBERED, "");
  const digits = phone.replace(/\D/g, "").slice(-DIGITS_COMPARED);
  const address = email?.trim().toLowerCase() ?? "";
  return {
    fullName: name.length < NAME_MIN ? "" : name,
    phone: digits.length < DIGITS_MIN ? "" : digits,
    email: isEmail(address) ? address : "",
  };
}

/** A name without case, accents, apostrophes, dots and hyphens. */
const plainName = (name: string): string =>
  plainText(name)
    .replace(/[.'’]/g, "")
    .replace(/[-\s]+/g, " ");

export interface SameGuest {
  attendee: Attendee;
  /** At least one. */
  same: SameField[];
}

/** The attendees with one of these entries, those with most of them first. A party counts once, by its first ticket. */
export function sameGuests(rows: readonly Attendee[], typed: Typed): SameGuest[] {
  const comparable = (entries: Typed): Typed => ({ ...entries, fullName: plainName(entries.fullName) });
  const wanted = comparable(typed);
  const parties = new Map<string, SameGuest>();
  for (const attendee of rows.filter(hasTicket).sort((one, other) => one.id - other.id)) {
    const theirs = comparable(typedOf(attendee));
    const same = SAME_FIELDS.filter((field) => wanted[field] !== "" && theirs[field] === wanted[field]);
    const party = SAME_FIELDS.map((field) => theirs[field]).join(" ");
    if (same.length > 0 && !parties.has(party)) parties.set(party, { attendee, same });
  }
  return [...parties.values()].sort((one, other) => other.same.length - one.same.length);
}
