import { ApiError } from "@/api/api-error";
import { runMany } from "@/lib/run-many";

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
  { deleteOne, onDeleted, ...limits }: DeleteMany,
): Promise<void> {
  await runMany(
    attendees,
    async ({ id }) => {
      await deleteUnlessGone(deleteOne(id));
      onDeleted(id);
    },
    limits,
  );
}
