import { abortedWith } from "@/api/abort";
import { ApiError, apiErrorOf, networkError } from "@/api/api-error";
import { deviceTimeZone } from "@/lib/clock";

/** A file that sends nothing for this long will not send the rest either. The first bytes of a large one take a while. */
const STALL_TIMEOUT_MS = 60_000;

/** Pieces of this size are handed to the browser, which keeps large ones on disk: the page holds no more than one. */
const PIECE_BYTES = 4 * 1024 * 1024;

interface DownloadOptions {
  /** For a file that comes without a name. */
  fallbackName: string;
  signal?: AbortSignal | undefined;
  /** How many bytes have come so far. */
  onBytes?: ((bytes: number) => void) | undefined;
}

const isFile = ({ headers }: Response) => headers.get("Content-Disposition")?.startsWith("attachment");

const nameOf = ({ headers }: Response) =>
  /filename="([^"]+)"/.exec(headers.get("Content-Disposition") ?? "")?.[1];

/** With the device's zone: the server puts the date into the file's name. */
function addressOf(path: string): URL {
  const address = new URL(path, globalThis.location.origin);
  const zone = deviceTimeZone();
  if (zone) address.searchParams.set("timeZone", zone);
  return address;
}

async function readPieces(response: Response, pieceCame: (bytes: number) => void): Promise<Blob[]> {
  const pieces: Blob[] = [];
  let held: BlobPart[] = [];
  let heldBytes = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
    if (value) {
      held.push(value);
      heldBytes += value.byteLength;
      pieceCame(value.byteLength);
    }
    if (done || heldBytes >= PIECE_BYTES) {
      pieces.push(new Blob(held));
      held = [];
      heldBytes = 0;
    }
    if (done) return pieces;
  }
}

/**
 * Fetches a file under the name that the server gave it. Not by a plain link: a link says nothing when the server
 * refuses, and leaves half a backup on the disk when the connection breaks. Throws `ApiError`.
 */
export async function download(
  path: string,
  { fallbackName, signal, onBytes }: DownloadOptions,
): Promise<File> {
  const stop = abortedWith(signal);
  const giveUp = () => stop.abort();
  let timer = setTimeout(giveUp, STALL_TIMEOUT_MS);
  let bytes = 0;
  try {
    const request = new Request(addressOf(path), { credentials: "same-origin" });
    const response = await globalThis.fetch(request, { signal: stop.signal });
    if (!response.ok) throw apiErrorOf(response.status, response.statusText, await response.text());
    // A guest network's sign-in page answers every request with 200, so the status alone proves nothing.
    if (!isFile(response)) throw networkError(new Error("The answer was no file"));
    const pieces = await readPieces(response, (more) => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, STALL_TIMEOUT_MS);
      bytes += more;
      onBytes?.(bytes);
    });
    const type = response.headers.get("Content-Type") ?? "";
    return new File(pieces, nameOf(response) ?? fallbackName, { type });
  } catch (error) {
    if (signal?.aborted || error instanceof ApiError) throw error;
    throw networkError(error);
  } finally {
    clearTimeout(timer);
  }
}
