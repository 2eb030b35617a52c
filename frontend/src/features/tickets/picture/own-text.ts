import { type Fitted, fitParagraphs, isCut, type Measure } from "@/features/tickets/picture/fit-text";

/**
 * Most height of the guest's name, and least size of an own text on the ticket, for the size of `DRAWN_FOR`. The first
 * at which the text is whole is taken: a readable text before a large name.
 */
export const TIGHTER = [
  { nameHeight: 104, leastText: 13 },
  { nameHeight: 80, leastText: 13 },
  { nameHeight: 62, leastText: 12 },
  { nameHeight: 62, leastText: 8 },
] as const;

type Place = { width: number; height: number };

interface Places {
  /** The full width, below the invoice number. */
  beneath: Place;
  /** The place of the standard terms. */
  beside: Place;
  largest: number;
  smallest: number;
}

/** Fits the event's or the installation's own text where it is larger and whole. */
export function fitOwnText(
  paragraphs: readonly string[],
  { beneath, beside, ...sizes }: Places,
  measure: Measure,
): Fitted & { isBeneath: boolean; isCut: boolean } {
  const whole = paragraphs.join(" ");
  const at = (place: Place) => {
    const fitted = fitParagraphs(paragraphs, { ...place, ...sizes, weight: 400 }, measure);
    return { ...fitted, isBeneath: place === beneath, isCut: isCut(fitted, whole) };
  };
  const [one, other] = [at(beneath), at(beside)];
  const [larger, smaller] = other.size > one.size ? [other, one] : [one, other];
  return larger.isCut ? smaller : larger;
}
