import { DOOR_EVENT_KEY, readStored, writeStored } from "@/lib/storage";

const RAPID = "doorlist.door.rapid";
const CAMERA = "doorlist.door.camera";
/** The event at whose exit this door is. */
const EXIT_OF = "doorlist.door.exit-of";

const LIST = "doorlist.door.list";

/** Settings saved per device (contract 2.scan.7, 9, 16). */
export const readRapidMode = (): boolean => readStored("local", RAPID) === true;
export const saveRapidMode = (on: boolean): void => writeStored("local", RAPID, on);

export function readDoorEvent(): number | null {
  const stored = readStored("local", DOOR_EVENT_KEY);
  return typeof stored === "number" ? stored : null;
}

export const readExitOf = (): unknown => readStored("local", EXIT_OF);
export const saveExitOf = (eventId: number | null): void => writeStored("local", EXIT_OF, eventId);

export interface DoorListChoice {
  eventId: number;
  listId: number;
  /** Shown until the guest list has loaded. */
  name: string;
}

/** The check-in list of this door; null for the entrance. */
export function readDoorList(): DoorListChoice | null {
  const stored = readStored("local", LIST) as Partial<DoorListChoice> | null;
  const isWhole =
    typeof stored?.eventId === "number" &&
    typeof stored.listId === "number" &&
    typeof stored.name === "string";
  return isWhole ? (stored as DoorListChoice) : null;
}
export const saveDoorList = (choice: DoorListChoice | null): void => writeStored("local", LIST, choice);

export function readCameraId(): string | null {
  const stored = readStored("local", CAMERA);
  return typeof stored === "string" && stored !== "" ? stored : null;
}
export const saveCameraId = (cameraId: string | null): void => writeStored("local", CAMERA, cameraId);
