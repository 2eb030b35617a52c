import type { ListedCheckIn } from "@/features/door/guest-list/api";

/** Parses the check-ins of a row; null for an empty text. */
export const checkInsOf = (text: string | undefined): readonly ListedCheckIn[] | null =>
  text ? (JSON.parse(text) as readonly ListedCheckIn[]) : null;

const NOBODY = { arrived: 0, inside: 0 };

/** Guests who came in at each check-in list, and who are there now. */
export class ListCounts {
  private readonly counts = new Map<number, typeof NOBODY>();

  /** Adds the check-ins of a row (1), or takes them away (-1). */
  change(text: string, by: 1 | -1): void {
    for (const [listId, , , , leftAt] of checkInsOf(text) ?? []) {
      const { arrived, inside } = this.of(listId);
      this.counts.set(listId, { arrived: arrived + by, inside: inside + (leftAt === null ? by : 0) });
    }
  }

  of(listId: number): typeof NOBODY {
    return this.counts.get(listId) ?? NOBODY;
  }
}
