/** Check-ins and undos that this device has not sent; `unsaved` are those of them that are lost if the page closes. */
export interface UnsentCheckIns {
  count: number;
  unsaved: number;
}

const NONE: UnsentCheckIns = { count: 0, unsaved: 0 };

/** The door's part of the app tells; sign-out asks. */
let count: () => Promise<UnsentCheckIns> = async () => NONE;

export function countUnsentWith(counter: () => Promise<UnsentCheckIns>): void {
  count = counter;
}

/** Never throws: what cannot be counted holds nobody back. */
export async function unsentCheckIns(): Promise<UnsentCheckIns> {
  try {
    return await count();
  } catch (error) {
    console.error("What this device has not sent could not be counted", error);
    return NONE;
  }
}
