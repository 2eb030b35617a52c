/** Writes PDF files of pictures, rectangles and lines: no more than our sheets need. */

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

interface Page {
  content: string[];
  /** Each picture once, even if it is in several places. */
  pictures: PdfPicture[];
}

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

/** A text in a PDF: UTF-16 as hexadecimal digits. */
const pdfText = (text: string): string =>
  `<FEFF${Array.from({ length: text.length }, (_, index) =>
    text.charCodeAt(index).toString(16).toUpperCase().padStart(4, "0"),
  ).join("")}>`;

export class PdfPages {
  private readonly chunks: (Uint8Array<ArrayBuffer> | string)[] = [];
  private readonly offsets: number[] = [];
  private readonly pageIds: number[] = [];
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
    this.pageIds.push(
      this.object(
        `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Contents ${contentId} 0 R /Resources << /XObject << ${names.join(" ")} >> >> >>`,
      ),
    );
    this.page = null;
  }

  /** The whole file. */
  finish(title: string): Blob {
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
