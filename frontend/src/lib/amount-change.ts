import { formatMoney } from "@/lib/money";

/** '$950.00 added to the amounts paid'; empty for 0. */
export function amountChange(cents: number): string {
  if (cents === 0) return "";
  const isMore = cents > 0;
  return `${formatMoney(Math.abs(cents))} ${isMore ? "added to" : "removed from"} the amounts paid`;
}
