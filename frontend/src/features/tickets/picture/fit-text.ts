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
  weight: number;
};

/** The lines of several paragraphs at the largest size at which they fit; at the smallest size the rest is cut. */
export function fitParagraphs(
  paragraphs: readonly string[],
  room: { width: number; height: number; largest: number; smallest: number; weight: number },
  measure: Measure,
): Fitted {
  const { width, height, largest, smallest, weight } = room;
  const at = (size: number) => (piece: string) => measure(piece, { size, weight });
  const linesAt = (size: number) => paragraphs.flatMap((text) => wrap(text, width, at(size)));
  const mostLines = (size: number) => Math.floor(height / (size * LINE_HEIGHT));
  for (let size = largest; size >= smallest; size -= 1) {
    const lines = linesAt(size);
    if (lines.length <= mostLines(size)) return { size, lines };
  }
  const lines = linesAt(smallest);
  const shown = Math.max(1, mostLines(smallest));
  const last = shorten(lines[shown - 1] ?? "", width, at(smallest));
  return { size: smallest, lines: [...lines.slice(0, shown - 1), last] };
}

/** The largest size at which the text fits its box. At the smallest size the rest is cut with an ellipsis. */
export function fitText(text: string, room: Room, measure: Measure): Fitted {
  const { width, height = Number.POSITIVE_INFINITY, maxLines, largest, smallest, weight } = room;
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
  const lines = wrap(text, width, at(smallest));
  if (lines.length <= maxLines) return { size: smallest, lines };
  const rest = lines.slice(maxLines - 1).join(" ");
  return { size: smallest, lines: [...lines.slice(0, maxLines - 1), shorten(rest, width, at(smallest))] };
}
