import { ApiError } from "@/api/api-error";

/** Asks for the password; whether it was typed, or the question was cancelled. */
type Ask = () => Promise<boolean>;

/** The dialog comes after the page: a refusal before that waits for it. */
const DIALOG_TIMEOUT_MS = 10_000;

let ask: Ask | null = null;
let asking: Promise<boolean> | null = null;
let onArrival = () => {};

/** Sets the question for the person at the screen. Returns a function that removes it. */
export function askForConfirmationBy(by: Ask): () => void {
  ask = by;
  onArrival();
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
    if (!isConfirmationMissing(error)) throw error;
    // Calls that are refused together are one question.
    asking ??= askOnceThere().finally(() => {
      asking = null;
    });
    if (!(await asking)) throw error;
    return call();
  }
}

async function askOnceThere(): Promise<boolean> {
  if (!ask) {
    await new Promise<void>((go) => {
      onArrival = go;
      setTimeout(go, DIALOG_TIMEOUT_MS);
    });
  }
  return ask?.() ?? false;
}
