import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { eventOfText, normaliseQr, qrHashes } from "@/features/door/guest-list/qr-hash";

type Vector = { what: string; text: string; normalised: string; hash: string };

// The server is held against the same file, by backend/tests/tickets/test_rules.py.
const VECTORS: Vector[] = JSON.parse(
  readFileSync(new URL("../../../../../backend/tests/tickets/qr_vectors.json", import.meta.url), "utf8"),
);

// 3.qr.10, 11; 5.scan.1
it.each(VECTORS)("reads and hashes as the server does: $what", async ({ text, normalised, hash }) => {
  expect(normaliseQr(text)).toBe(normalised);
  expect(normaliseQr(normalised)).toBe(normalised);
  const { half, whole } = await qrHashes(text);
  expect(half).toMatch(/^[\w-]{22}$/);
  expect(Buffer.from(half, "base64url").toString("hex")).toBe(hash);
  // 4.list.11
  expect(whole).toMatch(/^[\w-]{43}$/);
  expect(whole).toBe(createHash("sha256").update(normalised, "utf8").digest("base64url"));
});

it("takes half a surrogate pair for a character that was not read", () => {
  expect(normaliseQr("a\ud83cb")).toBe("a\ufffdb");
});

it("knows the event of a text of ours, and of no other", () => {
  expect(eventOfText("DL1.42.0123456789ABCDEFGHJKMNPQRS")).toBe(42);
  expect(eventOfText("https://example.com/DL1.42.0123456789ABCDEFGHJKMNPQRS")).toBeNull();
});
