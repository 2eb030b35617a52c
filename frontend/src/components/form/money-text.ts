import { parseDollars } from "@/lib/money";

/** No amount at all, so that the server refuses it. */
const UNREADABLE = -1;

/**
 * Integer cents for the wire; null where the field is blank. What no form has refused and is still no amount is not taken
 * for a blank: it would be dropped without a word.
 */
export function centsOf(text: string): number | null {
  return text.trim() === "" ? null : (parseDollars(text) ?? UNREADABLE);
}
