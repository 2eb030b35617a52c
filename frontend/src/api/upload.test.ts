import { expect, test, vi } from "vitest";
import { isFileChanged, upload } from "@/api/upload";
import { json, problem, serve } from "@/testing/server";

const FILE = new File(["Name\n"], "guests.csv");
const failureOf = (call: Promise<unknown>) => call.then(() => null).catch((error: unknown) => error);

test("a file goes with its fields, and tells how much of it has been sent", async () => {
  const calls = serve({ "POST /api/attendees/import": () => json({ imported: 2 }) });
  const sent: number[] = [];
  const answer = await upload("/api/attendees/import", FILE, {
    fields: { eventId: "7", mapping: undefined },
    onSent: (share) => sent.push(share),
  });
  expect(answer).toEqual({ imported: 2 });
  expect(calls[0]?.body).toEqual({ eventId: "7", file: expect.any(File) });
  expect(sent).toEqual([1, 1]);
});

test("a refusal is the server's error, no connection is 'network', and so is what is no answer of ours", async () => {
  const answers = [
    () => problem(413, "payload_too_large", "At most 50 MB"),
    () => Promise.reject(new TypeError("offline")),
    () => new Response("<html>"),
  ];
  serve({ "POST /api/x": () => (answers.shift() ?? (() => json({})))() });
  expect(await failureOf(upload("/api/x", FILE))).toMatchObject({ status: 413, detail: "At most 50 MB" });
  expect(await failureOf(upload("/api/x", FILE))).toMatchObject({ code: "network" });
  expect(await failureOf(upload("/api/x", FILE))).toMatchObject({ code: "network" });
});

test("a file that was saved again since it was chosen is asked for again", async () => {
  serve({ "POST /api/x": () => Promise.reject(new TypeError("not sent")) });
  const changed = new File(["Name\n"], "guests.csv");
  changed.slice = () => {
    const part = new Blob();
    part.arrayBuffer = () => Promise.reject(new DOMException("It has changed", "NotReadableError"));
    return part;
  };
  const failure = await failureOf(upload("/api/x", changed));
  expect(isFileChanged(failure)).toBe(true);
  expect(failure).toMatchObject({
    detail: "The file has changed since you chose it. Please choose it again.",
  });
});

test("whoever goes away takes it back, before and while it is sent", async () => {
  serve({ "POST /api/x": () => new Promise(() => {}) });
  expect(await failureOf(upload("/api/x", FILE, { signal: AbortSignal.abort() }))).toMatchObject({
    name: "AbortError",
  });
  const leaving = new AbortController();
  const left = failureOf(upload("/api/x", FILE, { signal: leaving.signal }));
  leaving.abort();
  expect(await left).toMatchObject({ name: "AbortError" });
});

test("an answer that never comes ends as a network failure", async () => {
  vi.useFakeTimers();
  serve({ "POST /api/x": () => new Promise(() => {}) });
  const failure = failureOf(upload("/api/x", FILE));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(await failure).toMatchObject({ code: "network" });
  vi.useRealTimers();
});
