import { searchForm } from "@/features/door/guest-list/search-form";

/** No ticket text contains a NUL. */
const NUL = "\0";
/** Rows per text, and between two checks of the clock. */
const BLOCK_ROWS = 50;

interface Block {
  text: string;
  starts: number[];
}

interface Wanted {
  count: number;
  limit: number;
  isThere: (row: number) => boolean;
  isFirst: (row: number) => boolean;
}

/**
 * Finds rows that contain all words (`searchForm`). Rows are joined into blocks, because 2,000 long texts are
 * searched faster than 100,000 short ones. A changed row outdates its block.
 */
export class TextIndex {
  private readonly blocks: (Block | undefined)[] = [];
  private foldedTo = 0;
  private readonly textsOf: (row: number) => string[];

  constructor(textsOf: (row: number) => string[]) {
    this.textsOf = textsOf;
  }

  outdate(row: number): void {
    this.blocks[Math.floor(row / BLOCK_ROWS)] = undefined;
  }

  /** Returns the first rows that match, and the number of all matches. */
  search(
    words: readonly string[],
    { count, limit, isThere, isFirst }: Wanted,
  ): { rows: number[]; found: number } {
    const ahead: number[] = [];
    const behind: number[] = [];
    let found = 0;
    // The longest word is the rarest, so the others are checked where it occurs.
    const [wanted = "", ...others] = words.toSorted((a, b) => b.length - a.length);
    for (let first = 0; first < count; first += BLOCK_ROWS) {
      const { text, starts } = this.blockFrom(first, count);
      let place = 0;
      for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, starts[place])) {
        while ((starts[place] ?? Number.POSITIVE_INFINITY) <= at) place += 1;
        const row = first + place - 1;
        const ofRow = others.length > 0 ? text.slice(starts[place - 1], starts[place]) : "";
        if (isThere(row) && others.every((word) => ofRow.includes(word))) {
          found += 1;
          const rows = isFirst(row) ? ahead : behind;
          if (rows.length < limit) rows.push(row);
        }
        if (place === starts.length) break;
      }
    }
    return { rows: [...ahead, ...behind].slice(0, limit), found };
  }

  /** Indexes until the time is up. Returns true when everything is indexed. */
  foldAhead(isTimeUp: () => boolean, count: number): boolean {
    for (; this.foldedTo < count; this.foldedTo += BLOCK_ROWS) {
      if (isTimeUp()) return false;
      this.blockFrom(this.foldedTo, count);
    }
    return true;
  }

  private blockFrom(first: number, count: number): Block {
    const number = first / BLOCK_ROWS;
    const known = this.blocks[number];
    if (known) return known;
    const starts: number[] = [];
    const texts: string[] = [];
    let length = 0;
    for (let row = first; row < Math.min(count, first + BLOCK_ROWS); row++) {
      const text = this.textsOf(row).map(searchForm).join(NUL);
      starts.push(length);
      texts.push(text);
      length += text.length + NUL.length;
    }
    const block = { text: texts.join(NUL), starts };
    this.blocks[number] = block;
    return block;
  }
}
