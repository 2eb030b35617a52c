/** Money is stored as whole cents and formatted only for display, so that sums are exact (contract 3). */
const aud = new Intl.NumberFormat("en-AU", { style: "currency", currency: "AUD" });

/** The largest amount that the server accepts (contract 3). */
const MAX_CENTS = 100_000_000_00;

const DOLLARS = /^\$?\s*(?=\.?\d)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d{0,2}))?$/;
/** Three digits after a comma are thousands; one or two are cents. */
const DECIMAL_COMMA = /^\$?\s*(\d{1,3}(?:\.\d{3})+|\d+),(\d{1,2})$/;

/** `$45.00` from integer cents. The one currency is AUD (contract 9). */
export function formatAud(cents: number): string {
  return aud.format(cents / 100);
}

/** `45.00` from integer cents, as a money field shows what is stored. */
export function dollarsOf(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}

/** Parses a typed amount to integer cents: `45`, `45.5`, `45,50`, `$1,250.00`. Null if it is invalid. */
export function parseDollars(text: string): number | null {
  const [, dollars, cents = ""] = DOLLARS.exec(text.trim()) ?? DECIMAL_COMMA.exec(text.trim()) ?? [];
  if (dollars === undefined) return null;
  const amount = Number(dollars.replace(/[.,]/g, "")) * 100 + Number(cents.padEnd(2, "0"));
  return amount <= MAX_CENTS ? amount : null;
}
