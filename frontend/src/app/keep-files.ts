/** The screen that was opened comes first: its own calls, and the first taps on it. */
const DELAY_MS = 5000;
const RETRY_DELAY_MS = 60_000;

let begun = false;

/** Keeps the files of the other screens, once, behind the sign-in alone (contract 4.shell.6). */
export function keepFilesLater(): void {
  if (begun || !import.meta.env.PROD) return;
  begun = true;
  const begin = () => setTimeout(keepFiles, DELAY_MS);
  if (document.readyState === "complete") begin();
  else window.addEventListener("load", begin);
}

async function keepFiles(): Promise<void> {
  try {
    const { keepAppFiles } = await import("@/lib/app-files");
    await keepAppFiles();
  } catch {
    setTimeout(keepFiles, RETRY_DELAY_MS); // the server is away: nothing depends on these files yet
  }
}
