import * as z from "zod/mini";
import { parseDollars } from "@/lib/money";

const WRONG = "Enter an amount in dollars, such as 45 or 45.50";

/** Value of a money field: blank, or dollars with at most two decimals. */
export const moneyText = z
  .string()
  .check(z.refine((text) => text.trim() === "" || parseDollars(text) !== null, WRONG));
