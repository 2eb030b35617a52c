/** How many check-ins and undos this device has not sent. The door's part of the app tells; sign-out asks. */
let count: () => Promise<number> = async () => 0;

export function countUnsentWith(counter: () => Promise<number>): void {
  count = counter;
}

/** Never throws: what cannot be counted holds nobody back. */
export async function unsentCheckIns(): Promise<number> {
  try {
    return await count();
  } catch (error) {
    console.error("What this device has not sent could not be counted", error);
    return 0;
  }
}
