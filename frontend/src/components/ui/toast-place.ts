export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Obstacle extends Box {
  /** Key text must never be covered, not even at its edge. */
  isKey?: boolean;
}

interface Size {
  width: number;
  height: number;
}

export interface Place {
  left: number;
  top: number;
}

/** Distance from the window's edges, and from controls. */
const MARGIN_PX = 16;
const GAP_PX = 8;
/** Covering unavoidable content costs more than any distance across the window. */
const COVERED = 1_000_000;

const boxAt = ({ left, top }: Place, { width, height }: Size): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

/** A control this many times as high as the toast can be pressed beside it. */
const LARGE = 2;
const LARGE_SHARE = 0.3;
/** Counts as much as any number of controls. */
const KEY = 100;

/** Returns the share of `under` that `box` covers, from 0 to 1; more for key text. */
function shareCovered(under: Obstacle, box: Box): number {
  const width = Math.min(under.right, box.right) - Math.max(under.left, box.left);
  const height = Math.min(under.bottom, box.bottom) - Math.max(under.top, box.top);
  if (width <= 0 || height <= 0) return 0;
  const share = (width * height) / ((under.right - under.left) * (under.bottom - under.top));
  if (under.isKey) return KEY;
  const isLarge = under.bottom - under.top > LARGE * (box.bottom - box.top);
  return isLarge && share < LARGE_SHARE ? 0 : share;
}

export const isFree = (place: Place, toast: Size, obstacles: readonly Obstacle[]): boolean =>
  obstacles.every((box) => shareCovered(box, boxAt(place, toast)) === 0);

/** True if a toast at that place covers key text. */
export const coversKey = (place: Place, toast: Size, obstacles: readonly Obstacle[]): boolean =>
  !isFree(
    place,
    toast,
    obstacles.filter(({ isKey }) => isKey),
  );

/** Returns the free place nearest to the lower right, or the one that covers least (contract 2.frame.13). */
export function placeToast(toast: Size, view: Size, obstacles: readonly Obstacle[]): Place {
  const home = {
    left: Math.max(view.width - toast.width - MARGIN_PX, 0),
    top: Math.max(view.height - toast.height - MARGIN_PX, 0),
  };
  const lefts = new Set([
    home.left,
    Math.max((view.width - toast.width) / 2, 0),
    Math.min(MARGIN_PX, home.left),
  ]);
  const tops = [
    home.top,
    MARGIN_PX,
    ...obstacles.flatMap(({ top, bottom }) => [top - GAP_PX - toast.height, bottom + GAP_PX]),
  ].filter((top) => top >= Math.min(MARGIN_PX, home.top) && top <= home.top);
  let best = home;
  let least = Number.POSITIVE_INFINITY;
  for (const left of lefts) {
    for (const top of tops) {
      const box = boxAt({ left, top }, toast);
      const covered = obstacles.reduce((sum, under) => sum + shareCovered(under, box), 0);
      const cost = covered * COVERED + (home.left - left) + (home.top - top);
      if (cost < least) {
        least = cost;
        best = { left, top };
      }
    }
  }
  return best;
}
