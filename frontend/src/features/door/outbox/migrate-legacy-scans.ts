import { SAVED_TEXT_MAX } from "@/features/door/core/rules";
import { qrHashes } from "@/features/door/guest-list/qr-hash";
import { saveScan, saveVerdict } from "@/features/door/outbox/outbox";
import { readStored, removeStored } from "@/lib/storage";

/** Unanswered scans of releases before the outbox, per tab. */
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

async function migrateScan(
  { qrData, idempotencyKey, eventId, readAt }: KeptScan,
  userId: number,
): Promise<void> {
  // Without HTTPS there is no hash, and a truncated text identifies no ticket.
  const hash = globalThis.crypto?.subtle ? (await qrHashes(qrData)).whole : null;
  if (hash === null && qrData.length > SAVED_TEXT_MAX) return;
  await saveScan({
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
  await saveVerdict(idempotencyKey, { shown: "undecided", certainty: "none", asOf: null });
}

/** Moves the unanswered scans of an older release to the outbox, for the signed-in user. */
export async function migrateLegacyScans(userId: number): Promise<void> {
  const kept = readStored("session", KEPT);
  if (!Array.isArray(kept)) return;
  try {
    for (const scan of kept.filter(isKeptScan)) await migrateScan(scan, userId);
    removeStored("session", KEPT);
  } catch (error) {
    // The next page load retries; a saved key is not saved twice.
    console.error("Scans of an older release could not be taken over", error);
  }
}
