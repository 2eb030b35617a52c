import type { Scan } from "@/features/checkin/door/scan";
import { readStored, removeStored, writeStored } from "@/lib/storage";

const KEPT = "doorlist.door.kept";
const RAPID = "doorlist.door.rapid";
const EVENT = "doorlist.door.event";
const CAMERA = "doorlist.door.camera";

const isScan = (value: unknown): value is Scan => {
  if (typeof value !== "object" || value === null) return false;
  const scan = value as Partial<Scan>;
  return (
    typeof scan.qrData === "string" &&
    typeof scan.idempotencyKey === "string" &&
    typeof scan.readAt === "number" &&
    (scan.eventId === null || typeof scan.eventId === "number")
  );
};

/** Unanswered scans live as long as the tab: through a reload and through signing in again (contract 4.scan.20, 35). */
export function readPendingScans(): Scan[] {
  const stored = readStored("session", KEPT);
  return Array.isArray(stored) ? stored.filter(isScan) : [];
}

export function savePendingScans(scans: readonly Scan[]): void {
  if (scans.length > 0) writeStored("session", KEPT, scans);
  else removeStored("session", KEPT);
}

/** Rapid mode, the event and the camera are remembered per device (contract 2.scan.7, 9, 16). */
export const readRapidMode = (): boolean => readStored("local", RAPID) === true;
export const keepRapidMode = (on: boolean): void => writeStored("local", RAPID, on);

export function readDoorEvent(): number | null {
  const stored = readStored("local", EVENT);
  return typeof stored === "number" ? stored : null;
}
export const keepDoorEvent = (eventId: number | null): void => writeStored("local", EVENT, eventId);

export function readCameraId(): string | null {
  const stored = readStored("local", CAMERA);
  return typeof stored === "string" && stored !== "" ? stored : null;
}
export const keepCameraId = (cameraId: string | null): void => writeStored("local", CAMERA, cameraId);
