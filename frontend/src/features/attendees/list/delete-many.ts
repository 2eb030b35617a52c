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

/** An attendee that is gone already counts as deleted. */
async function deleteUnlessGone(deleting: Promise<unknown>): Promise<void> {
  try {
    await deleting;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

/**
 * Deletes attendees one by one as they are read, several at a time. A failure stops the rest, and is thrown when the
 * calls under way have ended.
 */
export async function deleteMany(
  attendees: AsyncIterator<{ id: number }>,
  { deleteOne, atMost, signal, onDeleted }: DeleteMany,
): Promise<void> {
  const failures: unknown[] = [];
  const goesOn = () => !signal.aborted && failures.length === 0;
  async function work(): Promise<void> {
    try {
      while (goesOn()) {
        const { value, done } = await attendees.next();
        if (done || !goesOn()) return;
        await deleteUnlessGone(deleteOne(value.id));
        onDeleted(value.id);
      }
    } catch (error) {
      failures.push(error);
    }
  }
  await Promise.all(Array.from({ length: atMost }, work));
  // Stopping breaks off the reading of who comes next; that is no failure.
  const [failure] = failures.filter((error) => !(signal.aborted && (error as Error).name === "AbortError"));
  if (failure !== undefined) throw failure;
}
