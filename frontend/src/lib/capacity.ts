import { formatCount } from "@/lib/count";

/** Share of the capacity from which an event is nearly full (contract 9). */
const NEARLY_FULL_FROM = 0.9;

export type Fullness = "roomy" | "nearly" | "full";

/** The number of people inside: undefined until loaded, null where exits are not counted. */
export function insideOf(
  countsExits: boolean,
  figures: { inside: number | null } | undefined,
): number | null | undefined {
  if (figures) return figures.inside;
  return countsExits ? undefined : null;
}

/** `people`: the number inside where exits are counted, else the arrivals. */
export function fullnessOf(people: number, capacity: number): Fullness {
  if (people >= capacity) return "full";
  return people >= capacity * NEARLY_FULL_FROM ? "nearly" : "roomy";
}

/** Label beside the number (contract 2), because a colour alone is not accessible; null while there is room. */
export function fullnessLabel(people: number, capacity: number): string | null {
  if (people > capacity) return `Full, ${formatCount(people - capacity)} over`;
  return { roomy: null, nearly: "Nearly full", full: "Full" }[fullnessOf(people, capacity)];
}

/** The door's rule once the capacity is reached; null while there is room. */
export const whenFullLabel = (people: number, capacity: number, stopsAtCapacity: boolean): string | null => {
  if (people < capacity) return null;
  return stopsAtCapacity ? "The door refuses guests" : "Guests are still let in";
};

/** 'overbooked by 3': registered guests beyond the capacity. */
export const overbookedBy = (registered: number, capacity: number): string =>
  `overbooked by ${formatCount(registered - capacity)}`;

/** 'capacity 300'. */
export const capacityLabel = (capacity: number): string => `capacity ${formatCount(capacity)}`;
