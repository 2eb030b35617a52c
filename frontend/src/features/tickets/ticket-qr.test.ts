import { readFile } from "node:fs/promises";
import { encode } from "uqr";
import { beforeAll, describe, expect, test } from "vitest";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { layoutTicket } from "@/features/tickets/picture/ticket-layout";
import { placeQr, type QrPlacement, qrModules, qrRects } from "@/lib/qr";

const TICKET = "DL1.12.0123456789ABCDEFGHJKMNPQRS";
const FACE = {
  eventName: "Spring Gala",
  eventDate: "2026-11-21",
  eventTime: "19:30",
  fullName: "Ada Byron",
  tableNumber: 7,
  invoiceNumber: "INV-7K3M9",
  qrCodeData: TICKET,
};

/** Paints a placed QR as the ticket does: its dark rectangles on white. */
function paint(placed: QrPlacement, { width, height }: { width: number; height: number }) {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (const rect of qrRects(placed)) {
    for (let y = rect.y; y < rect.y + rect.height; y += 1) {
      for (let x = rect.x; x < rect.x + rect.width; x += 1) data.set([0, 0, 0], (y * width + x) * 4);
    }
  }
  return { data, width, height } as ImageData;
}

const decode = async (picture: ImageData) =>
  (await readBarcodes(picture, { formats: ["QRCode"] })).map(({ text }) => text);

beforeAll(async () => {
  const wasm = await readFile("node_modules/zxing-wasm/dist/reader/zxing_reader.wasm");
  const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
});

describe("the QR of a ticket", () => {
  test.each(["DL1.1.", "DL1.1234567."])("%s... is version 2, so its modules are large", (start) => {
    expect(qrModules(`${start}0123456789ABCDEFGHJKMNPQRS`)).toHaveLength(25);
    expect(encode(`${start}0123456789ABCDEFGHJKMNPQRS`, { ecc: "M" }).version).toBe(2);
  });

  test.each([
    [{ width: 800, height: 1200 }, 15],
    [{ width: 600, height: 800 }, 11],
  ])("is read back from the ticket's own pixels at %o", async (size, module) => {
    const { qr } = layoutTicket(FACE, size, (text, { size: px }) => text.length * px * 0.6);
    expect(qr.module).toBe(module);
    expect(await decode(paint(qr, size))).toEqual([TICKET]);
  });

  test("has whole pixels and four light modules on every side", () => {
    const placed = placeQr(TICKET, { x: 10.3, y: 20.7, side: 400 });
    const rects = qrRects(placed);
    expect(placed.panel.width).toBe(placed.module * 33);
    expect(rects.every((rect) => Object.values(rect).every(Number.isInteger))).toBe(true);
    expect(Math.min(...rects.map(({ x }) => x)) - placed.panel.x).toBe(4 * placed.module);
    expect(Math.min(...rects.map(({ y }) => y)) - placed.panel.y).toBe(4 * placed.module);
  });

  test("of an older tool, 500 characters long, is read back too", async () => {
    const old = `https://old.example/t/${"aB3-".repeat(119)}x`;
    const { qr, size } = layoutTicket(
      { ...FACE, qrCodeData: old },
      { width: 800, height: 1200 },
      (text) => text.length * 10,
    );
    expect(qr.panel.width).toBeLessThanOrEqual(495);
    expect(await decode(paint(qr, size))).toEqual([old]);
  });
});
