/** Numbers that a seed decides, so that a run that has failed can be run again. */
export class Chance {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** From 0 up to 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** True as often as `part` of all times. */
  is(part: number): boolean {
    return this.next() < part;
  }

  one<Value>(values: readonly Value[]): Value {
    return values[this.whole(0, values.length - 1)] as Value;
  }

  /** Numbers for another matter, which do not depend on how often this one was asked. */
  for(matter: number): Chance {
    return new Chance(Math.imul(this.state ^ (matter + 1), 0x9e3779b1));
  }
}

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
