import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ChangeNotice } from "@/api/live/change-notice";
import type { StreamState } from "@/api/live/live-state";
import type { Heartbeat } from "@/api/live/server-clock";
import { shareStream } from "@/api/live/tabs";

/** The streams that were opened, as the server sees them. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  static all: FakeSource[] = [];
  readyState = 1;
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    FakeSource.all.push(this);
  }

  close() {
    this.readyState = FakeSource.CLOSED;
  }

  say(type: string, id: string, data: ChangeNotice | { now: number } = {}) {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data), lastEventId: id }));
  }

  fail(readyState: number) {
    this.readyState = readyState;
    this.dispatchEvent(new Event("error"));
  }
}

/** Tabs of one browser receive each other's messages at once, but never their own. */
class FakeChannel {
  static all = new Set<FakeChannel>();
  onmessage: ((message: { data: unknown }) => void) | null = null;

  constructor() {
    FakeChannel.all.add(this);
  }

  postMessage(data: unknown) {
    for (const other of FakeChannel.all) if (other !== this) other.onmessage?.({ data });
  }

  close() {
    FakeChannel.all.delete(this);
  }
}

/** One holder at a time, in the order of asking. */
function fakeLocks() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request: (_name: string, { signal }: { signal: AbortSignal }, lead: () => Promise<void>) => {
      const turn = last.then(() => (signal.aborted ? undefined : lead()));
      last = turn;
      return turn;
    },
  };
}

let hidden = false;
const open = new Set<() => void>();

beforeEach(() => {
  vi.useFakeTimers();
  hidden = false;
  FakeSource.all = [];
  FakeChannel.all.clear();
  vi.stubGlobal("EventSource", FakeSource);
  vi.stubGlobal("BroadcastChannel", FakeChannel);
  vi.stubGlobal("navigator", { locks: fakeLocks() });
  vi.spyOn(document, "hidden", "get").mockImplementation(() => hidden);
});
afterEach(() => {
  for (const leave of open) leave();
  open.clear();
  vi.useRealTimers();
});

const settle = () => vi.advanceTimersByTimeAsync(0);
const streams = () => FakeSource.all.filter(({ readyState }) => readyState !== FakeSource.CLOSED);

async function openTab() {
  const heard: ChangeNotice[] = [];
  const states: StreamState[] = [];
  const beats: Heartbeat[] = [];
  let refused = 0;
  const leave = shareStream(1, {
    onFacts: (facts) => heard.push(facts),
    onHeartbeat: (beat) => beats.push(beat),
    onState: (state) => states.push(state),
    onRefused: () => refused++,
    grantedEvent: () => null,
  });
  open.add(leave);
  await settle();
  return { leave, heard, states, beats, refused: () => refused };
}

const show = async (visible: boolean) => {
  hidden = !visible;
  document.dispatchEvent(new Event("visibilitychange"));
  await settle();
};

test("7.live.13 two tabs have one stream, and both hear it", async () => {
  const [one, two] = [await openTab(), await openTab()];
  expect(streams()).toHaveLength(1);
  expect(streams()[0]?.url).toMatch(/^\/api\/live\?age=\d+$/);
  streams()[0]?.say("hello", "a-1");
  streams()[0]?.say("message", "a-2", { events: [3] });
  expect([one.heard, two.heard]).toEqual([[{ events: [3] }], [{ events: [3] }]]);
  expect([one.states.at(-1), two.states.at(-1)]).toEqual(["open", "open"]);
});

test("4.list.12 each tab hears the beats, and until when all changes are told on this connection", async () => {
  const [one, two] = [await openTab(), await openTab()];
  streams()[0]?.say("hello", "a-1");
  streams()[0]?.say("beat", "", { now: 100 });
  streams()[0]?.say("message", "a-2", { events: [3] });
  streams()[0]?.say("beat", "", { now: 5100 });
  expect(one.beats).toEqual([
    { serverTime: 100, until: null },
    { serverTime: 5100, until: 100 },
  ]);
  expect(two.beats).toEqual(one.beats);

  // Missed changes follow the first heartbeat.
  streams()[0]?.fail(FakeSource.CLOSED);
  await vi.advanceTimersByTimeAsync(2000);
  streams()[0]?.say("hello", "");
  streams()[0]?.say("beat", "", { now: 9000 });
  expect(one.beats.at(-1)).toEqual({ serverTime: 9000, until: null });
});

