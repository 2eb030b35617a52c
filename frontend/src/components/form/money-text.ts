import * as z from "zod/mini";
import { amountWrong, parseAmount } from "@/lib/amount";

/** Not an amount: the server refuses it. */
const UNREADABLE = -1;

/**
 * Returns integer cents, or null for a blank field. Any other text becomes an amount that the server refuses: null would
 * drop it silently.
 */
export function centsOf(text: string): number | null {
  return text.trim() === "" ? null : (parseAmount(text) ?? UNREADABLE);
}

/** Value of a money field: blank, or an amount as typed. */
export const moneyText = z
  .string()
  .check(z.refine((text) => text.trim() === "" || parseAmount(text) !== null, { error: amountWrong }));
