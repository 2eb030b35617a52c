import { moneyFormatWith, NAMES } from "@/lib/intl";

/** An amount with the currency's name. */
export const namedMoneyFormat = moneyFormatWith("name");

/** `Euro` of `EUR`. */
export const currencyName = (code: string): string =>
  new Intl.DisplayNames(NAMES, { type: "currency" }).of(code) ?? code;

/** The names of the twelve months, or from Sunday of the seven days, in full and in small letters. */
export function longNames(of: "month" | "weekday"): string[] {
  const { format } = new Intl.DateTimeFormat(NAMES, { [of]: "long" });
  // The 1st of February 2026 is a Sunday.
  const dates = Array.from({ length: of === "month" ? 12 : 7 }, (_, index) =>
    of === "month" ? new Date(2026, index, 1) : new Date(2026, 1, index + 1),
  );
  return dates.map((date) => format(date).toLowerCase());
}
