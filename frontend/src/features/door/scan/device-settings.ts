import { DOOR_EVENT_KEY, readStored, writeStored } from "@/lib/storage";

const RAPID = "doorlist.door.rapid";
const CAMERA = "doorlist.door.camera";
/** The event at whose exit this door is. */
const EXIT_OF = "doorlist.door.exit-of";

/** Settings saved per device (contract 2.scan.7, 9, 16). */
export const readRapidMode = (): boolean => readStored("local", RAPID) === true;
export const saveRapidMode = (on: boolean): void => writeStored("local", RAPID, on);

export function readDoorEvent(): number | null {
  const stored = readStored("local", DOOR_EVENT_KEY);
  return typeof stored === "number" ? stored : null;
}
export const saveDoorEvent = (eventId: number | null): void => writeStored("local", DOOR_EVENT_KEY, eventId);

export const readExitOf = (): unknown => readStored("local", EXIT_OF);
export const saveExitOf = (eventId: number | null): void => writeStored("local", EXIT_OF, eventId);

export function readCameraId(): string | null {
  const stored = readStored("local", CAMERA);
  return typeof stored === "string" && stored !== "" ? stored : null;
}
export const saveCameraId = (cameraId: string | null): void => writeStored("local", CAMERA, cameraId);
