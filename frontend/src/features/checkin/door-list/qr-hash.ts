/**
 * The rule by which a QR text is read and hashed, the same as in backend/doorlist/tickets/rules.py; both are held
 * against backend/tests/tickets/qr_vectors.json. trim() would not do: it leaves U+0085 and takes U+FEFF.
 */
const BLANKS = String.raw`[\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+`;
const AROUND = new RegExp(`^${BLANKS}|${BLANKS}$`, "g");
/** What no database keeps: control characters and half surrogate pairs. */
const UNKEPT = /[\p{Cc}\p{Cs}]/gu;
const OURS = /^DL1\.[1-9][0-9]{0,18}\.[0-9A-HJKMNP-TV-Z]{26}$/;
const HASH_BYTES = 16;

/** What a camera or a keyboard read, trimmed, and in upper case where that makes it a text of ours. */
export function normaliseQr(qrData: string): string {
  const trimmed = qrData.replace(AROUND, "").replace(UNKEPT, "\ufffd");
  // Letter by letter: beyond ASCII there are letters whose upper case is one of ours.
  const upper = trimmed.replace(/[a-z]/g, (letter) => letter.toUpperCase());
  return OURS.test(upper) ? upper : trimmed;
}

/**
 * What the door's list knows a ticket by: the first half of SHA-256 over the normalised text, as base64url. Only where
 * the page is secure (HTTPS, or this machine); elsewhere browsers have neither `crypto.subtle` nor a camera.
 */
export async function qrHash(qrData: string): Promise<string> {
  const text = new TextEncoder().encode(normaliseQr(qrData));
  const half = new Uint8Array(await crypto.subtle.digest("SHA-256", text)).subarray(0, HASH_BYTES);
  return btoa(String.fromCharCode(...half))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}
