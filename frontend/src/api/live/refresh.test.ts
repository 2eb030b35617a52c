import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { apiErrorOf } from "@/api/api-error";
import { startLiveRefetch } from "@/api/live/refresh";

let queryClient: QueryClient;
let failures: unknown[];
let fresh: ReturnType<typeof startLiveRefetch>;
let hidden = false;

beforeEach(() => {
  vi.useFakeTimers();
  hidden = false;
  vi.spyOn(document, "hidden", "get").mockImplementation(() => hidden);
  queryClient = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  failures = [];
  fresh = startLiveRefetch(queryClient, (error) => failures.push(error));
});
afterEach(() => {
  fresh.stop();
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Shows the result of `read`, as a screen does. Returns the text it shows. */
async function show(read: () => Promise<unknown>, { eventId = 3, isHeld = (): boolean => false } = {}) {
  const observer = new QueryObserver<unknown>(queryClient, {
    queryKey: ["shown", eventId],
    queryFn: read,
    meta: { isAffectedBy: (facts) => Boolean(facts.attendeesOf?.includes(eventId)), isHeld },
  });
  const leave = observer.subscribe(() => {});
  await pass(0);
  return { leave, data: () => observer.getCurrentResult().data, result: () => observer.getCurrentResult() };
}

const counter = () => {
  let reads = 0;
  return { read: async () => ++reads, reads: () => reads };
};

const OURS = { attendees: [1], attendeesOf: [3] };

test("7.live.14 what the facts touch is read again at once, the rest is not", async () => {
  const [ours, theirs] = [counter(), counter()];
  const shown = await show(ours.read);
  await show(theirs.read, { eventId: 4 });
  fresh.take(OURS);
  await pass(5);
  expect(shown.data()).toBe(2);
  fresh.take({ everything: true });
  await pass(2000);
  expect([ours.reads(), theirs.reads()]).toEqual([3, 2]);
});

test("7.live.14 a rush is one read a second, and the last of it is not lost", async () => {
  const { read, reads } = counter();
  await show(read);
  for (let scan = 0; scan < 30; scan++) {
    fresh.take(OURS);
    await pass(100);
  }
  expect(reads()).toBeGreaterThanOrEqual(3);
  expect(reads()).toBeLessThanOrEqual(5);
  await pass(1000);
  const settled = reads();
  await pass(60_000);
  expect(reads()).toBe(settled);
});

test("a read that takes long is given a rest of three times as long", async () => {
  let reads = 0;
  await show(async () => {
    reads++;
    await new Promise((done) => setTimeout(done, 1000));
    return reads;
  });
  await pass(1000);
  fresh.take(OURS);
  await pass(500);
  fresh.take(OURS);
  await pass(3000);
  expect(reads).toBe(2);
  await pass(1500);
  expect(reads).toBe(3);
});

test("7.live.15 a tab out of view waits until it is in view", async () => {
  const { read, reads } = counter();
  await show(read);
  hidden = true;
  fresh.take(OURS);
  await pass(60_000);
  expect(reads()).toBe(1);
  hidden = false;
  document.dispatchEvent(new Event("visibilitychange"));
  await pass(5);
  expect(reads()).toBe(2);
});

test("what is held but not shown is read when it is next opened", async () => {
  const { read, reads } = counter();
  (await show(read)).leave();
  fresh.take(OURS);
  await pass(2000);
  expect(reads()).toBe(1);
  await show(read);
  expect(reads()).toBe(2);
});

test("a read that fails leaves what shows, and is told", async () => {
  const read = vi
    .fn()
    .mockResolvedValueOnce("seen")
    .mockRejectedValueOnce(apiErrorOf(503, "", ""))
    .mockResolvedValue("anew");
  const shown = await show(read);
  fresh.take(OURS);
  await pass(10);
  expect(shown.result()).toMatchObject({ data: "seen", isError: false });
  expect(failures).toHaveLength(1);
  fresh.take({ attendees: [9], attendeesOf: [3] });
  await pass(2000);
  expect(shown.data()).toBe("anew");
});

test("what is gone is said by the screen, but not under the hands of who is typing there", async () => {
  const gone = () =>
    vi
      .fn()
      .mockResolvedValueOnce("seen")
      .mockRejectedValue(apiErrorOf(404, "", ""));
  const seen = await show(gone());
  const typing = await show(gone(), { eventId: 4, isHeld: () => true });
  fresh.take({ attendeesOf: [3, 4] });
  await pass(10);
  expect(seen.result().isError).toBe(true);
  expect(typing.result()).toMatchObject({ data: "seen", isError: false });
});

test("7.live.16 what a save has put there meanwhile is not overwritten by an older answer", async () => {
  let answer: (value: string) => void = () => {};
  const read = vi
    .fn()
    .mockResolvedValueOnce("first")
    .mockImplementationOnce(() => new Promise((done) => (answer = done)))
    .mockResolvedValue("read after the save");
  const shown = await show(read);
  fresh.take(OURS);
  await pass(5);
  queryClient.setQueryData(["shown", 3], "saved");
  answer("read before the save");
  await pass(5);
  expect(shown.data()).toBe("read after the save");
});

test("after the end nothing is read", async () => {
  const { read, reads } = counter();
  await show(read);
  fresh.take(OURS);
  fresh.stop();
  await pass(5000);
  expect(reads()).toBe(1);
});
