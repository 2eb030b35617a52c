import { type Font, isRightToLeft, LINE_HEIGHT } from "@/features/tickets/picture/fit-text";
import type { Rect } from "@/lib/qr";

export type Ink = "onHeader" | "onHeaderSoft" | "glow" | "text" | "muted";

/** One line of text: the x of its start, end or middle, its baseline, and its maximum width. */
export type TextRun = {
  text: string;
  x: number;
  baseline: number;
  font: Font;
  ink: Ink;
  align: "left" | "right" | "center";
  /** Letter spacing in pixels. */
  spacing: number;
  rightToLeft: boolean;
  box: Rect;
};

/** Where and how lines are set. Without `align` each starts where its script does. */
export type Block = { x: number; width: number; ink: Ink; weight: number; align?: TextRun["align"] };

/** Distance of a line's baseline from its top, in font sizes. */
export const ASCENT = 0.9;

/** Sets lines below each other, the first one at `top`. */
export function textRuns(
  lines: readonly string[],
  top: number,
  size: number,
  { x, width, ink, weight, ...block }: Block,
  spacing = 0,
): TextRun[] {
  const height = size * LINE_HEIGHT;
  return lines.map((text, index) => {
    const rightToLeft = isRightToLeft(text);
    const align = block.align ?? (rightToLeft ? "right" : "left");
    const y = top + index * height;
    return {
      text,
      x: align === "center" ? x + width / 2 : align === "right" ? x + width : x,
      baseline: y + size * ASCENT,
      font: { size, weight },
      ink,
      align,
      spacing,
      rightToLeft,
      box: { x, y, width, height },
    };
  });
}
