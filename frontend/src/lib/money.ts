import { moneyFormat } from "@/lib/intl";
import { currentSettings } from "@/lib/settings";

/**
 * Money is stored as whole units of the currency's smallest part, such as cents, and formatted only for display, so
 * that sums are exact (contract 3). The functions for forms are in `amount.ts`, which the scanner does not load.
 */

/** Cents in a dollar, or their like. */
export const perUnit = () => 10 ** currentSettings().currencyDecimals;

/** `$45.00`, `€45.00` or `¥4,500` from whole cents or yen. */
export function formatMoney(cents: number): string {
  return moneyFormat().format(cents / perUnit());
}

/** `$45.00 owed` */
export const formatOwed = (cents: number): string => `${formatMoney(cents)} owed`;
