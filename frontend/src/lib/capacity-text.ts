/** Highest capacity of an event or a check-in list (contract 5). */
const CAPACITY_MAX = 100_000;

/** Stands for an invalid number of guests; the server refuses it too. */
export const UNREADABLE = 0;

/** The number that a person typed as a capacity; null for a blank field. */
export function parseCapacity(text: string): number | null {
  const typed = text.trim().replace(/[ ,.](?=\d{3}\b)/g, "");
  if (typed === "") return null;
  const capacity = /^\d{1,6}$/.test(typed) ? Number(typed) : UNREADABLE;
  return capacity <= CAPACITY_MAX ? capacity : UNREADABLE;
}
