import { expect, test, vi } from "vitest";
import { ApiError } from "@/api/api-error";
import { api, longTimeoutFetch, unwrap, unwrapPage } from "@/api/client";
import { nextTask } from "@/lib/idle";
import { neverRespond } from "@/testing/server";

function serverSays(response: Response | Error) {
  const fetched = vi.fn((_request: Request) =>
    response instanceof Error ? Promise.reject(response) : Promise.resolve(response),
  );
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

test("7.client.1, 7.client.4 a call carries the cookie of this site only, and gives the data", async () => {
  const fetched = serverSays(json([]));
  await expect(unwrap(api.GET("/api/events"))).resolves.toEqual([]);
  expect(fetched.mock.calls[0]?.[0].credentials).toBe("same-origin");
  expect(new URL(fetched.mock.calls[0]?.[0].url ?? "").pathname).toBe("/api/events");
});

test("an answer without content is no failure", async () => {
  serverSays(new Response(null, { status: 204 }));
  await expect(unwrap(api.POST("/api/logout"))).resolves.toBeUndefined();
});

test("a problem becomes an error with its code and detail", async () => {
  serverSays(json({ code: "event_not_found", detail: "Event not found" }, 404));
  const error = await failureOf(unwrap(api.GET("/api/events")));
  expect(error).toMatchObject({ status: 404, code: "event_not_found", message: "404: Event not found" });
});

test("no connection is the error 'network'", async () => {
  serverSays(new TypeError("Failed to fetch"));
  expect((await failureOf(unwrap(api.GET("/api/events")))).code).toBe("network");
});

test("a sign-in page of a guest network is no answer of ours, though it says 200", async () => {
  serverSays(new Response("<html>Accept our terms</html>", { headers: { "Content-Type": "text/html" } }));
  expect((await failureOf(unwrap(api.GET("/api/events")))).code).toBe("network");
});

test("a proxy's plain text is no answer of ours either, even where it happens to read as JSON", async () => {
  serverSays(new Response("true", { headers: { "Content-Type": "text/plain" } }));
  expect((await failureOf(unwrap(api.GET("/api/events")))).code).toBe("network");
});

test("JSON that breaks off is a connection that broke off", async () => {
  serverSays(new Response('[{"id": 1', { headers: { "Content-Type": "application/json" } }));
  expect((await failureOf(unwrap(api.GET("/api/events")))).code).toBe("network");
});

test("7.list.5, 7.list.6 a page says how many match in all, and where the next one begins", async () => {
  const headers = {
    "Content-Type": "application/json",
    "X-Total-Count": "1203",
    Link: '</api/attendees?limit=2&after=41>; rel="next"',
  };
  serverSays(new Response('[{"id": 42}, {"id": 41}]', { headers }));
  const first = await unwrapPage(api.GET("/api/attendees", { params: { query: { limit: 2 } } }));
  expect(first).toEqual({ rows: [{ id: 42 }, { id: 41 }], total: 1203, next: "41" });

  serverSays(json([]));
  const last = await unwrapPage(api.GET("/api/attendees", { params: { query: { limit: 2, after: "41" } } }));
  expect(last).toEqual({ rows: [], total: null, next: null });
});

test("a read begins in a later task, a change at once", async () => {
  const fetched = vi.fn((_request: Request) => Promise.resolve(json([])));
  vi.stubGlobal("fetch", fetched);
  await Promise.all([api.GET("/api/events"), api.POST("/api/logout")]);
  expect(fetched.mock.calls.map(([{ method }]) => method)).toEqual(["POST", "GET"]);
});

test("a call that nobody answers ends after 20 seconds as a network failure", async () => {
  vi.useFakeTimers();
  neverRespond();
  const failure = failureOf(unwrap(api.GET("/api/events")));
  let ended = false;
  void failure.then(() => {
    ended = true;
  });
  await nextTask();
  await vi.advanceTimersByTimeAsync(19_999);
  expect(ended).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect((await failure).code).toBe("network");
  vi.useRealTimers();
});

test("a call that was taken back before it went out ends at once, as what it is", async () => {
  vi.useFakeTimers();
  neverRespond();
  const call = unwrap(api.GET("/api/events", { signal: AbortSignal.abort() }));
  await expect(call).rejects.toMatchObject({ name: "AbortError" });
  vi.useRealTimers();
});

test("a call that a backup comes before may take longer, and ends as well", async () => {
  vi.useFakeTimers();
  neverRespond();
  const failure = failureOf(unwrap(api.POST("/api/logout", { fetch: longTimeoutFetch })));
  let ended = false;
  void failure.then(() => {
    ended = true;
  });
  await vi.advanceTimersByTimeAsync(599_999);
  expect(ended).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect((await failure).code).toBe("network");
  vi.useRealTimers();
});
