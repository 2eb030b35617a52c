/** Writes ZIP files of files that are compressed already, such as images (APPNOTE 6.3.4). */

const ENCODER = new TextEncoder();
const NAMES_ARE_UTF8 = 0x0800;
const VERSION = 20;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (CRC_TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

/** Date and time in the form of MS-DOS, in the device's zone. */
function dosTime(at: Date): [number, number] {
  return [
    (at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1),
    ((at.getFullYear() - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate(),
  ];
}

/** Little-endian numbers of two (`s`) or four (`l`) bytes. */
function record(fields: readonly (readonly ["s" | "l", number])[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [kind]) => sum + (kind === "s" ? 2 : 4), 0)));
  let at = 0;
  for (const [kind, value] of fields) {
    if (kind === "s") view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += kind === "s" ? 2 : 4;
  }
  return new Uint8Array(view.buffer);
}

export class ZipFile {
  private readonly chunks: BlobPart[] = [];
  private readonly directory: Uint8Array<ArrayBuffer>[] = [];
  private length = 0;

  constructor(private readonly at: Date) {}

  /** Adds a file. Names must differ. */
  async add(name: string, content: Blob): Promise<void> {
    const bytes = new Uint8Array(await content.arrayBuffer());
    const encoded = ENCODER.encode(name);
    const [time, date] = dosTime(this.at);
    const common = [
      ["s", VERSION],
      ["s", NAMES_ARE_UTF8],
      // Stored: an image would not become smaller.
      ["s", 0],
      ["s", time],
      ["s", date],
      ["l", crc32(bytes)],
      ["l", bytes.length],
      ["l", bytes.length],
      ["s", encoded.length],
      ["s", 0],
    ] as const;
    const rest = [
      ["s", 0],
      ["s", 0],
      ["s", 0],
      ["l", 0],
      ["l", this.length],
    ] as const;
    this.directory.push(record([["l", 0x02014b50], ["s", VERSION], ...common, ...rest]), encoded);
    this.write(record([["l", 0x04034b50], ...common]), encoded);
    this.chunks.push(content);
    this.length += bytes.length;
  }

  finish(): Blob {
    const start = this.length;
    const entries = this.directory.length / 2;
    this.write(...this.directory);
    this.write(
      record([
        ["l", 0x06054b50],
        ["s", 0],
        ["s", 0],
        ["s", entries],
        ["s", entries],
        ["l", this.length - start],
        ["l", start],
        ["s", 0],
      ]),
    );
    return new Blob(this.chunks, { type: "application/zip" });
  }

  private write(...chunks: Uint8Array<ArrayBuffer>[]): void {
    for (const chunk of chunks) {
      this.chunks.push(chunk);
      this.length += chunk.length;
    }
  }
}
