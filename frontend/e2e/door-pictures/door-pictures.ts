import {
  between,
  type Chance,
  chanceOf,
  defocus,
  drawLine,
  expose,
  fillBox,
  paint,
  type Raster,
  rgbaOf,
  room,
  shake,
} from "./raster";
import { crack, type Hold, photograph, ticketCard, ticketText, writeLines } from "./ticket-scene";

/** A picture as the door's camera takes it; `text` is the text of its code, null without a code. */
export interface DoorPicture {
  name: string;
  text: string | null;
  pixels: { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number };
}

/** The frame size of a phone's camera that is asked for 1280 x 720. */
const SIZE = [1280, 720] as const;
const LIT = { exposure: 1, grain: 0.015 };

/** A ticket held before the camera; the strength of the trouble goes from 0 to 1. */
interface Trouble {
  hold?: Partial<Hold>;
  /** Damages the card, for example with a crack. */
  card?(card: Raster): void;
  /** Changes the light on its way. */
  light?(picture: Raster): Raster;
  exposure?: number;
  grain?: number;
}

type Kind = (chance: Chance, strength: number) => Trouble;

/** A bright spot of a lamp, and the veil around it. */
function glare(picture: Raster, chance: Chance, strength: number): Raster {
  const [x, y] = [between(chance, 0.4, 0.6) * picture.width, between(chance, 0.4, 0.6) * picture.height];
  const [wide, high] = [20 + 70 * strength, 12 + 34 * strength * between(chance, 0.4, 1)];
  const angle = between(chance, 0, Math.PI);
  paint(picture, (px, py, shade) => {
    const [dx, dy] = [px - x, py - y];
    const along = (dx * Math.cos(angle) + dy * Math.sin(angle)) / wide;
    const beside = (dy * Math.cos(angle) - dx * Math.sin(angle)) / high;
    return Math.min(1, shade + 1.4 * Math.exp(-(along * along + beside * beside)) + 0.15 * strength);
  });
  return picture;
}

/** The shadow of a hand or a head: an edge across the picture, and hardly any light beyond it. */
function shadow(picture: Raster, chance: Chance, strength: number): Raster {
  const [x, y] = [between(chance, 0.45, 0.55) * picture.width, between(chance, 0.45, 0.55) * picture.height];
  const angle = between(chance, 0, 2 * Math.PI);
  const [dark, soft] = [0.3 - 0.26 * strength, between(chance, 4, 40)];
  paint(picture, (px, py, shade) => {
    const beyond = ((px - x) * Math.cos(angle) + (py - y) * Math.sin(angle)) / soft;
    return shade * (dark + (1 - dark) / (1 + Math.exp(beyond)));
  });
  return picture;
}

/** A phone's screen: its pixels interfere with the camera's, its light flickers, and it mirrors the surroundings. */
function screen(picture: Raster, chance: Chance, strength: number): Raster {
  const mirrored = room(chance, picture.width, picture.height);
  const [fx, fy] = [between(chance, 0.4, 1.4), between(chance, 0.4, 1.4)];
  const [bright, beat, flicker] = [0.9 - 0.78 * strength, 0.25 * strength, 0.3 * strength];
  const bands = between(chance, 0.01, 0.05);
  paint(picture, (x, y, shade) => {
    const pattern = 1 + beat * Math.sin(fx * x + 0.2 * y) * Math.sin(fy * y + 0.1 * x);
    const lit = shade * bright * pattern * (1 - flicker * (0.5 + 0.5 * Math.sin(bands * y)));
    return Math.min(1, lit + 0.3 * strength * (mirrored.data[y * picture.width + x] ?? 0));
  });
  return picture;
}

const side = (chance: Chance) => between(chance, 150, 320);

