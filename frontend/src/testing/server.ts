import { vi } from "vitest";

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

/** A page of a list, as GET /api/attendees with a limit answers it. */
export function page(rows: unknown[], { total, next }: { total?: number; next?: number } = {}): Response {
  const answer = json(rows);
  if (total !== undefined) answer.headers.set("X-Total-Count", String(total));
  if (next !== undefined) answer.headers.set("Link", `</api/attendees?limit=1&after=${next}>; rel="next"`);
  return answer;
}

export const done = () => new Response(null, { status: 204 });

/** Stands in for the network: `"GET /api/events": () => json([])`. Returns the calls that were made, as they come. */
export function serve(routes: Record<string, (call: Call) => Answer>): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const text = await request.text();
    const call: Call = {
      method: request.method,
      path: new URL(request.url).pathname,
      query: Object.fromEntries(new URL(request.url).searchParams),
      body: text ? JSON.parse(text) : null,
      keepalive: request.keepalive,
    };
    calls.push(call);
    const route = routes[`${call.method} ${call.path}`];
    if (!route) throw new TypeError(`Nobody answers ${call.method} ${call.path}`);
    return route(call);
  });
  return calls;
}
