import { counted, formatCount } from "@/lib/count";
import { moneyFormat } from "@/lib/intl";
import { namedMoneyFormat } from "@/lib/intl-names";
import { perUnit } from "@/lib/money";
import { currentSettings, perSettings } from "@/lib/settings";

/** The largest amount that the server accepts (contract 3). */
const MAX_CENTS = 100_000_000_00;

/** `45.00` from integer cents, as a money field shows what is stored. */
export function amountText(cents: number): string {
  const { currencyDecimals: digits } = currentSettings();
  const text = String(cents).padStart(digits + 1, "0");
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Converts the API's sums, which are in whole units, to cents. */
export const centsOfUnits = (units: number): number => Math.round(units * perUnit());

/** `AUD`, for the label of an amount. */
export const currencyCode = (): string => currentSettings().currency;

/** `dollars`, `euros` or `yen`: the last word of the currency's name. */
export const currencyUnits = perSettings(({ currency }) => {
  const name = namedMoneyFormat()
    .formatToParts(0)
    .find(({ type }) => type === "currency")?.value;
  return name?.split(/\s/).at(-1) ?? currency;
});

/** `45 or 45.50`; `4500` in a currency without decimals. */
export const amountExamples = (): string => {
  const { currencyDecimals: digits } = currentSettings();
  return digits === 0 ? "4500" : `45 or 45.${"50".padEnd(digits, "0").slice(0, digits)}`;
};

/** The message at an amount that is unreadable or too large. */
export const amountWrong = (): string =>
  `Enter an amount from 0 to ${formatCount(MAX_CENTS / perUnit())} ${currencyUnits()}, such as ${amountExamples()}`;

const quoted = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The forms of a typed amount. Three digits after a comma are thousands; fewer are cents. */
const amountForms = perSettings(({ currency, currencyDecimals: digits }) => {
  const symbol =
    moneyFormat()
      .formatToParts(0)
      .find(({ type }) => type === "currency")?.value ?? "";
  const sign = `^(?:\\$|${quoted(symbol)}|${currency})?\\s*`;
  const forms =
    digits === 0
      ? ["(\\d{1,3}(?:[.,]\\d{3})+|\\d+)()$"]
      : [
          `(?=\\.?\\d)(\\d{1,3}(?:,\\d{3})+|\\d*)(?:\\.(\\d{0,${digits}}))?$`,
          "(\\d{1,3}(?:\\.\\d{3})+|\\d+),(\\d{1,2})$",
        ];
  return forms.map((form) => new RegExp(sign + form, "i"));
});

/** Parses a typed amount to integer cents: `45`, `45.5`, `45,50`, `$1,250.00`. Null if it is invalid. */
export function parseAmount(text: string): number | null {
  const found = amountForms()
    .map((form) => form.exec(text.trim()))
    .find(Boolean);
  if (!found) return null;
  const [, whole = "", rest = ""] = found;
  const amount =
    Number(whole.replace(/[.,]/g, "")) * perUnit() +
    Number(rest.padEnd(currentSettings().currencyDecimals, "0"));
  return amount <= MAX_CENTS ? amount : null;
}

/** The hint of a changed price: amounts that were paid stay. */
export const changedPriceNote = (owing: number): string =>
  `The change also counts for ${counted(owing, "guest who still owes", "guests who still owe")}.`;
