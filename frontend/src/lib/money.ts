const aud = new Intl.NumberFormat("en-AU", { style: "currency", currency: "AUD" });

/** `$45.00` from integer cents. The one currency is AUD (contract 9). */
export function formatAud(cents: number): string {
  return aud.format(cents / 100);
}