test("4.list.12 a tab that slept learns by a beat that it has missed something", async () => {
  await openTab();
  const sleeper = await openTab();
  streams()[0]?.say("hello", "a-1");
  const [first] = FakeChannel.all;
  first?.postMessage({ kind: "beat", before: "a-5", id: "a-5", beat: { serverTime: 100, until: 50 } });
  expect(sleeper.heard).toEqual([{ everything: true }]);
  expect(sleeper.beats).toHaveLength(1);
});

test("7.live.13 when the tab with the stream closes, the next one goes on where it stood", async () => {
  const [one, two] = [await openTab(), await openTab()];
  streams()[0]?.say("hello", "a-1");
  streams()[0]?.say("message", "a-2", { events: [3] });
  one.leave();
  await settle();
  expect(streams().map(({ url }) => url)).toEqual(["/api/live?after=a-2"]);
  two.leave();
  expect(streams()).toEqual([]);
});

test("7.live.13 a tab out of view has no stream, and takes one up where it left off", async () => {
  const tab = await openTab();
  streams()[0]?.say("hello", "a-1");
  await show(false);
  expect(streams()).toEqual([]);
  await show(true);
  expect(streams().map(({ url }) => url)).toEqual(["/api/live?after=a-1"]);
  tab.leave();
});

test("a greeting without a place leaves the browser where it stood until it has heard what it missed", async () => {
  await openTab();
  streams()[0]?.say("hello", "a-1");
  streams()[0]?.fail(FakeSource.CLOSED);
  await vi.advanceTimersByTimeAsync(2000);
  streams()[0]?.say("hello", "");
  streams()[0]?.fail(FakeSource.CLOSED);
  await vi.advanceTimersByTimeAsync(2000);
  expect(streams().map(({ url }) => url)).toEqual(["/api/live?after=a-1"]);
});

test("7.live.17 a tab that slept through something reads everything", async () => {
  await openTab();
  const sleeper = await openTab();
  streams()[0]?.say("hello", "a-1");
  const [first] = FakeChannel.all;
  first?.postMessage({ kind: "facts", before: "a-5", id: "a-6", facts: { events: [3] } });
  expect(sleeper.heard).toEqual([{ everything: true }]);
  first?.postMessage({ kind: "facts", before: "a-6", id: "a-7", facts: { events: [4] } });
  expect(sleeper.heard).toEqual([{ everything: true }, { events: [4] }]);
});

test("7.live.17 a refusal is asked about once, and tried again ever less often", async () => {
  vi.spyOn(Math, "random").mockReturnValue(1);
  const tab = await openTab();
  const tries = () => FakeSource.all.length;
  for (const seconds of [1.25, 2.5, 5, 10, 20, 37.5, 37.5]) {
    const before = tries();
    streams()[0]?.fail(FakeSource.CLOSED);
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    expect(tries()).toBe(before + 1);
  }
  expect(tab.refused()).toBe(1);
  expect(tab.states).not.toContain("open");
  streams()[0]?.say("hello", "a-1");
  streams()[0]?.say("end", "");
  expect(tab.refused()).toBe(2);
  expect(streams()).toEqual([]);
});

