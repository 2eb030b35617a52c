/**
 * Normalises and hashes QR texts like backend/doorlist/tickets/rules.py; qr_vectors.json keeps both equal. trim()
 * differs: it keeps U+0085 and removes U+FEFF.
 */
const BLANKS = String.raw`[\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+`;
const AROUND = new RegExp(`^${BLANKS}|${BLANKS}$`, "g");
/** Control characters and lone surrogates, which databases reject. */
const UNKEPT = /[\p{Cc}\p{Cs}]/gu;
const FORM = String.raw`DL1\.[1-9][0-9]{0,18}\.[0-9A-HJKMNP-TV-Z]{26}$`;
const OURS = new RegExp(`^${FORM}`);
/** One of our tickets at the end of a text, because scanners type behind existing text. */
export const TYPED_TICKET = new RegExp(FORM, "i");
const LISTED_BYTES = 16;

/** Trims a text, and upper-cases it if that makes it one of our tickets. */
export function normaliseQr(qrData: string): string {
  const trimmed = qrData.replace(AROUND, "").replace(UNKEPT, "\ufffd");
  // ASCII only: other letters may have an ASCII letter as upper case.
  const upper = trimmed.replace(/[a-z]/g, (letter) => letter.toUpperCase());
  return OURS.test(upper) ? upper : trimmed;
}

/** The event of one of our tickets; null for other texts. */
export function eventOfText(normalised: string): number | null {
  return OURS.test(normalised) ? Number(normalised.split(".")[1]) : null;
}

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

/**
 * SHA-256 of the normalised text in base64url. `whole` (43 characters) identifies a ticket to the server and proves
 * that its code was read; lists have only `half`, the first 16 bytes (22 characters). Needs a secure page (HTTPS or
 * localhost).
 */
export async function qrHashes(qrData: string): Promise<{ whole: string; half: string }> {
  const text = new TextEncoder().encode(normaliseQr(qrData));
  const whole = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  return { whole: base64url(whole), half: base64url(whole.subarray(0, LISTED_BYTES)) };
}

/** The first 16 bytes of a hash as four words. */
export type Hash = readonly [number, number, number, number];

export function hashWords(bytes: Uint8Array): Hash {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return [view.getUint32(0), view.getUint32(4), view.getUint32(8), view.getUint32(12)];
}

export function encodeHash(words: Hash): string {
  const view = new DataView(new ArrayBuffer(LISTED_BYTES));
  for (const [place, word] of words.entries()) view.setUint32(4 * place, word);
  return base64url(new Uint8Array(view.buffer));
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const VALUE_OF = new Uint8Array(128);
for (let value = 0; value < ALPHABET.length; value++) VALUE_OF[ALPHABET.charCodeAt(value)] = value;

const scratch = new Uint8Array(16);

/** Decodes 22 characters of base64url. By hand, because `atob` is five times slower for 100,000 tickets. */
export function decodeHash(text: string): Hash {
  let bits = 0;
  let pending = 0;
  let filled = 0;
  for (let place = 0; place < text.length && filled < scratch.length; place++) {
    bits = ((bits << 6) | (VALUE_OF[text.charCodeAt(place)] ?? 0)) & 0xffff;
    pending += 6;
    if (pending < 8) continue;
    pending -= 8;
    scratch[filled++] = bits >> pending;
  }
  return hashWords(scratch);
}
