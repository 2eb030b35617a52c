import { ApiError, apiErrorOf, networkError } from "@/api/api-error";
import { confirmed } from "@/api/confirmation";

/** Gives up after this long without progress. */
const STALL_TIMEOUT_MS = 60_000;

/** After the upload the server checks the file, or restores from it. */
const RESPONSE_TIMEOUT_MS = 10 * 60_000;

/** Our code: the browser refuses to send a file that was changed or removed since it was chosen. */
const FILE_CHANGED = "file_changed";

export const isFileChanged = (error: unknown): boolean =>
  error instanceof ApiError && error.code === FILE_CHANGED;

export interface Sending {
  signal?: AbortSignal | undefined;
  /** Receives the share that has been sent, from 0 to 1. */
  onSent?: ((share: number) => void) | undefined;
}

interface UploadOptions extends Sending {
  /** Form fields sent with the file; undefined ones are left out. */
  fields?: Record<string, string | undefined>;
}

function formOf(file: File, fields: Record<string, string | undefined>): FormData {
  const form = new FormData();
  // The file goes last, so that the server knows its purpose first.
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value);
  form.append("file", file);
  return form;
}

function answerOf<Answer>({ status, statusText, responseText }: XMLHttpRequest): Answer | ApiError {
  if (status < 200 || status > 299) return apiErrorOf(status, statusText, responseText);
  try {
    return JSON.parse(responseText) as Answer;
  } catch (cause) {
    return networkError(cause);
  }
}

/**
 * Returns the error of an upload that was not sent: for a changed file the browser reports only a broken connection.
 */
async function unsentError(file: File): Promise<ApiError> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch (cause) {
    if (!(cause instanceof DOMException)) return networkError(cause);
    const detail = "The file has changed since you chose it. Please choose it again.";
    return new ApiError(
      { status: 0, code: FILE_CHANGED, detail, errors: [], body: null, text: detail },
      { cause },
    );
  }
  return networkError(new Error("The connection broke"));
}

/**
 * Sends a file as multipart/form-data and returns the JSON of the response. It uses XMLHttpRequest because `fetch`
 * reports no upload progress. Throws `ApiError`; once `signal` aborts, an `AbortError`.
 */
export function upload<Answer>(path: string, file: File, options: UploadOptions = {}): Promise<Answer> {
  return confirmed(() => send<Answer>(path, file, options));
}

function send<Answer>(
  path: string,
  file: File,
  { fields = {}, signal, onSent }: UploadOptions,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout>;
    const abort = () => call.abort();
    const failBy = (limitMs: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        end(() => reject(networkError(new Error("Nothing came for too long"))));
        call.abort();
      }, limitMs);
    };
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      settle();
    };
    call.upload.onprogress = ({ loaded, total }) => {
      failBy(STALL_TIMEOUT_MS);
      if (total > 0) onSent?.(loaded / total);
    };
    call.upload.onload = () => {
      failBy(RESPONSE_TIMEOUT_MS);
      onSent?.(1);
    };
    call.onload = () => {
      const answer = answerOf<Answer>(call);
      end(() => (answer instanceof Error ? reject(answer) : resolve(answer)));
    };
    call.onerror = () => end(() => void unsentError(file).then(reject));
    call.onabort = () => end(() => reject(new DOMException("Not wanted any more", "AbortError")));
    if (signal?.aborted) return call.onabort(new ProgressEvent("abort"));
    signal?.addEventListener("abort", abort);
    call.open("POST", path);
    failBy(STALL_TIMEOUT_MS);
    call.send(formOf(file, fields));
  });
}
