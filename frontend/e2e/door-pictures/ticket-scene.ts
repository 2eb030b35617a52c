import { encode } from "uqr";
import { between, type Chance, drawLine, emptyRaster, fillBox, type Raster, room, sample } from "./raster";

const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** Pixels of a code's smallest square on the card, before anything is photographed. */
const MODULE = 10;
const PAPER = 0.92;
const INK = 0.06;

/** The text of a ticket, as the server makes them. */
export function ticketText(chance: Chance): string {
  const letters = Array.from({ length: 26 }, () => CROCKFORD[Math.floor(chance() * 32)]);
  return `DL1.${1 + Math.floor(chance() * 400)}.${letters.join("")}`;
}

/** Rows of small blocks that look like words from afar. */
export function writeLines(card: Raster, chance: Chance, top: number, bottom: number, high: number): void {
  for (let y = top; y + high < bottom; y += high * 2.2) {
    for (let x = high; x < card.width - high * 3; ) {
      const word = between(chance, high, high * 4);
      for (let letter = x; letter < Math.min(x + word, card.width - high); letter += high * 0.7) {
        const [wide, tall] = [between(chance, 0.15, 0.45) * high, between(chance, 0.6, 1) * high];
        fillBox(card, letter, y + high - tall, wide, tall, INK);
        if (chance() < 0.6)
          fillBox(card, letter, y + between(chance, 0, 0.8) * high, high * 0.5, high * 0.16, INK);
      }
      x += word + high * 0.9;
    }
  }
}

/** The face of a ticket: its words and its code, at error correction M as our tickets have it. */
export function ticketCard(text: string, chance: Chance): { card: Raster; code: number } {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const code = size * MODULE;
  const card = emptyRaster(code + 60, Math.round(code * 1.5), PAPER);
  writeLines(card, chance, 10, card.height - code - 50, 26);
  const [left, top] = [30, card.height - code - 40];
  data.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (isDark) fillBox(card, left + x * MODULE, top + y * MODULE, MODULE, MODULE, INK);
    });
  });
  return { card, code };
}

/** Cracks of a screen: from one point outwards, each with a turn, dark or glittering. */
export function crack(card: Raster, chance: Chance, many: number, wide: number): void {
  const heart = [between(chance, 0.2, 0.8) * card.width, between(chance, 0.4, 0.9) * card.height] as const;
  for (let n = 0; n < many; n++) {
    const angle = between(chance, 0, 2 * Math.PI);
    const shade = chance() < 0.5 ? 0.02 : 1;
    let from = heart;
    for (let part = 0; part < 4; part++) {
      const turned = angle + between(chance, -0.5, 0.5);
      const length = between(chance, 0.08, 0.3) * card.height;
      const to = [from[0] + Math.cos(turned) * length, from[1] + Math.sin(turned) * length] as const;
      drawLine(card, from, to, wide * MODULE * between(chance, 0.5, 1.2), shade);
      from = to;
    }
  }
}

/** How the card is held before the camera. Angles in radians. */
export interface Hold {
  /** Side of the code with its quiet zone in pixels of the picture, were it held flat. */
  side: number;
  turned?: number;
  /** Away from the camera: about the upright axis, and about the level one. */
  tilt?: number;
  nod?: number;
  /** A bent sheet, as part of a whole turn that the card covers. */
  bend?: number;
}

/** A photograph of a card before a background: every pixel sees an area of it. */
export function photograph(
  { card, code }: { card: Raster; code: number },
  chance: Chance,
  { side, turned = 0, tilt = 0, nod = 0, bend = 0 }: Hold,
  [width, height]: readonly [number, number],
): Raster {
  const picture = room(chance, width, height);
  const scale = side / code;
  const distance = 3.2 * Math.max(card.width, card.height) * scale;
  // The code is what is held into the view, not the middle of the card.
  const heart = card.height - code / 2 - 40;
  const [middleX, middleY] = [between(chance, 0.45, 0.55) * width, between(chance, 0.45, 0.55) * height];
  const [cosTurn, sinTurn] = [Math.cos(-turned), Math.sin(-turned)];
  const [tanTilt, tanNod] = [Math.tan(tilt), Math.tan(nod)];
  const [cosTilt, cosNod] = [Math.cos(tilt), Math.cos(nod)];
  const across = (bend * Math.PI) / card.width;
  const fine = Math.max(2, Math.min(6, Math.ceil(1 / scale)));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      let hits = 0;
      for (let n = 0; n < fine * fine; n++) {
        const px = x + ((n % fine) + 0.5) / fine - middleX;
        const py = y + (Math.floor(n / fine) + 0.5) / fine - middleY;
        const [rx, ry] = [px * cosTurn - py * sinTurn, px * sinTurn + py * cosTurn];
        // The ray through this pixel meets the tilted plane farther off, or nearer.
        const reach = 1 / (1 - (rx * tanTilt + ry * tanNod) / distance);
        const flatX = (rx * reach) / cosTilt / scale;
        const bent = across * flatX;
        if (reach <= 0 || Math.abs(bent) >= 1) continue;
        const u = card.width / 2 + (bend > 0 ? Math.asin(bent) / across : flatX);
        const v = heart + (ry * reach) / cosNod / scale;
        if (u < 0 || v < 0 || u >= card.width || v >= card.height) continue;
        hits++;
        // A bent sheet is darker where it turns away.
        sum += sample(card, u - 0.5, v - 0.5) * (bend > 0 ? Math.sqrt(1 - bent * bent) : 1);
      }
      const at = y * width + x;
      picture.data[at] = (sum + (picture.data[at] ?? 0) * (fine * fine - hits)) / (fine * fine);
    }
  }
  return picture;
}
