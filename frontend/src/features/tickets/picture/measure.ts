import type { Font, Measure } from "@/features/tickets/picture/fit-text";

/** The font of drawn and printed tickets. */
export const TICKET_FONT =
  'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif';

export const cssFont = ({ size, weight }: Font) => `${weight} ${size}px ${TICKET_FONT}`;

export const measureWith = (pen: CanvasRenderingContext2D): Measure => {
  return (text, font) => {
    pen.font = cssFont(font);
    return pen.measureText(text).width;
  };
};

/** Measures texts of the page. Each text is measured once: the tickets of an event have most texts in common. */
export function pageMeasure(): Measure {
  const pen = document.createElement("canvas").getContext("2d");
  if (!pen) throw new Error("This browser cannot measure texts");
  const measure = measureWith(pen);
  const known = new Map<string, number>();
  return (text, font) => {
    const key = `${font.weight} ${font.size} ${text}`;
    const width = known.get(key) ?? measure(text, font);
    known.set(key, width);
    return width;
  };
}
