import type { Facts } from "@/features/door/core/facts";
import type { Scan } from "@/features/door/core/scan";
import { eventOfText, normaliseQr, qrHashes } from "@/features/door/guest-list/qr-hash";

/** A ticket as lists and outbox know it; all null where this browser cannot hash. */
export interface Identity {
  /** The whole SHA-256 of the normalised text. */
  hash: string | null;
  attendeeId: number | null;
  /** The text that was read, where this page has read it. */
  qrData: string | null;
  text: Facts["text"];
}

/** What the device alone knows of a scan's ticket. Never throws. */
export async function identify(scan: Scan): Promise<Identity> {
  const { qrData, hash = null, attendeeId = null } = scan;
  if (qrData === undefined) return { hash, attendeeId, qrData: null, text: null };
  const normalised = normaliseQr(qrData);
  const eventId = eventOfText(normalised);
  const text: Facts["text"] = eventId === null ? { form: "other" } : { form: "ours", eventId };
  return { hash: await hashOf(normalised), attendeeId, qrData, text };
}

async function hashOf(normalised: string): Promise<string | null> {
  try {
    return (await qrHashes(normalised)).whole;
  } catch {
    return null; // no secure page: the server alone decides
  }
}
