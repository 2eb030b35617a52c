/** The download has its own hold on the data only once it has started. */
const HELD_MS = 60_000;

/** Saves a file through the browser's own download. */
export function saveFile(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = file.name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), HELD_MS);
}
