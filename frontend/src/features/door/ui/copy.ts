import { CHECK_AGAIN } from "@/features/door/copy";

/** The words of the parts that load after the scanner (decision 0034), apart from those of its first load. */

export const NO_SCANS = "No scans yet";
export const pendingScans = (count: number) =>
  count === 1 ? "1 scan is not checked in yet" : `${count} scans are not checked in yet`;
/** Looking for a guest without a phone, or with a cracked one: the rest of its words stands beside the search. */
export const SEARCH_OPEN = "Find guest";
export const SEARCH_LOADING = "Loading the search...";
export const CAMERA_COPY = {
  torch: "Torch",
  camera: "Camera",
  automatic: "Automatic",
  numbered: (position: number) => `Camera ${position}`,
} as const;
export const undoOf = (fullName: string) => `Undo the check-in of ${fullName}`;
export const undoAll = (count: number) => `Undo all ${count}`;
/** Where the cards stand. */
export const CHECK_AGAIN_ID = "check-again";
export const checkAgainCount = (count: number) => `${CHECK_AGAIN.title}: ${count}`;
export const dismissOf = (fullName: string) => `Dismiss ${fullName}`;
export const scannedAt = (moment: string) => `Scanned at ${moment}`;
/** The room of the grants: the door's name, who it belongs to, and the devices of an event (contract 2.doors). */
export const DOOR_NAME_COPY = {
  label: "Name of this door",
  hint: "Shown beside its check-ins.",
  example: "For example: Gate B",
} as const;
/** Nobody is signed in, and the door goes on. */
export const goesOnUntil = (time: string) => `Nobody is signed in. This door goes on until ${time}.`;
/** contract 2.doors: the devices at an event. They come with their dialog, but for the button. */
export const DEVICES_OPEN = "Devices at this event";
