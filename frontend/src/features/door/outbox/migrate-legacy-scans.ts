import { KEPT_TEXT_MAX } from "@/features/door/core/rules";
import { qrHashes } from "@/features/door/guest-list/qr-hash";
import { keepScan, noteShown } from "@/features/door/outbox/outbox";
import { readStored, removeStored } from "@/lib/storage";

/** Where releases before the outbox kept the scans that nobody had answered, for as long as the tab lived. */
const KEPT = "doorlist.door.kept";

interface KeptScan {
  qrData: string;
  idempotencyKey: string;
  eventId: number | null;
  readAt: number;
}

const isKeptScan = (value: unknown): value is KeptScan => {
  const scan = value as Partial<KeptScan> | null;
  return (
    typeof scan?.qrData === "string" &&
    typeof scan.idempotencyKey === "string" &&
    typeof scan.readAt === "number" &&
    (scan.eventId === null || typeof scan.eventId === "number")
  );
};

async function takeOver(
  { qrData, idempotencyKey, eventId, readAt }: KeptScan,
  userId: number,
): Promise<void> {
  // Without HTTPS there is no hash. A text that is cut off would name no ticket.
  const hash = globalThis.crypto?.subtle ? (await qrHashes(qrData)).whole : null;
  if (hash === null && qrData.length > KEPT_TEXT_MAX) return;
  await keepScan({
    kind: "check_in",
    key: idempotencyKey,
    userId,
    grantId: null,
    eventId,
    device: null,
    hash,
    attendeeId: null,
    text: hash === null ? qrData : null,
    at: readAt,
    monotonic: 0,
    clockOffset: null,
    undoes: null,
  });
  await noteShown(idempotencyKey, { shown: "undecided", certainty: "none", asOf: null });
}

/** Takes what an older release kept in this tab into the outbox, once, as the user's who is signed in now. */
export async function takeOverKeptScans(userId: number): Promise<void> {
  const kept = readStored("session", KEPT);
  if (!Array.isArray(kept)) return;
  try {
    for (const scan of kept.filter(isKeptScan)) await takeOver(scan, userId);
    removeStored("session", KEPT);
  } catch (error) {
    // They stay where they are: a key that is kept already is kept once.
    console.error("Scans of an older release could not be taken over", error);
  }
}
