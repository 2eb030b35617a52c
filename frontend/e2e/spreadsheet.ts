import { crc32 } from "node:zlib";
import { expect, type Locator, type Page } from "@playwright/test";

interface Upload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** As an older Excel of the west saves it: semicolons, and letters that are no UTF-8. */
export function windowsCsv(name: string, rows: readonly string[][]): Upload {
  const text = rows.map((cells) => `${cells.join(";")}\r\n`).join("");
  return { name, mimeType: "text/csv", buffer: Buffer.from(text, "latin1") };
}

export function csv(name: string, rows: readonly (readonly (string | number)[])[]): Upload {
  const text = rows.map((cells) => `${cells.join(",")}\n`).join("");
  return { name, mimeType: "text/csv", buffer: Buffer.from(text) };
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

/** A workbook of one sheet, the way a program writes it: numbers as numbers, texts in their cells. */
export function xlsx(name: string, rows: readonly (readonly (string | number)[])[]): Upload {
  const cell = (value: string | number) =>
    typeof value === "number"
      ? `<c><v>${value}</v></c>`
      : `<c t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
  const sheetRows = rows.map((cells) => `<row>${cells.map(cell).join("")}</row>`).join("");
  const part = (type: string) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml`;
  const buffer = zipOf({
    "[Content_Types].xml": `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${part("sheet.main")}"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${part("worksheet")}"/></Types>`,
    "_rels/.rels": `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `${XML}<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="Guests" sheetId="1" r:id="r1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `${XML}<worksheet xmlns="${SHEET}"><sheetData>${sheetRows}</sheetData></worksheet>`,
  });
  return { name, mimeType: part("sheet").replace(/\+xml$/, ""), buffer };
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
/** 1 January 1980, the first day that an archive knows. */
const DAY_ONE = 0x21;

/** An archive whose files are stored as they are. */
function zipOf(files: Record<string, string>): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const name = Buffer.from(path);
    const data = Buffer.from(text);
    // Flags, method (stored), time, day, checksum, size packed and unpacked, length of the name and of nothing else.
    const facts = Buffer.alloc(24);
    facts.writeUInt16LE(DAY_ONE, 6);
    facts.writeUInt32LE(crc32(data), 8);
    facts.writeUInt32LE(data.length, 12);
    facts.writeUInt32LE(data.length, 16);
    facts.writeUInt16LE(name.length, 20);
    const local = Buffer.concat([words(LOCAL), shorts(VERSION), facts, name, data]);
    const place = Buffer.concat([shorts(0, 0, 0), words(0), words(offset)]);
    entries.push(Buffer.concat([words(CENTRAL), shorts(VERSION, VERSION), facts, place, name]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.concat([
    words(END),
    shorts(0, 0, entries.length, entries.length),
    words(directory.length, offset),
    shorts(0),
  ]);
  return Buffer.concat([...locals, directory, end]);
}

function shorts(...values: number[]): Buffer {
  const buffer = Buffer.alloc(2 * values.length);
  values.forEach((value, index) => void buffer.writeUInt16LE(value, 2 * index));
  return buffer;
}

function words(...values: number[]): Buffer {
  const buffer = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => void buffer.writeUInt32LE(value, 4 * index));
  return buffer;
}

/**
 * Opens the import of a page, chooses the file, and waits until it was read: the server does so in a process of low
 * priority, which takes long to start on a busy machine.
 */
export async function chooseFile(
  page: Page,
  button: string,
  file: Upload | string,
  title = button,
): Promise<Locator> {
  await page.getByRole("button", { name: button, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: title });
  const chooser = page.waitForEvent("filechooser");
  await dialog.getByRole("button", { name: "Choose a file" }).click();
  await (await chooser).setFiles(file);
  await expect(dialog.getByText(/^Reading /)).toHaveCount(0, { timeout: 60_000 });
  return dialog;
}
