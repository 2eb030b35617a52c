import { describe, expect, test } from "vitest";
import { clahe, type Grey, gamma, greyOf, pixelsOf, zoomCentre } from "@/features/door/camera/image-filters";

const greyWith = (width: number, height: number, shadeAt: (x: number, y: number) => number): Grey => ({
  data: Uint8Array.from({ length: width * height }, (_, at) => shadeAt(at % width, Math.floor(at / width))),
  width,
  height,
});

/** The darkest and the lightest shade of a part of a picture. */
function range({ data, width, height }: Grey, [left, right]: readonly [number, number]): [number, number] {
  const shades = Array.from({ length: height }, (_, y) => [
    ...data.slice(y * width + left, y * width + right),
  ]).flat();
  return [Math.min(...shades), Math.max(...shades)];
}

describe("a picture without its colours", () => {
  test("is as bright as its colours look, and goes back to pixels", () => {
    const data = Uint8ClampedArray.from([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255]);
    const grey = greyOf({ data, width: 2, height: 2 });
    expect([...grey.data]).toEqual([76, 149, 28, 255]);
    const pixels = pixelsOf(grey);
    expect([...pixels.data.slice(0, 8)]).toEqual([76, 76, 76, 255, 149, 149, 149, 255]);
    expect(pixels).toMatchObject({ width: 2, height: 2 });
  });

  test("with gamma 0.5 is opened where it is dark, and keeps black and white", () => {
    const grey = greyWith(4, 1, (x) => [0, 16, 64, 255][x] ?? 0);
    expect([...gamma(grey, 0.5).data]).toEqual([0, 64, 128, 255]);
    expect([...grey.data]).toEqual([0, 16, 64, 255]);
  });

  test("at twice the size is its middle, as large as the whole was, with soft steps", () => {
    const grey = greyWith(8, 4, (x, y) => (x === 3 && y === 1 ? 160 : 0));
    const twice = zoomCentre(grey);
    expect(twice).toMatchObject({ width: 8, height: 4 });
    // The pixel at (3, 1) was the second of the middle's first row, and fades into its neighbours.
    expect([...twice.data.slice(0, 8)]).toEqual([0, 30, 90, 90, 30, 0, 0, 0]);
    expect([...twice.data.slice(8, 16)]).toEqual([0, 30, 90, 90, 30, 0, 0, 0]);
    expect(zoomCentre(greyWith(9, 5, () => 7))).toEqual(greyWith(8, 4, () => 7));
  });

  test("with contrast of its own in each part spreads what is dark and what is light", () => {
    // Half in the shadow: 20 to 51 on the left, 180 to 211 on the right.
    const shadowed = greyWith(160, 160, (x, y) => (x < 80 ? 20 : 180) + ((x * 7 + y * 11) % 32));
    const changed = clahe(shadowed);
    for (const part of [
      [0, 60],
      [100, 160],
    ] as const) {
      const [darkest, lightest] = range(changed, part);
      expect(lightest - darkest).toBeGreaterThan(150);
    }
  });

  test("of any size is changed, the smallest too", () => {
    for (const [width, height] of [
      [1, 1],
      [2, 3],
      [7, 9],
      [33, 5],
    ] as const) {
      const grey = greyWith(width, height, (x, y) => (x * 40 + y * 13) % 256);
      expect(clahe(grey).data).toHaveLength(width * height);
      expect(zoomCentre(grey).data.every((shade) => shade <= 255)).toBe(true);
      expect(gamma(grey, 0.5)).toMatchObject({ width, height });
    }
  });
});
