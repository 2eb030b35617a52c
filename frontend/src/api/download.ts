import { abortedWith } from "@/api/abort";
import { ApiError, apiErrorOf, networkError } from "@/api/api-error";
import { deviceTimeZone } from "@/lib/clock";

/** Gives up after this long without data. The first bytes of a large file take a while. */
const STALL_TIMEOUT_MS = 60_000;

/** Blobs of this size are handed to the browser, which keeps large ones on disk, so the page holds at most one. */
const PIECE_BYTES = 4 * 1024 * 1024;

interface DownloadOptions {
  /** Used if the response has no file name. */
  fallbackName: string;
  signal?: AbortSignal | undefined;
  /** Receives the number of bytes so far. */
  onBytes?: ((bytes: number) => void) | undefined;
}

const isFile = ({ headers }: Response) => headers.get("Content-Disposition")?.startsWith("attachment");

function nameOf({ headers }: Response): string | undefined {
  const header = headers.get("Content-Disposition") ?? "";
  const [, escaped] = /filename\*=UTF-8''([^;]+)/.exec(header) ?? [];
  return escaped ? decodeURIComponent(escaped) : /filename="([^"]+)"/.exec(header)?.[1];
}

/** Adds the device's time zone, for the times in the file and the date in its name. */
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
 * Fetches a file under the server's name for it. A plain link would show no error, and leave half a backup on the disk
 * if the connection breaks. Throws `ApiError`.
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
