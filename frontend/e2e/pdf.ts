import { inflateSync } from "node:zlib";

/** The text of each page of a PDF, as Chromium writes them or we do: its fonts say which glyph is which letter. */
export function pageTexts(pdf: Buffer): string[] {
  const objects = readObjects(pdf);
  const of = (dictionary: string, name: string) =>
    objects.get(Number(new RegExp(`/${name} (\\d+) 0 R`).exec(dictionary)?.[1] ?? 0));
  const alphabets = new Map<string, Map<number, string>>();
  const alphabetOf = (page: string, font: string) => {
    const known = alphabets.get(`${page}${font}`);
    if (known) return known;
    const letters = lettersOf(of(of(page, font)?.dictionary ?? "", "ToUnicode")?.stream ?? "");
    alphabets.set(`${page}${font}`, letters);
    return letters;
  };
  return [...objects.values()]
    .filter(({ dictionary }) => /\/Type \/Page\s/.test(dictionary))
    .map(({ dictionary }) => {
      const lines: string[] = [];
      let line: string | undefined;
      let letters = new Map<number, string>();
      let hasOneByte = false;
      const tokens = /\/(\S+) \S+ Tf|(\S+) Tm|<([0-9A-F]+)> Tj/g;
      for (const [, font, y, glyphs] of (of(dictionary, "Contents")?.stream ?? "").matchAll(tokens)) {
        if (font) {
          letters = alphabetOf(dictionary, font);
          hasOneByte = of(dictionary, font)?.dictionary.includes("/Subtype /Type3") ?? false;
        }
        if (y && y !== line) {
          line = y;
          lines.push("");
        }
        const text = (glyphs?.match(hasOneByte ? /.{2}/g : /.{4}/g) ?? []).map((glyph) =>
          letters.get(Number.parseInt(glyph, 16)),
        );
        lines.push((lines.pop() ?? "") + text.join(""));
      }
      return lines.join("\n");
    });
}

/** As the reader of codes takes it: four bytes a dot. */
export interface Picture {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

const DOTS_PER_INCH = 150;
const POINTS_PER_INCH = 72;

/** Filled upright rectangles of each page of a PDF, such as the modules of a QR code. */
export function pagePictures(pdf: Buffer): Picture[] {
  const objects = readObjects(pdf);
  return [...objects.values()]
    .filter(({ dictionary }) => /\/Type \/Page\s/.test(dictionary))
    .map(({ dictionary }) => {
      const [, right, top] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(dictionary) ?? [];
      const contents = Number(/\/Contents (\d+) 0 R/.exec(dictionary)?.[1] ?? 0);
      return paint(objects.get(contents)?.stream ?? "", Number(right), Number(top));
    });
}

/** `width` and `height` in points. Lines, letters and curves are left out. */
function paint(content: string, width: number, height: number): Picture {
  const scale = DOTS_PER_INCH / POINTS_PER_INCH;
  const [across, down] = [Math.ceil(width * scale), Math.ceil(height * scale)];
  const data = new Uint8ClampedArray(across * down * 4).fill(255);
  type Drawing = { matrix: readonly number[]; grey: number };
  // The origin of a PDF is at the bottom of the page.
  let now: Drawing = { matrix: [scale, 0, 0, -scale, 0, down], grey: 0 };
  const kept: Drawing[] = [];
  let shapes: [number, number][][] = [];
  const place = (x: number, y: number): [number, number] => {
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = now.matrix;
    return [a * x + c * y + e, b * x + d * y + f];
  };
  const fill = (corners: readonly [number, number][]) => {
    const [xs, ys] = [corners.map(([x]) => Math.round(x)), corners.map(([, y]) => Math.round(y))];
    if (new Set(xs).size !== 2 || new Set(ys).size !== 2) return;
    for (let y = Math.min(...ys); y < Math.max(...ys); y++) {
      for (let x = Math.min(...xs); x < Math.max(...xs); x++) {
        data.fill(now.grey, (y * across + x) * 4, (y * across + x) * 4 + 3);
      }
    }
  };
  let numbers: number[] = [];
  for (const token of content.split(/\s+/)) {
    if (/^-?[\d.]+$/.test(token)) {
      numbers.push(Number(token));
      continue;
    }
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
    if (token === "q") kept.push(now);
    else if (token === "Q") now = kept.pop() ?? now;
    else if (token === "cm") {
      const [m = 1, n = 0, o = 0, p = 1, q = 0, r = 0] = now.matrix;
      const turned = [a * m + b * o, a * n + b * p, c * m + d * o, c * n + d * p];
      now = { ...now, matrix: [...turned, e * m + f * o + q, e * n + f * p + r] };
    } else if (token === "rg") now = { ...now, grey: Math.round(((a + b + c) / 3) * 255) };
    else if (token === "re") {
      shapes.push([place(a, b), place(a + c, b), place(a + c, b + d), place(a, b + d)]);
    } else if (token === "m") shapes.push([place(a, b)]);
    else if (token === "l") shapes.at(-1)?.push(place(a, b));
    else if (token === "f" || token === "f*") {
      for (const shape of shapes) fill(shape);
      shapes = [];
    } else if (token === "n") shapes = [];
    numbers = [];
  }
  return { data, width: across, height: down };
}

function readObjects(pdf: Buffer): Map<number, { dictionary: string; stream: string }> {
  const text = pdf.toString("latin1");
  const objects = new Map<number, { dictionary: string; stream: string }>();
  for (const { 1: id, 2: dictionary = "", 3: stream, index } of text.matchAll(
    /^(\d+) 0 obj\n([\s\S]*?)(?:(stream\n)|endobj)/gm,
  )) {
    const begin = index + `${id} 0 obj\n${dictionary}${stream ?? ""}`.length;
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1] ?? 0);
    const bytes = pdf.subarray(begin, begin + length);
    const isText = stream && !dictionary.includes("/Subtype");
    const plain = isText && dictionary.includes("/FlateDecode") ? inflateSync(bytes) : bytes;
    objects.set(Number(id), { dictionary, stream: isText ? plain.toString("latin1") : "" });
  }
  return objects;
}

/** Letters of a font's glyphs: `<glyph> <letter>`, and `<first> <last> <letter of the first>`. */
function lettersOf(map: string): Map<number, string> {
  const letters = new Map<number, string>();
  const hex = (digits: string | undefined) => Number.parseInt(digits ?? "", 16);
  for (const [, first, last, letter] of map.matchAll(/^<(\w+)> (?:<(\w+)> )?<(\w+)>$/gm)) {
    for (let glyph = hex(first); glyph <= hex(last ?? first); glyph++) {
      const code = hex(letter?.slice(-4)) + glyph - hex(first);
      letters.set(glyph, String.fromCharCode(code));
    }
  }
  return letters;
}
