import { vi } from "vitest";
import { DEFAULT_SETTINGS } from "@/lib/settings";

export interface Call {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
  keepalive: boolean;
}

type Answer = Response | Promise<Response>;

export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
}

export function problem(status: number, code: string, detail: string, extra: object = {}): Response {
  const body = JSON.stringify({ type: "about:blank", title: code, status, code, detail, ...extra });
  return new Response(body, { status, headers: { "Content-Type": "application/problem+json" } });
}

/** A page of a list, as the response of GET /api/attendees with a limit. */
export function page(rows: unknown[], { total, next }: { total?: number; next?: number } = {}): Response {
  const answer = json(rows);
  if (total !== undefined) answer.headers.set("X-Total-Count", String(total));
  if (next !== undefined) answer.headers.set("Link", `</api/attendees?limit=1&after=${next}>; rel="next"`);
  return answer;
}

export const done = () => new Response(null, { status: 204 });

const fieldsOf = (form: FormData) => Object.fromEntries(form.entries());

/** XMLHttpRequest as far as uploads need it: everything is sent at once. */
function uploadsTo(respond: (call: Call) => Promise<Response>) {
  return class {
    upload: { onprogress?: (sent: object) => void; onload?: () => void } = {};
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    status = 0;
    statusText = "";
    responseText = "";
    #call: Call = { method: "", path: "", query: {}, body: null, keepalive: false };
    #ended = false;

    open(method: string, path: string) {
      this.#call = { ...this.#call, method, path };
    }

    abort() {
      if (this.#ended) return;
      this.#ended = true;
      this.onabort?.();
    }

    async send(form: FormData) {
      this.#call.body = fieldsOf(form);
      this.upload.onprogress?.({ loaded: 1, total: 1 });
      this.upload.onload?.();
      const response = await respond(this.#call).catch(() => null);
      this.responseText = (await response?.text()) ?? "";
      if (this.#ended) return;
      this.#ended = true;
      this.status = response?.status ?? 0;
      if (response) this.onload?.();
      else this.onerror?.();
    }
  };
}

/** Read after each page has loaded. */
const SETTINGS = "GET /api/settings";

/** Requests without a route in most tests: events without types and lists. They are not in the list of requests. */
const WITHOUT_TYPES =
  /^GET \/api\/(events\/\d+\/(ticket-types|check-in-lists)|door\/announcements|analytics\/types)$/;

/** A server that cannot send email. */
const SENDING = "GET /api/tickets/sending";
const NOT_SENDING = {
  mail: { isSetUp: false, isReady: false, problem: null, server: null, sender: null, perMinute: null },
  runs: [],
};

let finishedTests = 0;
/** A request that is still open never ends: its time limit must not reach the next test. */
export function forgetOpenRequests(): void {
  finishedTests += 1;
}

/** As with `fetch`, an aborted request does not begin, or ends. */
function whileWanted<T>(signal: AbortSignal, request: () => Promise<T>): Promise<T> {
  const test = finishedTests;
  return new Promise((resolve, reject) => {
    const end = () => {
      if (test === finishedTests) reject(signal.reason);
    };
    if (signal.aborted) return end();
    signal.addEventListener("abort", end);
    request().then(resolve, reject);
  });
}

/**
 * Replaces the network: `"GET /api/events": () => json([])`. Returns the list of requests, which grows as they arrive.
 */
export function serve(routes: Record<string, (call: Call) => Answer>): Call[] {
  const calls: Call[] = [];
  async function respond(call: Call): Promise<Response> {
    const request = `${call.method} ${call.path}`;
    const route = routes[request];
    if (!route && request === SETTINGS) return json(DEFAULT_SETTINGS);
    if (!route && WITHOUT_TYPES.test(request)) return json([]);
    if (!route && request === SENDING) return json(NOT_SENDING);
    calls.push(call);
    if (!route) throw new TypeError(`Nobody answers ${request}`);
    return route(call);
  }
  vi.stubGlobal("fetch", (request: Request, { signal = request.signal }: { signal?: AbortSignal } = {}) =>
    whileWanted(signal, async () => {
      const text = await request.text();
      return respond({
        method: request.method,
        path: new URL(request.url).pathname,
        query: Object.fromEntries(new URL(request.url).searchParams),
        body: text ? JSON.parse(text) : null,
        keepalive: request.keepalive,
      });
    }),
  );
  vi.stubGlobal("XMLHttpRequest", uploadsTo(respond));
  return calls;
}

/** A response that the test gives with `respond`, before the request or after it. */
export function laterResponse() {
  let respond: (response: Response) => void = () => {};
  const response = new Promise<Response>((resolve) => {
    respond = resolve;
  });
  return { response, respond };
}

/** A network without responses. */
export function neverRespond(): void {
  vi.stubGlobal("fetch", (_request: Request, { signal }: { signal: AbortSignal }) =>
    whileWanted(signal, () => new Promise(() => {})),
  );
}
