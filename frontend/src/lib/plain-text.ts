/** The text without case and accents, for comparing. */
export const plainText = (text: string): string =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
