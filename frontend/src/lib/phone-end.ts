const DIGITS_SHOWN = 4;

/** Returns the end of a phone number: enough to distinguish namesakes, too little to call a guest from a lost list. */
export function phoneEnd(phone: string): string {
  const digits = phone.replace(/\P{Nd}/gu, "");
  return digits.length > DIGITS_SHOWN ? `…${[...digits].slice(-DIGITS_SHOWN).join("")}` : digits;
}