const WITH_A_CODE: Record<string, Kind> = {
  blur: (chance, strength) => ({
    hold: { side: 260 },
    light: (picture) => defocus(picture, 1 + 6.5 * strength * between(chance, 0.9, 1.1)),
  }),
  motion: (chance, strength) => ({
    hold: { side: 260 },
    light: (picture) => shake(picture, 2 + 14 * strength, between(chance, 0, Math.PI)),
  }),
  tilt: (chance, strength) => ({
    hold: {
      side: side(chance),
      turned: between(chance, -0.6, 0.6),
      tilt: (0.4 + 0.85 * strength) * (chance() < 0.5 ? -1 : 1),
      nod: between(chance, -0.35, 0.35),
    },
    light: (picture) => defocus(picture, 1),
  }),
  "low light": (chance, strength) => ({
    hold: { side: side(chance) },
    light: (picture) => defocus(picture, 0.8 + strength),
    exposure: 0.3 - 0.24 * strength,
    grain: 0.05 + 0.14 * strength,
  }),
  far: (chance, strength) => ({
    hold: { side: 95 - 60 * strength, turned: between(chance, -0.2, 0.2) },
    light: (picture) => defocus(picture, 0.4),
  }),
  glare: (chance, strength) => ({
    hold: { side: side(chance), tilt: between(chance, -0.4, 0.4) },
    light: (picture) => defocus(glare(picture, chance, strength), 0.8),
  }),
  cracks: (chance, strength) => ({
    hold: { side: side(chance) },
    card: (card) => crack(card, chance, 2 + Math.round(9 * strength), 0.15 + 0.45 * strength),
    light: (picture) => defocus(picture, 0.8),
  }),
  screen: (chance, strength) => ({
    hold: { side: side(chance), turned: between(chance, -0.3, 0.3) },
    light: (picture) => screen(defocus(picture, 0.6 + 1.2 * strength), chance, strength),
    grain: 0.03,
  }),
  curved: (chance, strength) => ({
    hold: {
      side: side(chance),
      bend: 0.4 + 0.5 * strength,
      nod: 0.5 * strength,
      turned: between(chance, -0.8, 0.8),
    },
    light: (picture) => defocus(picture, 0.8),
  }),
  shadow: (chance, strength) => ({
    hold: { side: side(chance), turned: between(chance, -0.3, 0.3) },
    light: (picture) => defocus(shadow(picture, chance, strength), 0.8 + 1.5 * strength),
    exposure: 0.9 - 0.4 * strength,
    grain: 0.03,
  }),
  mixed: (chance, strength) => ({
    hold: {
      side: side(chance) * (1 - 0.4 * strength),
      tilt: between(chance, -0.6, 0.6),
      turned: between(chance, -0.5, 0.5),
      bend: 0.2 * strength,
    },
    card: (card) => crack(card, chance, Math.round(4 * strength), 0.3),
    light: (picture) => defocus(screen(picture, chance, 0.6 * strength), 0.6 + 1.6 * strength),
    exposure: 0.9 - 0.5 * strength,
    grain: 0.02 + 0.05 * strength,
  }),
};

function takePicture(name: string, seed: number, strength: number): DoorPicture {
  const chance = chanceOf(seed);
  const text = ticketText(chance);
  const trouble = WITH_A_CODE[name]?.(chance, strength) ?? {};
  const made = ticketCard(text, chance);
  trouble.card?.(made.card);
  const hold = { side: 260, ...trouble.hold };
  const seen = photograph(made, chance, hold, SIZE);
  const lit = trouble.light?.(seen) ?? seen;
  return pictureOf(
    name,
    text,
    expose(lit, chance, trouble.exposure ?? LIT.exposure, trouble.grain ?? LIT.grain),
  );
}

const pictureOf = (name: string, text: string | null, raster: Raster): DoorPicture => ({
  name,
  text,
  pixels: { data: rgbaOf(raster), width: raster.width, height: raster.height },
});

