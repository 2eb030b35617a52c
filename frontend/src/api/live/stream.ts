import type { ChangeNotice } from "@/api/live/change-notice";
import type { Heartbeat } from "@/api/live/server-clock";

const PATH = "/api/live";
/** Delays between attempts if the browser does not retry: after a refusal, or without a server. */
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
const LONGEST_AGE_S = 86_400;
/** The server sends a heartbeat every 5 s (contract 7). After this long without one it is gone or frozen. */
const SILENCE_TIMEOUT_MS = 8000;
const PROBE = "/api/me";
const PROBE_TIMEOUT_MS = 2000;

export interface StreamListener {
  /** The event of this device's grant. Without a session the server reports only changes of that event. */
  grantedEvent(): number | null;
  /** The server responded. `id` is the position in the stream; null if missed changes are still to follow. */
  onOpen(id: string | null): void;
  onFacts(id: string, facts: ChangeNotice): void;
  onHeartbeat(beat: Heartbeat): void;
  /** The connection is lost; it is being reopened. */
  onCut(): void;
  /** No message arrived for `SILENCE_TIMEOUT_MS`. Called again while that lasts. */
  onSilence(): void;
  /** The server responds after a silence, but has no stream for this browser yet. */
  onAnswer(): void;
  /** The server refused or ended the stream: check who is signed in. Called once per interruption. */
  onRefused(): void;
}

/** Resumes after the last id received, or from the time when this page began to load. */
function address(lastId: string | null, grantedEvent: number | null): string {
  const age = Math.min(LONGEST_AGE_S, Math.ceil(performance.now() / 1000) + 1);
  const position = lastId === null ? `age=${age}` : `after=${encodeURIComponent(lastId)}`;
  return `${PATH}?${position}${grantedEvent === null ? "" : `&eventId=${grantedEvent}`}`;
}

/** True if our server responds; a proxy's page does not count. */
async function isServerThere(): Promise<boolean> {
  try {
    const answer = await fetch(PROBE, { cache: "no-store", signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    return Boolean(answer.headers.get("Content-Type")?.includes("json"));
  } catch {
    return false;
  }
}

/** Keeps a stream of changes open until the returned function is called. */
export function openStream(after: string | null, listener: StreamListener): () => void {
  let lastId = after;
  let wait = FIRST_WAIT_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let source: EventSource | null = null;
  let hasAsked = false;
  let openedAt = 0;
  let isSilent = false;
  let isOver = false;

  function open() {
    source?.close();
    clearTimeout(timer);
    const opened = new EventSource(address(lastId, listener.grantedEvent()));
    source = opened;
    openedAt = performance.now();
    // Changes arrive before the next heartbeat; on a new connection, missed ones follow the first. So each heartbeat
    // confirms everything up to the previous one.
    let until: number | null = null;
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(onSilence, SILENCE_TIMEOUT_MS);
    };
    const hear = ({ data, lastEventId }: MessageEvent<string>) => {
      heard();
      lastId = lastEventId;
      listener.onFacts(lastEventId, JSON.parse(data) as ChangeNotice);
    };
    opened.addEventListener("hello", ({ lastEventId }: MessageEvent<string>) => {
      heard();
      wait = FIRST_WAIT_MS;
      hasAsked = false;
      isSilent = false;
      lastId = lastEventId || lastId;
      listener.onOpen(lastEventId || null);
    });
    opened.addEventListener("beat", ({ data }: MessageEvent<string>) => {
      heard();
      const { now: serverTime } = JSON.parse(data) as { now: number };
      listener.onHeartbeat({ serverTime, until });
      until = serverTime;
    });
    opened.addEventListener("message", hear);
    opened.addEventListener("reset", hear);
    opened.addEventListener("end", () => {
      opened.close();
      again();
    });
    opened.addEventListener("error", () => {
      listener.onCut();
      if (opened.readyState !== EventSource.CLOSED || source !== opened) return;
      again();
    });
  }

  async function onSilence() {
    silence = setTimeout(onSilence, SILENCE_TIMEOUT_MS);
    const isRefused = source?.readyState === EventSource.CLOSED;
    // A server with no room for more streams still responds to other requests.
    const isThere = isRefused && (await isServerThere());
    if (isOver) return;
    if (isThere) {
      if (isSilent) comeBack();
      return;
    }
    isSilent = true;
    listener.onSilence();
    // A frozen server, or a lost network, never closes a connection. A closed one is reopened by its own timer.
    const isStuck = performance.now() - openedAt >= SILENCE_TIMEOUT_MS;
    if (isStuck && source?.readyState !== EventSource.CLOSED) open();
  }

  /** Reopens at once: behind a proxy the next attempt may be half a minute away. */
  function comeBack() {
    isSilent = false;
    wait = FIRST_WAIT_MS;
    listener.onAnswer();
    open();
  }

  function again() {
    if (!hasAsked) listener.onRefused();
    hasAsked = true;
    // Spreads the reconnects of a venue's screens.
    timer = setTimeout(open, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }

  // The old network's connection may never report that it is dead, so reopen at once.
  globalThis.addEventListener("online", open);
  silence = setTimeout(onSilence, SILENCE_TIMEOUT_MS);
  open();
  return () => {
    globalThis.removeEventListener("online", open);
    clearTimeout(timer);
    clearTimeout(silence);
    isOver = true;
    source?.close();
  };
}
