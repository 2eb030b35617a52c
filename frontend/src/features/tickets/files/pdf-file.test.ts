import { afterEach, beforeEach, expect, test } from "vitest";
import { PdfPages, type PdfText } from "@/features/tickets/files/pdf-file";

const POINTS_PER_MM = 72 / 25.4;
const PAGE = { width: 210, height: 297 };
const LINE: PdfText = { text: "", x: 20, baseline: 50, width: 30, size: 4 };

// As in old browsers: nothing is compressed, and the file can be read here.
const { CompressionStream } = globalThis;
beforeEach(() => void Reflect.deleteProperty(globalThis, "CompressionStream"));
afterEach(() => void Object.assign(globalThis, { CompressionStream }));

/** The objects of a file whose streams are not compressed, by number. */
async function objectsOf(texts: readonly (readonly string[])[]): Promise<Map<number, string>> {
  const pages = new PdfPages(PAGE);
  for (const lines of texts) {
    pages.startPage();
    for (const text of lines) pages.text({ ...LINE, text });
    await pages.endPage();
  }
  const file = await pages.finish("Tickets").text();
  return new Map(
    [...file.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj$/gm)].map(([, id, body = ""]) => [Number(id), body]),
  );
}

/** The texts of each page, by the character maps of its fonts. */
async function readBack(texts: readonly (readonly string[])[]): Promise<string[]> {
  const objects = await objectsOf(texts);
  const linked = (body: string, name: string) =>
    objects.get(Number(new RegExp(`/${name} (\\d+) 0 R`).exec(body)?.[1])) ?? "";
  const charactersOf = (font: string) =>
    new Map(
      [...linked(font, "ToUnicode").matchAll(/^<(..)> <(\w+)>$/gm)].map(([, glyph, utf16 = ""]) => [
        glyph,
        utf16,
      ]),
    );
  return [...objects.values()]
    .filter((body) => body.includes("/Type /Page "))
    .map((page) =>
      [...linked(page, "Contents").matchAll(/\/(T\d+) \S+ Tf <(..)> Tj/g)]
        .map(([, font = "", glyph]) => charactersOf(linked(page, font)).get(glyph) ?? "?")
        .flatMap((utf16) => utf16.match(/.{4}/g) ?? [utf16])
        .map((unit) => String.fromCharCode(Number.parseInt(unit, 16)))
        .join(""),
    );
}

test("2.print.940 the texts of a PDF can be read, whatever their characters and however many there are", async () => {
  const many = Array.from({ length: 600 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join("");
  const texts = [["Zoë (O'Neill) \\ <1>", "🎟"], [many], ["Zoë"]];
  expect(await readBack(texts)).toEqual(texts.map((lines) => lines.join("")));
});

test.each([
  ["two words", "שלום עולם", "םלוע םולש"],
  ["a number in its own digits", "غرفة ١٢", "١٢ ةفرغ"],
  ["a Latin name beside them", "Ada שלום", "Ada םולש"],
])("2.print.940 glyphs are from left to right: %s", async (_, text, glyphs) => {
  expect(await readBack([[text]])).toEqual([glyphs]);
});

test("2.print.940 a text is as wide as the picture of it, where the picture is", async () => {
  const [content] = [...(await objectsOf([["Ada B."]])).values()].filter((body) => body.includes(" Tm"));
  const [, stretch, x, y, size] =
    /BT 3 Tr (\S+) Tz 1 0 0 1 (\S+) (\S+) Tm\n\/T0 (\S+) Tf/.exec(content ?? "") ?? [];
  expect(Number(x)).toBeCloseTo(LINE.x * POINTS_PER_MM, 1);
  expect(Number(y)).toBeCloseTo((PAGE.height - LINE.baseline) * POINTS_PER_MM, 1);
  const glyph = (Number(size) / 2) * (Number(stretch) / 100);
  expect(6 * glyph).toBeCloseTo(LINE.width * POINTS_PER_MM, 1);
});
