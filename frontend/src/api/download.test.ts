import { expect, test, vi } from "vitest";
import { download } from "@/api/download";
import { neverRespond } from "@/testing/server";

const headers = {
  "Content-Type": "text/csv",
  "Content-Disposition": 'attachment; filename="attendees-2026-11-21.csv"',
};
const serverSays = (response: () => Response | Promise<Response>) => {
  const fetched = vi.fn(async (_request: Request, _init: RequestInit) => response());
  vi.stubGlobal("fetch", fetched);
  return fetched;
};
const failureOf = (file: Promise<File>) => file.then(() => null).catch((error: unknown) => error);
const get = (more: Partial<Parameters<typeof download>[1]> = {}) =>
  download("/api/export/all.csv", { fallbackName: "all.csv", ...more });

test("a download keeps its name and every byte, the mark that spreadsheets look for too", async () => {
  const fetched = serverSays(() => new Response("\ufeffName\n", { headers }));
  const seen: number[] = [];
  const file = await get({ onBytes: (bytes) => seen.push(bytes) });
  expect(file.name).toBe("attendees-2026-11-21.csv");
  expect(file.size).toBe(8);
  expect(file.type).toBe("text/csv");
  expect(seen).toEqual([8]);
  expect(fetched.mock.calls[0]?.[0].credentials).toBe("same-origin");
});

test("7.export.6 a name beyond ASCII is that of the event", async () => {
  const both =
    "attachment; filename=\"attendees- 2026.csv\"; filename*=UTF-8''attendees-%E7%8E%8B%202026.csv";
  serverSays(() => new Response("Name\n", { headers: { "Content-Disposition": both } }));
  expect((await get()).name).toBe("attendees-王 2026.csv");
});

test.each([
  ["Pacific/Niue", "Pacific/Niue"],
  ["Etc/Unknown", null],
])("7.export.6 the server learns the device's zone %s, where there is one", async (timeZone, sent) => {
  const known = new Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue({ ...known, timeZone });
  const fetched = serverSays(() => new Response("Name\n", { headers }));
  await get();
  const address = new URL(fetched.mock.calls[0]?.[0].url ?? "");
  expect([address.pathname, address.searchParams.get("timeZone")]).toEqual(["/api/export/all.csv", sent]);
});

test("a large one is put together from its pieces", async () => {
  const pieces = Array.from({ length: 5 }, () => new Uint8Array(3 * 1024 * 1024));
  const body = new ReadableStream({
    pull: (stream) => {
      const piece = pieces.pop();
      if (piece) stream.enqueue(piece);
      else stream.close();
    },
  });
  serverSays(() => new Response(body, { headers }));
  expect((await get()).size).toBe(15 * 1024 * 1024);
});

test("what the server refuses is its error", async () => {
  const body = JSON.stringify({ code: "backup_not_found", detail: "No such backup" });
  serverSays(
    () => new Response(body, { status: 404, headers: { "Content-Type": "application/problem+json" } }),
  );
  expect(await failureOf(get())).toMatchObject({ code: "backup_not_found", detail: "No such backup" });
});

test("2.backup.7 a file that breaks off is no file", async () => {
  const body = new ReadableStream({
    start: (stream) => stream.enqueue(new Uint8Array([1, 2])),
    pull: (stream) => stream.error(new TypeError("network error")),
  });
  serverSays(() => new Response(body, { headers }));
  expect(await failureOf(get())).toMatchObject({ code: "network" });
});

test("a sign-in page of a guest network is no file of ours", async () => {
  serverSays(() => new Response("<html>", { headers: { "Content-Type": "text/html" } }));
  expect(await failureOf(get())).toMatchObject({ code: "network" });
});

test("one that stands still ends as a network failure, and one that is not wanted any more as what it is", async () => {
  vi.useFakeTimers();
  neverRespond();
  const stalled = failureOf(get());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await stalled).toMatchObject({ code: "network" });
  const leaving = new AbortController();
  const left = failureOf(get({ signal: leaving.signal }));
  leaving.abort();
  expect(await left).toMatchObject({ name: "AbortError" });
  vi.useRealTimers();
});

test("one that was not wanted any more before it began is not begun", async () => {
  neverRespond();
  expect(await failureOf(get({ signal: AbortSignal.abort() }))).toMatchObject({ name: "AbortError" });
});
