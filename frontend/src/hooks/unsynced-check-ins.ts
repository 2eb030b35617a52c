/** Check-ins and undos that this device has not sent. `unsaved` counts the ones lost if the page closes. */
export interface UnsyncedCheckIns {
  count: number;
  unsaved: number;
}

const NONE: UnsyncedCheckIns = { count: 0, unsaved: 0 };

/** Set by the door's code, called by sign-out. */
let count: () => Promise<UnsyncedCheckIns> = async () => NONE;

export function countUnsyncedWith(counter: () => Promise<UnsyncedCheckIns>): void {
  count = counter;
}

/** Never throws: a failed count must not block signing out. */
export async function unsyncedCheckIns(): Promise<UnsyncedCheckIns> {
  try {
    return await count();
  } catch (error) {
    console.error("What this device has not sent could not be counted", error);
    return NONE;
  }
}
