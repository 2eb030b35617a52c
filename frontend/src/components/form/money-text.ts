import * as z from "zod/mini";
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

const WRONG = "Enter an amount in dollars, such as 45 or 45.50";

/** Value of a money field: blank, or dollars with at most two decimals. */
export const moneyText = z
  .string()
  .check(z.refine((text) => text.trim() === "" || parseDollars(text) !== null, WRONG));
