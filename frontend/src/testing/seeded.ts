/** Random numbers that repeat for the same seed. */
export function seeded(seed: number) {
  let state = seed;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const below = (end: number) => Math.floor(next() * end);
  const isSo = (probability: number) => next() < probability;
  const oneOf = <Value>(values: readonly Value[]) => values[below(values.length)] as Value;
  return { below, isSo, oneOf };
}
