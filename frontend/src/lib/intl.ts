import { perSettings, type Settings } from "@/lib/settings";

/**
 * The only access to the browser's formats of money, numbers, dates and times, by the settings (contract 9.format).
 * The functions that screens call are in `money.ts`, `count.ts` and `event-date.ts`; names of months and currencies, which
 * the scanner does not need, in `intl-names.ts`.
 */
const LOCALE = { dayFirst: "en-AU", monthFirst: "en-US" } as const;
/** The locale of names, which have three letters each: 'Sep', not 'Sept'. */
export const NAMES = "en-US";

const localeOf = ({ dateFormat }: Settings) => LOCALE[dateFormat];

const clockOf = ({ timeFormat }: Settings): Intl.DateTimeFormatOptions =>
  timeFormat === "12h"
    ? { hour: "numeric", minute: "2-digit", hourCycle: "h12" }
    : { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };

export const numberFormat = (options?: Intl.NumberFormatOptions) =>
  perSettings((settings) => new Intl.NumberFormat(localeOf(settings), options));

/** Dates, in the device's zone unless `parts` name another; with the time, by 12 or 24 hours, if `hasTime`. */
export const dateFormat = (parts: Intl.DateTimeFormatOptions, hasTime = true) =>
  perSettings(
    (settings) =>
      new Intl.DateTimeFormat(localeOf(settings), { ...(hasTime && clockOf(settings)), ...parts }),
  );

type MoneyDisplay = "narrowSymbol" | "name";

/** Amounts with the currency's symbol, or with its name. */
export const moneyFormatOf = (settings: Settings, display: MoneyDisplay) => {
  const { currency, currencyDecimals: digits } = settings;
  return new Intl.NumberFormat(localeOf(settings), {
    style: "currency",
    currency,
    currencyDisplay: display,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
};
export const moneyFormatWith = (display: MoneyDisplay) =>
  perSettings((settings) => moneyFormatOf(settings, display));
export const moneyFormat = moneyFormatWith("narrowSymbol");

/** `Sat 21 Nov 2026`, or `Sat, Nov 21, 2026`, of a day that begins at midnight UTC: it has no zone. */
export const weekdayFormat = perSettings(({ dateFormat }) => {
  const format = new Intl.DateTimeFormat(NAMES, {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });
  return (date: number) => {
    const parts = Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]));
    const { weekday, day, month, year } = parts;
    return dateFormat === "dayFirst"
      ? `${weekday} ${day} ${month} ${year}`
      : `${weekday}, ${month} ${day}, ${year}`;
  };
});

// The browser takes 15 ms to load its formats: in a separate task, before a screen needs the first.
setTimeout(weekdayFormat);