test("a cut that the browser mends itself opens no second stream; a network that is back is not waited for", async () => {
  await openTab();
  streams()[0]?.say("hello", "a-1");
  streams()[0]?.fail(0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(streams()).toHaveLength(1);
  window.dispatchEvent(new Event("online"));
  expect(streams().map(({ url }) => url)).toEqual(["/api/live?after=a-1"]);
});

test("7.live.13 without locks each tab in view has a stream of its own", async () => {
  vi.stubGlobal("navigator", {});
  await openTab();
  await openTab();
  expect(streams()).toHaveLength(2);
  await show(false);
  expect(streams()).toHaveLength(0);
});

test("7.live.21 beats keep a quiet stream open", async () => {
  const tab = await openTab();
  streams()[0]?.say("hello", "a-1");
  for (let beat = 0; beat < 5; beat++) {
    await vi.advanceTimersByTimeAsync(5000);
    streams()[0]?.say("beat", "");
  }
  expect(tab.states).toEqual(["open"]);
  expect(FakeSource.all).toHaveLength(1);
});

test("7.live.21 a stream that says nothing for 8 s is given up in all tabs, and goes on where it stood", async () => {
  const [one, two] = [await openTab(), await openTab()];
  streams()[0]?.say("hello", "a-1");
  streams()[0]?.say("beat", "");
  await vi.advanceTimersByTimeAsync(7900);
  expect([one.states, two.states]).toEqual([["open"], ["open"]]);
  await vi.advanceTimersByTimeAsync(200);
  expect([one.states.at(-1), two.states.at(-1)]).toEqual(["silent", "silent"]);
  expect(streams().map(({ url }) => url)).toEqual(["/api/live?after=a-1"]);
  expect(one.refused()).toBe(0);
  streams()[0]?.say("hello", "a-1");
  expect([one.states.at(-1), two.states.at(-1)]).toEqual(["open", "open"]);
});

test("7.live.21 a server that has no room for a stream is not offline; one behind a proxy that lost it is", async () => {
  vi.spyOn(Math, "random").mockReturnValue(1);
  const answers = vi.fn(async () => new Response("{}", { headers: { "Content-Type": "application/json" } }));
  vi.stubGlobal("fetch", answers);
  const tab = await openTab();
  for (const seconds of [1.25, 2.5, 5, 10]) {
    streams()[0]?.fail(FakeSource.CLOSED);
    await vi.advanceTimersByTimeAsync(seconds * 1000);
  }
  expect(answers).toHaveBeenCalled();
  expect(tab.states).not.toContain("silent");
  answers.mockImplementation(async () => new Response("<h1>Bad Gateway</h1>", { status: 502 }));
  streams()[0]?.fail(FakeSource.CLOSED);
  await vi.advanceTimersByTimeAsync(9000);
  expect(tab.states.at(-1)).toBe("silent");
});

test("7.live.26, 7.live.24 a server that answers after a silence ends it, and is asked for a stream at once", async () => {
  vi.spyOn(Math, "random").mockReturnValue(1);
  const answers = vi.fn(async () => new Response("<h1>Bad Gateway</h1>", { status: 502 }));
  vi.stubGlobal("fetch", answers);
  const [one, two] = [await openTab(), await openTab()];
  streams()[0]?.say("hello", "a-1");
  for (const seconds of [1.25, 2.5, 5, 10]) {
    streams()[0]?.fail(FakeSource.CLOSED);
    await vi.advanceTimersByTimeAsync(seconds * 1000);
  }
  streams()[0]?.fail(FakeSource.CLOSED);
  expect([one.states.at(-1), two.states.includes("silent")]).toEqual(["cut", true]);

  answers.mockImplementation(
    async () => new Response("{}", { status: 401, headers: { "Content-Type": "application/problem+json" } }),
  );
  // The regular retry would come in 20 s.
  await vi.advanceTimersByTimeAsync(8000);
  expect([one.states.at(-1), two.states.at(-1)]).toEqual(["refused", "refused"]);
  expect(streams().map(({ url }) => url)).toEqual(["/api/live?after=a-1"]);
  // The server refuses the stream. The page asks again soon, then with growing delays.
  streams()[0]?.fail(FakeSource.CLOSED);
  await vi.advanceTimersByTimeAsync(1250);
  expect(streams()).toHaveLength(1);
  const tries = FakeSource.all.length;
  streams()[0]?.fail(FakeSource.CLOSED);
  await vi.advanceTimersByTimeAsync(2400);
  expect(FakeSource.all).toHaveLength(tries);
});
