/** contract 9: from this share of its capacity an event is nearly full, and full from the whole of it. */
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
