/** Wraps and shrinks a name of any length and script to fit its box on the ticket. */

export type Font = { size: number; weight: number };
/** The width of a text in pixels. */
export type Measure = (text: string, font: Font) => number;

export type Fitted = { size: number; lines: string[] };

/** Scripts written without spaces: a line may break between any two of their characters. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

const segmenter = "Segmenter" in Intl ? new Intl.Segmenter(undefined, { granularity: "grapheme" }) : null;

/** Splits a text into the characters a reader sees: a family emoji is one, not seven. */
export function graphemes(text: string): string[] {
  return segmenter ? Array.from(segmenter.segment(text), ({ segment }) => segment) : Array.from(text);
}

/** Whether a text runs right to left, judged by its first letter. */
export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(/\p{L}/u.exec(text)?.[0] ?? "");
}

type Piece = { text: string; spaced: boolean };

/** `Anne-Marie` is `Anne-` and `Marie`. */
const hyphenParts = (word: string): string[] => word.match(/.*?[\p{L}\p{N}][-‐–]|.+/gu) ?? [word];

/** The pieces a line may break between; `spaced` ones had a space before them. A word breaks at a hyphen only if it must. */
function pieces(text: string, fits: (word: string) => boolean): Piece[] {
  return text
    .trim()
    .split(/\s+/)
    .flatMap((word, index) => {
      const parts: Piece[] = [];
      for (const part of fits(word) ? [word] : hyphenParts(word)) {
        let isNew = true;
        for (const character of UNSPACED.test(part) ? graphemes(part) : [part]) {
          const last = parts.at(-1);
          const breakable = isNew || UNSPACED.test(character) || (last && UNSPACED.test(last.text));
          if (last && !breakable) last.text += character;
          else parts.push({ text: character, spaced: parts.length === 0 && index > 0 });
          isNew = false;
        }
      }
      return parts;
    });
}

/** The lines of a text at one size. A piece wider than a line is broken where it must be. */
export function wrap(text: string, width: number, measured: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const { text: piece, spaced } of pieces(text, (word) => measured(word) <= width)) {
    const joined = line && spaced ? `${line} ${piece}` : line + piece;
    if (measured(joined) <= width) {
      line = joined;
      continue;
    }
    if (line) lines.push(line);
    line = "";
    if (measured(piece) <= width) {
      line = piece;
      continue;
    }
    for (const character of graphemes(piece)) {
      if (line && measured(line + character) > width) {
        lines.push(line);
        line = "";
      }
      line += character;
    }
  }
  if (line) lines.push(line);
  return lines;
}

function shorten(line: string, width: number, measured: (text: string) => number): string {
  const characters = graphemes(line);
  while (characters.length > 0 && measured(`${characters.join("").trimEnd()}…`) > width) characters.pop();
  return `${characters.join("").trimEnd()}…`;
}

/** Height of a line, in sizes. */
export const LINE_HEIGHT = 1.18;

/** Without a `height` only the number of lines counts. */
type Room = {
  width: number;
  height?: number;
  maxLines: number;
  largest: number;
  smallest: number;
  /** Needs a `height`. */
  least?: number;
  weight: number;
};

/** True if the end of the text is missing. */
export const isCut = ({ lines }: Fitted, text: string): boolean =>
  lines.length === 0 || (!text.endsWith("…") && lines.at(-1)?.endsWith("…") === true);

/** From the largest in whole steps, with the smallest. */
const sizesDown = (largest: number, smallest: number): number[] =>
  Array.from({ length: Math.ceil(largest - smallest) + 1 }, (_, step) => Math.max(largest - step, smallest));

/**
 * The lines of several paragraphs at the largest size at which they fit. Where there is no room for a line each, they
 * follow each other. At the smallest size the rest is cut.
 */
export function fitParagraphs(
  paragraphs: readonly string[],
  room: { width: number; height: number; largest: number; smallest: number; weight: number },
  measure: Measure,
): Fitted {
  const { width, height, largest, smallest, weight } = room;
  const at = (size: number) => (piece: string) => measure(piece, { size, weight });
  const mostLines = (size: number) => Math.floor(height / (size * LINE_HEIGHT));
  const joined = [paragraphs.join(" ")];
  for (const texts of paragraphs.length > 1 ? [paragraphs, joined] : [joined]) {
    for (const size of sizesDown(largest, smallest)) {
      const lines = texts.flatMap((text) => wrap(text, width, at(size)));
      if (lines.length <= mostLines(size)) return { size, lines };
    }
  }
  const lines = joined.flatMap((text) => wrap(text, width, at(smallest)));
  const shown = Math.max(1, mostLines(smallest));
  const last = shorten(lines[shown - 1] ?? "", width, at(smallest));
  return { size: smallest, lines: [...lines.slice(0, shown - 1), last] };
}

/**
 * The largest size at which the text fits its box. A text that is too long at the smallest size shrinks on to `least`,
 * on as many lines as the height has; there the rest is cut with an ellipsis.
 */
export function fitText(text: string, room: Room, measure: Measure): Fitted {
  const { width, height = Number.POSITIVE_INFINITY, maxLines, largest, smallest, weight } = room;
  const { least = smallest } = room;
  const at = (size: number) => (piece: string) => measure(piece, { size, weight });
  for (let size = largest; size >= smallest; size -= 2) {
    const lines = wrap(text, width, at(size));
    // Shrink before breaking a long word.
    const whole =
      lines.length <= 1 ||
      text
        .split(/\s+/)
        .flatMap(hyphenParts)
        .every((word) => UNSPACED.test(word) || at(size)(word) <= width);
    const low = lines.length * size * LINE_HEIGHT <= height;
    if (lines.length <= maxLines && whole && low) return { size, lines };
  }
  const isLow = (lines: string[], size: number) => lines.length * size * LINE_HEIGHT <= height;
  const lines = wrap(text, width, at(smallest));
  if (lines.length <= maxLines && (least === smallest || isLow(lines, smallest)))
    return { size: smallest, lines };
  for (let size = smallest - 1; size >= least; size -= 1) {
    const smaller = wrap(text, width, at(size));
    if (isLow(smaller, size)) return { size, lines: smaller };
  }
  const shown = least === smallest ? maxLines : Math.max(1, Math.floor(height / (least * LINE_HEIGHT)));
  const all = wrap(text, width, at(least));
  const last = shorten(all.slice(shown - 1).join(" "), width, at(least));
  return { size: least, lines: [...all.slice(0, shown - 1), last] };
}
