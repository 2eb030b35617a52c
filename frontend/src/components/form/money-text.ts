import { parseDollars } from "@/lib/money";

/** Not an amount: the server refuses it. */
const UNREADABLE = -1;

/**
 * Returns integer cents, or null for a blank field. Any other text becomes an amount that the server refuses: null would
 * drop it silently.
 */
export function centsOf(text: string): number | null {
  return text.trim() === "" ? null : (parseDollars(text) ?? UNREADABLE);
}
