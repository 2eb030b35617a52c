import { ApiError } from "@/api/api-error";
import { runMany } from "@/lib/run-many";

interface DeleteMany {
  deleteOne: (id: number) => Promise<unknown>;
  atMost: number;
  /** After an abort no request starts; running ones finish, so that the count is correct. */
  signal: AbortSignal;
  onDeleted: (id: number) => void;
}

/** An attendee that is already gone counts as deleted. */
async function deleteUnlessGone(deleting: Promise<unknown>): Promise<void> {
  try {
    await deleting;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

/**
 * Deletes attendees as they are read, several at a time. A failure stops the rest, and is thrown after the running
 * requests.
 */
export async function deleteMany(
  attendees: Iterator<{ id: number }> | AsyncIterator<{ id: number }>,
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
