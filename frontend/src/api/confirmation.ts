import { ApiError } from "@/api/api-error";

/** Asks for the password; whether it was typed, or the question was cancelled. */
type Ask = () => Promise<boolean>;

let ask: Ask | null = null;
let asking: Promise<boolean> | null = null;

/** Who asks the person at the screen; gives how to stop. */
export function askForConfirmationBy(by: Ask): () => void {
  ask = by;
  return () => {
    if (ask === by) ask = null;
  };
}

/** The server wants the password again first (contract 6.confirm), and the person did not type it. */
export const isConfirmationMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "confirm_password";

/** Makes the call, and once more after the password was confirmed, where the server asks for that. */
export async function confirmed<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (!isConfirmationMissing(error) || !ask) throw error;
    // Calls that are refused together are one question.
    asking ??= ask().finally(() => {
      asking = null;
    });
    if (!(await asking)) throw error;
    return call();
  }
}
