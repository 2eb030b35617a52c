import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { type Attendee, openOffice } from "./api";
import { openDoor, openPhone } from "./outage";
import { OLIVE, SAM } from "./server";
import { signIn } from "./steps";
import { test } from "./test";

/** Data that a thief of the device could read in the browser's files. */

/** Letters without a pattern: what compresses a file leaves them as they are. */
const letters = (count: number) =>
  [...randomBytes(count)].map((byte) => String.fromCharCode(97 + (byte % 26))).join("");
const digits = (count: number) => [...randomBytes(count)].map((byte) => byte % 10).join("");

/** A text as it may lie in a file: its bytes, or two bytes for each letter. */
const written = (text: string) => [Buffer.from(text, "latin1"), Buffer.from(text, "utf16le")];

/** The name of a ticket in a list: 16 bytes of its hash, as they are, in words of this machine, or as text. */
function writtenHash(qrCodeData: string): Buffer[] {
  const bytes = createHash("sha256").update(qrCodeData).digest().subarray(0, 16);
  return [bytes, Buffer.from(bytes).swap32(), ...written(bytes.toString("base64url").slice(0, 21))];
}

/** The files of a profile that hold one of these. */
function filesWith(profile: string, ...parts: readonly Buffer[][]): string[] {
  const files = readdirSync(profile, { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  );
  const needles = parts.flat();
  return files
    .map((file) => join(file.parentPath, file.name))
    .filter((path) => {
      const bytes = readFileSync(path);
      return needles.some((needle) => bytes.includes(needle));
    })
    .map((path) => path.slice(profile.length));
}

test(
  "4.list.5, 4.list.14 the files of the browser hold no phone and no QR text, and after signing out nothing of the list",
  {
    tag: "@phone",
  },
  async ({ openElsewhere }, info) => {
    const { elsewhere } = await openElsewhere("cast");
    const office = await openOffice(elsewhere.url, SAM);
    const event = await office.event({ date: "2031-05-17" });
    const guests: Attendee[] = [];
    for (let made = 0; made < 5; made++) {
      const fullName = `${letters(12)} ${letters(16)}`;
      guests.push(
        await office.attendee(event.id, { fullName, phone: `+61 ${digits(9)}`, notes: letters(24) }),
      );
    }
    const names = guests.flatMap(({ fullName }) => fullName.split(" ").flatMap(written));
    const hashes = guests.flatMap(({ qrCodeData }) => writtenHash(qrCodeData));
    const invoices = guests.flatMap(({ invoiceNumber }) => written(invoiceNumber));
    const phones = guests.flatMap(({ phone }) => written(phone.slice(4)));
    const tickets = guests.flatMap(({ qrCodeData }) => written(qrCodeData.split(".").at(-1) ?? ""));
    const profile = info.outputPath("profile");
    try {
      let phone = await openPhone(profile, elsewhere);
      let page = await phone.newPage();
      await signIn(page, OLIVE);
      await openDoor(page, guests);
      // One of five changes: a copy beside the list has it.
      await office.scan(guests[0]?.qrCodeData ?? "");
      await page.waitForTimeout(6000);
      await phone.close();
      expect(filesWith(profile, names), "the search finds what is there").not.toEqual([]);
      expect(filesWith(profile, hashes), "the search finds what is there").not.toEqual([]);
      expect(filesWith(profile, phones, tickets), "what makes a ticket, or calls a guest").toEqual([]);

      phone = await openPhone(profile, elsewhere);
      page = await phone.newPage();
      await page.goto("/");
      await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
      await expect(page).toHaveURL("/auth");
      await page.waitForTimeout(1000);
      await phone.close();
      expect(filesWith(profile, names, hashes, invoices, phones, tickets), "what is left").toEqual([]);
    } finally {
      rmSync(profile, { recursive: true, force: true });
      await office.call.dispose();
    }
  },
);
