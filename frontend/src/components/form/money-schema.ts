import { parseDollars } from "@/lib/money";
import { z } from "@/lib/schema";

const WRONG = "Enter an amount in dollars, such as 45 or 45.50";

/** What a money field holds: blank, or dollars with at most two decimals. */
export const moneyText = z
  .string()
  .refine((text) => text.trim() === "" || parseDollars(text) !== null, WRONG);
