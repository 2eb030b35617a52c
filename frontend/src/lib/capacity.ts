/** Share of the capacity from which an event is nearly full (contract 9). */
const NEARLY_FULL_FROM = 0.9;

export type Fullness = "roomy" | "nearly" | "full";

export function fullnessOf(arrived: number, capacity: number): Fullness {
  if (arrived >= capacity) return "full";
  return arrived >= capacity * NEARLY_FULL_FROM ? "nearly" : "roomy";
}

/** Label beside the arrivals (contract 2), because a colour alone is not accessible. */
export const FULLNESS_LABEL: Record<Fullness, string | null> = {
  roomy: null,
  nearly: "Nearly full",
  full: "Full",
};
