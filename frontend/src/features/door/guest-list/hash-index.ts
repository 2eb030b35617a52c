import type { Hash } from "@/features/door/guest-list/qr-hash";

/** Words of 32 bits in a hash. */
export const WORDS = 4;
const LEAST_PLACES = 64;

/** Ticket hashes by row, with an open-addressing index. Fast to build for 100,000 tickets. */
export class HashIndex {
  /** Four words a row. */
  readonly words: number[];
  /** Row + 1 at the hash's slot or the next free one; 0 is free. */
  private places = new Int32Array(0);

  constructor(words: number[]) {
    this.words = words;
    this.enterAll();
  }

  get size(): number {
    return this.words.length / WORDS;
  }

  add(hash: Hash): void {
    this.words.push(...hash);
    if (this.size * 2 > this.places.length) this.enterAll();
    else this.enter(this.size - 1);
  }

  at(row: number): Hash {
    const word = (position: number) => this.words[row * WORDS + position] ?? 0;
    return [word(0), word(1), word(2), word(3)];
  }

  has(row: number, hash: Hash): boolean {
    const first = row * WORDS;
    const { words } = this;
    return (
      words[first] === hash[0] &&
      words[first + 1] === hash[1] &&
      words[first + 2] === hash[2] &&
      words[first + 3] === hash[3]
    );
  }

  /** The row with this hash, a preferred one if there are several. */
  rowOf(hash: Hash, isPreferred: (row: number) => boolean): number | null {
    const mask = this.places.length - 1;
    let found: number | null = null;
    for (let place = hash[0] & mask; this.places[place]; place = (place + 1) & mask) {
      const row = (this.places[place] ?? 0) - 1;
      if (!this.has(row, hash)) continue;
      if (isPreferred(row)) return row;
      found ??= row;
    }
    return found;
  }

  private enterAll(): void {
    let places = LEAST_PLACES;
    while (places < this.size * 4) places *= 2;
    this.places = new Int32Array(places);
    for (let row = 0; row < this.size; row++) this.enter(row);
  }

  private enter(row: number): void {
    const mask = this.places.length - 1;
    let place = (this.words[row * WORDS] ?? 0) & mask;
    while (this.places[place]) place = (place + 1) & mask;
    this.places[place] = row + 1;
  }
}
