import createClient from "openapi-fetch";
import { abortedWith } from "@/api/abort";
import { apiErrorOf, networkError } from "@/api/api-error";
import { confirmed } from "@/api/confirmation";
import { recordResponseDate } from "@/api/live/server-clock";
import type { paths } from "@/api/schema";
import { nextTask } from "@/lib/idle";

/** Longer than any response takes; on a dead network the browser itself would wait for minutes. */
const RESPONSE_TIMEOUT_MS = 20_000;

/** For requests that make, verify or restore a whole backup. */
const LONG_TIMEOUT_MS = 10 * 60_000;

/**
 * Fetches, and turns every failure into an `ApiError` (contract 7). The body is read here, so that a connection that
 * breaks in the middle is a network failure too. A `read` that calls `onPart` restarts the timeout.
 */
export async function fetchWithin(
  limitMs: number,
  request: Request,
  read = (response: Response, _onPart: () => void) => response.text(),
): Promise<Response> {
  let response: Response;
  let text: string;
  const limit = abortedWith(request.signal);
  const begin = () => setTimeout(() => limit.abort(), limitMs);
  let timer = begin();
  const onPart = () => {
    clearTimeout(timer);
    timer = begin();
  };
  try {
    response = await globalThis.fetch(request, { signal: limit.signal });
    text = await read(response, onPart);
  } catch (cause) {
    if (request.signal.aborted) throw cause;
    throw networkError(cause);
  } finally {
    clearTimeout(timer);
  }
  if (!response.ok) throw apiErrorOf(response.status, response.statusText, text);
  // A guest network's sign-in page answers every request with 200, so the status alone proves nothing.
  const isJson = response.headers.get("Content-Type")?.includes("json");
  if (text && !isJson) throw networkError(new Error("The answer was not JSON"));
  recordResponseDate(response.headers);
  return new Response(text || null, { status: response.status, headers: response.headers });
}

/** A request that can be sent twice. A clone would turn its body into a stream, which browsers do not show. */
class RepeatableRequest extends Request {
  readonly repeat: () => Request;

  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(input, init);
    this.repeat = () => new Request(input, init);
  }
}

/** Fetches; if the server wants the password confirmed first, sends the request again after that. */
function fetchConfirmed(limitMs: number, request: Request): Promise<Response> {
  let next = request;
  return confirmed(() => {
    const sent = next;
    if (request instanceof RepeatableRequest) next = request.repeat();
    return fetchWithin(limitMs, sent);
  });
}

/** The typed client. Each failure is an `ApiError`. */
export const api = createClient<paths>({
  baseUrl: globalThis.location.origin,
  credentials: "same-origin",
  Request: RepeatableRequest,
  fetch: async (request) => {
    // A screen begins with several reads: each in a separate task.
    if (request.method === "GET") await nextTask();
    return fetchConfirmed(RESPONSE_TIMEOUT_MS, request);
  },
});

/** For a request that makes a backup first: `api.POST(path, { fetch: longTimeoutFetch })`. */
export const longTimeoutFetch = (request: Request): Promise<Response> =>
  fetchConfirmed(LONG_TIMEOUT_MS, request);

async function settled<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    // Truncated JSON means a broken connection.
    throw error instanceof SyntaxError ? networkError(error) : error;
  }
}

/** Returns the data of a response: `await unwrap(api.GET("/api/events"))`. Throws `ApiError`. */
export async function unwrap<Data>(call: Promise<{ data?: Data }>): Promise<Data> {
  const { data } = await settled(call);
  return data as Data;
}

/** One page of a list (contract 7). */
export interface Page<Row> {
  rows: Row[];
  /** Number of matching rows; only on a first page. */
  total: number | null;
  /** Cursor of the next page, for `after`; null on the last page. */
  next: string | null;
}

/**
 * Returns a page with its total and next cursor: `await unwrapPage(api.GET("/api/attendees", ...))`. Throws `ApiError`.
 */
export async function unwrapPage<Row>(
  call: Promise<{ data?: Row[]; response: Response }>,
): Promise<Page<Row>> {
  const { data, response } = await settled(call);
  const total = response.headers.get("X-Total-Count");
  const [, address] = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get("Link") ?? "") ?? [];
  const next = address && new URL(address, globalThis.location.origin).searchParams.get("after");
  return { rows: data ?? [], total: total === null ? null : Number(total), next: next || null };
}
