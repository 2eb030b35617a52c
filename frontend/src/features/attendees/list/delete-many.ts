import { ApiError } from "@/api/api-error";

interface DeleteMany {
  /** Deletes one; fails as the call does. */
  deleteOne: (id: number) => Promise<unknown>;
  /** How many calls may be under way at once. */
  atMost: number;
  /** Once aborted no further call begins; those under way are let finish, so that the count stays true. */
  signal: AbortSignal;
  onDeleted: (id: number) => void;
}

/**
 * Deletes attendees one by one, several at a time. Whoever is gone already is what was wanted. Any other failure stops
 * the rest, and is thrown when the calls under way have ended.
 */
export async function deleteMany(
  ids: readonly number[],
  { deleteOne, atMost, signal, onDeleted }: DeleteMany,
): Promise<void> {
  let next = 0;
  let failure: { error: unknown } | null = null;
  async function work(): Promise<void> {
    while (next < ids.length && !signal.aborted && !failure) {
      const id = ids[next] as number;
      next += 1;
      try {
        await deleteOne(id);
        onDeleted(id);
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) onDeleted(id);
        else failure ??= { error };
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atMost, ids.length) }, work));
  if (failure) throw (failure as { error: unknown }).error;
}
