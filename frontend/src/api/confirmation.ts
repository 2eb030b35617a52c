import { ApiError } from "@/api/api-error";

/** Asks for the password. Returns false if the user cancelled. */
type Ask = () => Promise<boolean>;

/** The dialog loads after the page; an earlier refusal waits for it this long. */
const DIALOG_TIMEOUT_MS = 10_000;

let ask: Ask | null = null;
let asking: Promise<boolean> | null = null;
let onArrival = () => {};

/** Sets the function that asks the user. Returns a function that removes it. */
export function askForConfirmationBy(by: Ask): () => void {
  ask = by;
  onArrival();
  return () => {
    if (ask === by) ask = null;
  };
}

/** True if the server wants the password again (contract 6.confirm), and the user did not type it. */
export const isConfirmationMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "confirm_password";

/** Sends a request, and once more after the user has confirmed the password, if the server asks for that. */
export async function confirmed<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (!isConfirmationMissing(error)) throw error;
    // Concurrent refusals share one question.
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