/** Pictures without a ticket that come before a camera. */
const WITHOUT_A_CODE: Record<string, (picture: Raster, chance: Chance) => void> = {
  faces: (picture, chance) => {
    for (let n = 0; n < 1 + chance() * 4; n++) {
      const [x, y] = [between(chance, 0.2, 0.8) * picture.width, between(chance, 0.3, 0.7) * picture.height];
      const wide = between(chance, 50, 160);
      const skin = between(chance, 0.3, 0.8);
      const inside = (px: number, py: number, cx: number, cy: number, rx: number, ry: number) =>
        ((px - cx) / rx) ** 2 + ((py - cy) / ry) ** 2 < 1;
      paint(picture, (px, py, shade) => {
        if (!inside(px, py, x, y, wide, wide * 1.3)) return shade;
        const eye = [-0.4, 0.4].some((off) =>
          inside(px, py, x + off * wide, y - 0.3 * wide, wide / 7, wide / 11),
        );
        const pupil = [-0.4, 0.4].some((off) =>
          inside(px, py, x + off * wide, y - 0.3 * wide, wide / 16, wide / 16),
        );
        const mouth = inside(px, py, x, y + 0.6 * wide, wide * 0.4, wide * 0.1);
        return pupil ? 0.03 : eye ? 0.9 : mouth ? 0.2 : skin;
      });
    }
  },
  text: (picture, chance) => {
    fillBox(picture, 100, 60, picture.width - 200, picture.height - 120, 0.93);
    writeLines(picture, chance, 80, picture.height - 90, between(chance, 10, 40));
  },
  stripes: (picture, chance) => {
    const angle = between(chance, 0, Math.PI);
    const every = between(chance, 8, 60);
    paint(picture, (x, y, shade) =>
      Math.floor((x * Math.cos(angle) + y * Math.sin(angle)) / every) % 2 === 0 ? 0.1 : Math.max(0.5, shade),
    );
  },
  barcode: (picture, chance) => {
    const [x, y, high] = [between(chance, 300, 500), between(chance, 150, 350), between(chance, 80, 220)];
    const module = between(chance, 2, 5);
    fillBox(picture, x - 40, y - 30, 95 * module + 80, high + 60, 0.95);
    for (let n = 0; n < 95; n++) if (chance() < 0.5) fillBox(picture, x + n * module, y, module, high, 0.05);
  },
  checkerboard: (picture, chance) => {
    const every = between(chance, 10, 70);
    const lean = between(chance, -0.3, 0.3);
    paint(picture, (x, y) =>
      (Math.floor((x + lean * y) / every) + Math.floor((y - lean * x) / every)) % 2 === 0 ? 0.08 : 0.9,
    );
  },
  dots: (picture, chance) => {
    // Other squares of noise: a code of another kind, with no finder in its corners.
    const module = between(chance, 5, 14);
    fillBox(picture, 400 - module, 150 - module, 30 * module, 30 * module, 0.95);
    for (let n = 0; n < 28 * 28; n++) {
      if (chance() < 0.5)
        fillBox(picture, 400 + (n % 28) * module, 150 + Math.floor(n / 28) * module, module, module, 0.05);
    }
  },
  frames: (picture, chance) => {
    // Windows, pictures on a wall, washing machines: a square in a square is what finders look like.
    for (let n = 0; n < 6; n++) {
      const [x, y, wide] = [between(chance, 50, 1000), between(chance, 50, 500), between(chance, 40, 200)];
      fillBox(picture, x, y, wide, wide, 0.05);
      fillBox(picture, x + wide / 7, y + wide / 7, (wide * 5) / 7, (wide * 5) / 7, 0.95);
      if (chance() < 0.5)
        fillBox(picture, x + (wide * 2) / 7, y + (wide * 2) / 7, (wide * 3) / 7, (wide * 3) / 7, 0.05);
    }
  },
  branches: (picture, chance) => {
    for (let n = 0; n < 80; n++) {
      const from = [between(chance, 0, picture.width), between(chance, 0, picture.height)] as const;
      const to = [from[0] + between(chance, -200, 200), from[1] + between(chance, -200, 200)] as const;
      drawLine(picture, from, to, between(chance, 1, 12), between(chance, 0, 0.2));
    }
  },
};

function takeEmpty(name: string, seed: number): DoorPicture {
  const chance = chanceOf(seed);
  const picture = room(chance, ...SIZE);
  WITHOUT_A_CODE[name]?.(picture, chance);
  return pictureOf(
    name,
    null,
    expose(defocus(picture, between(chance, 0.5, 1.5)), chance, 1, between(chance, 0.01, 0.05)),
  );
}

const KINDS = Object.keys(WITH_A_CODE);
const EMPTY_KINDS = Object.keys(WITHOUT_A_CODE);

/** The number of pictures with a code for this many strengths. */
export const countWithCode = (strengths: number): number => KINDS.length * strengths;

/** One of the pictures with a code: the kinds in turn, each from weak to strong. */
export function withCode(n: number, strengths: number): DoorPicture {
  const strength = Math.floor(n / KINDS.length) / Math.max(1, strengths - 1);
  return takePicture(KINDS[n % KINDS.length] ?? "", 1000 + n, strength);
}

/** One of the pictures without a code, the kinds in turn. */
export const withoutCode = (n: number): DoorPicture =>
  takeEmpty(EMPTY_KINDS[n % EMPTY_KINDS.length] ?? "", 9000 + n);
