import { afterEach, describe, expect, test, vi } from "vitest";
import { ticketZip, zippedName } from "@/features/tickets/files/ticket-zip";
import { ZipFile } from "@/features/tickets/files/zip-file";
import { ticketFileName } from "@/features/tickets/picture/use-ticket-picture";
import { shareTickets } from "@/features/tickets/share-tickets";

const file = new File(["png"], "ticket.png", { type: "image/png" });

function withNavigator(parts: { canShare?: () => boolean; share?: () => Promise<void> }) {
  for (const [name, value] of Object.entries(parts)) {
    Object.defineProperty(navigator, name, { value, configurable: true });
  }
}

afterEach(() => {
  Reflect.deleteProperty(navigator, "canShare");
  Reflect.deleteProperty(navigator, "share");
});

const faceOf = (invoiceNumber: string, fullName: string) => ({
  eventName: "Spring Gala",
  eventDate: "2026-11-21",
  eventTime: null,
  fullName,
  tableNumber: 7,
  invoiceNumber,
  qrCodeData: invoiceNumber,
});

test.each([
  ["INV-7K3M9", "Ada Byron", "INV-7K3M9 Ada Byron.png"],
  ["A/B: 7", 'Zoë "Zo" O\'Hara?', "A B 7 Zoë Zo O'Hara.png"],
  ["INV-1", "山田\u202e太郎", "INV-1 山田 太郎.png"],
  ["INV-1", "x".repeat(187), `INV-1 ${"x".repeat(44)}.png`],
])("2.print.940 the image of %s, %s in a ZIP file is %s", (invoiceNumber, fullName, name) => {
  expect(zippedName(faceOf(invoiceNumber, fullName))).toBe(name);
});

test("2.print.940 no two images of a ZIP file have the same name, in upper or lower case", async () => {
  const names: string[] = [];
  vi.spyOn(ZipFile.prototype, "add").mockImplementation(async (name) => {
    names.push(name);
  });
  const faces = ["INV/A", "inv a", "INV:A"].map((number) => faceOf(number, "Ada"));
  await ticketZip(faces, { day: new Date(), imageOf: () => file });
  expect(names).toEqual(["INV A Ada.png", "inv a Ada (2).png", "INV A Ada (3).png"]);
});

describe("handing out a ticket", () => {
  test("shares the picture where the device can", async () => {
    const share = vi.fn(async () => {});
    withNavigator({ canShare: () => true, share });
    expect(await shareTickets([file], { title: "Spring Gala" })).toBe("shared");
    expect(share).toHaveBeenCalledWith({ files: [file], title: "Spring Gala" });
  });

  test("downloads it where the device cannot", async () => {
    URL.createObjectURL = () => "blob:ticket";
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    expect(await shareTickets([file], { title: "Spring Gala" })).toBe("downloaded");
    expect(saved).toEqual(["ticket.png"]);
  });

  test("9.ticket.6 downloads more of them than a share sheet takes", async () => {
    const share = vi.fn(async () => {});
    withNavigator({ canShare: () => true, share });
    const files = (count: number) => Array.from({ length: count }, () => file);
    expect(await shareTickets(files(10), { title: "Spring Gala" })).toBe("shared");
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    vi.spyOn(ZipFile.prototype, "add").mockResolvedValue();
    const faces = files(11).map((_, index) => faceOf(`INV-${index}`, "Ada Byron"));
    expect(await shareTickets(files(11), { title: "Spring Gala" }, faces)).toBe("downloaded");
    expect(share).toHaveBeenCalledTimes(1);
    expect(saved).toEqual(["Tickets Spring Gala 2026-11-21.zip"]);
    expect(ZipFile.prototype.add).toHaveBeenCalledTimes(11);
  });

  test.each(["AbortError", "InvalidStateError"])("a closed sheet, or a second tap: %s", async (name) => {
    withNavigator({ canShare: () => true, share: () => Promise.reject(new DOMException("", name)) });
    expect(await shareTickets([file], { title: "" })).toBe("cancelled");
  });

  test("anything else is a failure", async () => {
    withNavigator({ canShare: () => true });
    withNavigator({ share: () => Promise.reject(new DOMException("", "NotAllowedError")) });
    await expect(shareTickets([file], { title: "" })).rejects.toThrow();
  });
});

test.each([
  ["Midwinter Gala", "INV-7K3M9", "ticket-Midwinter-Gala-INV-7K3M9-2026-11-21.png"],
  ["Gala: 7/8 ...", "A/B: 7", "ticket-Gala-7-8-A-B-7-2026-11-21.png"],
  ["?", "/", "ticket-attendee-2026-11-21.png"],
  ["Ü".repeat(80), "INV-7", `ticket-${"Ü".repeat(50)}-INV-7-2026-11-21.png`],
])("9.export.970 the picture of a ticket of %j, %j is %s", (eventName, invoiceNumber, name) => {
  expect(ticketFileName({ eventName, invoiceNumber }, new Date(2026, 10, 21))).toBe(name);
});
