import { saveFile } from "@/lib/save-file";

/** Browsers drop downloads that begin in the same instant. */
const BETWEEN_FILES_MS = 250;

/** Saves several files, one after the other. */
export async function saveFiles(files: readonly File[]): Promise<void> {
  for (const [index, file] of files.entries()) {
    if (index > 0) await new Promise((resolve) => setTimeout(resolve, BETWEEN_FILES_MS));
    saveFile(file);
  }
}
