/** contract 2.scan: at the foot of the camera's picture. */
export const arrivedOf = (arrived: number, total: number) => `Arrived ${arrived} of ${total}`;
/** Beside the arrivals where the event has a capacity (contract 2.scan.330). */
export const ofCapacity = (capacity: number) => ` · capacity ${capacity}`;
/** The server may know of more: other doors go on as well. */
export const OFFLINE_COUNT = "offline count";
export const tonightIs = (name: string) => `Tonight: ${name}`;
export const SCAN_FOR = "Scan for this event";
export const LAST_RESULT = "Last result";
/** contract 2.scan.280: a code is before the camera, and no picture of it can be read. */
export const UNREAD_CODE = "Tilt the phone a little, or use Find guest.";
