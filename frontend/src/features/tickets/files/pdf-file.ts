/** Writes PDF files of pictures, rectangles, lines and searchable text: no more than our sheets need. */

const POINTS_PER_MM = 72 / 25.4;
const ENCODER = new TextEncoder();

/** Lengths in millimetres from the upper left corner of the page. */
export interface PdfRect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A byte for each grey value, or each of red, green and blue, row by row. */
export interface PdfPicture {
  width: number;
  height: number;
  colours: "DeviceGray" | "DeviceRGB";
  bytes: Uint8Array<ArrayBuffer>;
}

/** An invisible text over a picture of it. `width` and `size` in millimetres. */
export interface PdfText {
  text: string;
  x: number;
  baseline: number;
  width: number;
  size: number;
}

interface Page {
  content: string[];
  /** Each picture once, even if it is in several places. */
  pictures: PdfPicture[];
}

/** A Type 3 font has a byte for each glyph. */
const GLYPHS_A_FONT = 256;
/** A CMap has at most 100 characters in a block. */
const CHARACTERS_A_BLOCK = 100;

const short = (number: number) => String(Math.round(number * 1000) / 1000);

/** `deflate` has the header and the checksum that a PDF wants. Old browsers lack it; then nothing is compressed. */
async function compressed(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; filter: string }> {
  if (!("CompressionStream" in globalThis)) return { bytes, filter: "" };
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return {
    bytes: new Uint8Array(await new Response(stream).arrayBuffer()),
    filter: " /Filter /FlateDecode",
  };
}

const hex = (number: number, digits: number) => number.toString(16).toUpperCase().padStart(digits, "0");

const utf16 = (text: string): string =>
  Array.from({ length: text.length }, (_, index) => hex(text.charCodeAt(index), 4)).join("");

const pdfText = (text: string): string => `<FEFF${utf16(text)}>`;

/** A letter, mark or digit of a script from right to left. */
const RIGHT_TO_LEFT = "[\\p{scx=Hebr}\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Thaa}\\p{scx=Nkoo}]";
const RIGHT_TO_LEFT_WORDS = new RegExp(`${RIGHT_TO_LEFT}+( ${RIGHT_TO_LEFT}+)*`, "gu");

const reversed = (text: string): string => [...text].reverse().join("");

/** Words from right to left by their last letter first, as a PDF has its glyphs; their numbers run from left to right. */
const inVisualOrder = (text: string): string =>
  text.replace(RIGHT_TO_LEFT_WORDS, (words) => reversed(words).replace(/\p{Nd}+/gu, reversed));

/** Which character each glyph of a font stands for. */
function characterMap(characters: readonly string[]): string {
  const lines = characters.map((character, glyph) => `<${hex(glyph, 2)}> <${utf16(character)}>`);
  const blocks = Array.from({ length: Math.ceil(lines.length / CHARACTERS_A_BLOCK) }, (_, index) => {
    const block = lines.slice(index * CHARACTERS_A_BLOCK, (index + 1) * CHARACTERS_A_BLOCK);
    return `${block.length} beginbfchar\n${block.join("\n")}\nendbfchar`;
  });
  return [
    "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
    "/CMapName /Text def /CMapType 2 def",
    "1 begincodespacerange\n<00> <FF>\nendcodespacerange",
    ...blocks,
    "endcmap CMapName currentdict /CMap defineresource pop end end",
  ].join("\n");
}

export class PdfPages {
  private readonly chunks: (Uint8Array<ArrayBuffer> | string)[] = [];
  private readonly offsets: number[] = [];
  private readonly pageIds: number[] = [];
  /** Each character of the texts once: the first 256 are the glyphs of the first font, and so on. */
  private readonly characters = new Map<string, number>();
  private readonly fontIds: number[] = [];
  private length = 0;
  private page: Page | null = null;

  /** `size` in millimetres. */
  constructor(private readonly size: { width: number; height: number }) {
    // The second line marks the file as binary.
    this.write("%PDF-1.4\n%\u00e9\u00e9\u00e9\u00e9\n");
    // The catalogue and the list of pages come last.
    this.offsets.push(0, 0);
  }

  startPage(): void {
    this.page = { content: [], pictures: [] };
  }

  fill(color: string, rects: readonly PdfRect[]): void {
    const channels = [1, 3, 5].map((from) => short(Number.parseInt(color.slice(from, from + 2), 16) / 255));
    this.add(`${channels.join(" ")} rg`);
    for (const rect of rects) this.add(`${this.placed(rect)} re`);
    this.add("f");
  }

  /** Dashed grey lines, each from one point to another. */
  dashes(lines: readonly [number, number, number, number][]): void {
    this.add("0.7 G 0.5 w [3 2] 0 d");
    for (const [x1, y1, x2, y2] of lines) {
      const [from, to] = [
        this.placed({ x: x1, y: y1, width: 0, height: 0 }),
        this.placed({ x: x2, y: y2, width: 0, height: 0 }),
      ];
      const point = (text: string) => text.split(" ").slice(0, 2).join(" ");
      this.add(`${point(from)} m ${point(to)} l S`);
    }
    this.add("[] 0 d");
  }

  picture(picture: PdfPicture, at: PdfRect): void {
    const { pictures } = this.open();
    if (!pictures.includes(picture)) pictures.push(picture);
    const [x, y, width, height] = this.placed(at).split(" ");
    this.add(`q ${width} 0 0 ${height} ${x} ${y} cm /P${pictures.indexOf(picture) + 1} Do Q`);
  }

