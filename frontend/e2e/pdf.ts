import { inflateSync } from "node:zlib";

/** The text of each page of a PDF as Chromium writes them: its fonts say which glyph is which letter. */
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
      const tokens = /\/(\S+) \S+ Tf|(\S+) Tm|<([0-9A-F]+)> Tj/g;
      for (const [, font, y, glyphs] of (of(dictionary, "Contents")?.stream ?? "").matchAll(tokens)) {
        if (font) letters = alphabetOf(dictionary, font);
        if (y && y !== line) {
          line = y;
          lines.push("");
        }
        const text = (glyphs?.match(/.{4}/g) ?? []).map((glyph) => letters.get(Number.parseInt(glyph, 16)));
        lines.push((lines.pop() ?? "") + text.join(""));
      }
      return lines.join("\n");
    });
}

function readObjects(pdf: Buffer): Map<number, { dictionary: string; stream: string }> {
  const text = pdf.toString("latin1");
  const objects = new Map<number, { dictionary: string; stream: string }>();
  for (const { 1: id, 2: dictionary = "", 3: stream, index } of text.matchAll(
    /^(\d+) 0 obj\n([\s\S]*?)(?:(stream\n)|endobj)/gm,
  )) {
    const begin = index + `${id} 0 obj\n${dictionary}${stream ?? ""}`.length;
    const isText = stream && dictionary.includes("/FlateDecode") && !dictionary.includes("/Subtype");
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1] ?? 0);
    objects.set(Number(id), {
      dictionary,
      stream: isText ? inflateSync(pdf.subarray(begin, begin + length)).toString("latin1") : "",
    });
  }
  return objects;
}

/** What a font's glyphs stand for: `<glyph> <letter>`, and `<first> <last> <letter of the first>`. */
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