  /** Nothing is drawn: the text can be searched, selected and read aloud. */
  text({ text, x, baseline, width, size }: PdfText): void {
    const glyphs = [...inVisualOrder(text)].map((character) => {
      const glyph = this.characters.get(character) ?? this.characters.size;
      this.characters.set(character, glyph);
      return glyph;
    });
    if (glyphs.length === 0) return;
    const [left, up, , height] = this.placed({ x, y: baseline, width: 0, height: size }).split(" ");
    // Each glyph is half as wide as it is high.
    const stretch = short((100 * width) / (glyphs.length * size * 0.5));
    this.add(`BT 3 Tr ${stretch} Tz 1 0 0 1 ${left} ${short(Number(up) + Number(height))} Tm`);
    for (const glyph of glyphs) {
      const font = Math.floor(glyph / GLYPHS_A_FONT);
      this.fontIds[font] ??= this.offsets.push(0);
      this.add(`/T${font} ${height} Tf <${hex(glyph % GLYPHS_A_FONT, 2)}> Tj`);
    }
    this.add("ET");
  }

  async endPage(): Promise<void> {
    const { content, pictures } = this.open();
    const names: string[] = [];
    for (const [index, { width, height, colours, bytes: plain }] of pictures.entries()) {
      const { bytes, filter } = await compressed(plain);
      const id = this.stream(
        `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /${colours} /BitsPerComponent 8${filter}`,
        bytes,
      );
      names.push(`/P${index + 1} ${id} 0 R`);
    }
    const { bytes, filter } = await compressed(ENCODER.encode(content.join("\n")));
    const contentId = this.stream(filter, bytes);
    const box = `0 0 ${short(this.size.width * POINTS_PER_MM)} ${short(this.size.height * POINTS_PER_MM)}`;
    const fonts = this.fontIds.map((id, index) => `/T${index} ${id} 0 R`);
    const resources = `<< /XObject << ${names.join(" ")} >> /Font << ${fonts.join(" ")} >> >>`;
    this.pageIds.push(
      this.object(
        `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Contents ${contentId} 0 R /Resources ${resources} >>`,
      ),
    );
    this.page = null;
  }

  finish(title: string): Blob {
    this.writeFonts();
    const info = this.object(`<< /Title ${pdfText(title)} /Producer ${pdfText("Doorlist")} >>`);
    const kids = this.pageIds.map((id) => `${id} 0 R`).join(" ");
    this.object("<< /Type /Catalog /Pages 2 0 R >>", 1);
    this.object(`<< /Type /Pages /Count ${this.pageIds.length} /Kids [${kids}] >>`, 2);
    const start = this.length;
    const entries = this.offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
    const size = this.offsets.length + 1;
    this.write(`xref\n0 ${size}\n0000000000 65535 f \n${entries}`);
    this.write(`trailer\n<< /Size ${size} /Root 1 0 R /Info ${info} 0 R >>\nstartxref\n${start}\n%%EOF\n`);
    return new Blob(this.chunks, { type: "application/pdf" });
  }

  /** Fonts whose glyphs are all empty. */
  private writeFonts(): void {
    const characters = [...this.characters.keys()];
    const glyph = this.stream("", ENCODER.encode("500 0 d0"));
    for (const [index, id] of this.fontIds.entries()) {
      const own = characters.slice(index * GLYPHS_A_FONT, (index + 1) * GLYPHS_A_FONT);
      const map = this.stream("", ENCODER.encode(characterMap(own)));
      const last = own.length - 1;
      this.object(
        [
          "<< /Type /Font /Subtype /Type3 /FontBBox [0 -200 500 800] /FontMatrix [0.001 0 0 0.001 0 0]",
          `/CharProcs << /g ${glyph} 0 R >> /Encoding << /Differences [0 ${"/g ".repeat(own.length)}] >>`,
          `/FirstChar 0 /LastChar ${last} /Widths [${"500 ".repeat(own.length)}] /ToUnicode ${map} 0 R >>`,
        ].join("\n"),
        id,
      );
    }
  }

  private open(): Page {
    if (!this.page) throw new Error("Start a page first.");
    return this.page;
  }

  private add(operation: string): void {
    this.open().content.push(operation);
  }

  /** A PDF counts from the lower left corner, in points. */
  private placed({ x, y, width, height }: PdfRect): string {
    const up = this.size.height - y - height;
    return [x, up, width, height].map((length) => short(length * POINTS_PER_MM)).join(" ");
  }

  private stream(dictionary: string, bytes: Uint8Array<ArrayBuffer>): number {
    const id = this.object(null);
    this.write(`${id} 0 obj\n<< /Length ${bytes.length} ${dictionary} >>\nstream\n`);
    this.write(bytes);
    this.write("\nendstream\nendobj\n");
    return id;
  }

  /** Writes an object and returns its number; with null the caller writes it. */
  private object(body: string | null, given?: number): number {
    const id = given ?? this.offsets.push(0);
    this.offsets[id - 1] = this.length;
    if (body !== null) this.write(`${id} 0 obj\n${body}\nendobj\n`);
    return id;
  }

  private write(chunk: Uint8Array<ArrayBuffer> | string): void {
    const bytes = typeof chunk === "string" ? ENCODER.encode(chunk) : chunk;
    this.chunks.push(bytes);
    this.length += bytes.length;
  }
}
