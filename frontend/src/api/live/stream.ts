import type { Facts } from "@/api/live/facts";

const PATH = "/api/live";
/** Waits between attempts where the browser does not try again by itself: a refusal, or a server that is not there. */
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
const LONGEST_AGE_S = 86_400;

export interface StreamListener {
  /** The server answers; `id` is where the stream stands, null where facts that were missed are still to follow. */
  onOpen(id: string | null): void;
  onFacts(id: string, facts: Facts): void;
  /** The connection is gone; it is being opened again. */
  onCut(): void;
  /** The server will not have this browser, or has sent it away: find out who is signed in. Said once per cut. */
  onRefused(): void;
}

/** Where to go on: after the last id that was heard, or else from the moment when this page began to read. */
function address(lastId: string | null): string {
  if (lastId !== null) return `${PATH}?after=${encodeURIComponent(lastId)}`;
  const age = Math.min(LONGEST_AGE_S, Math.ceil(performance.now() / 1000) + 1);
  return `${PATH}?age=${age}`;
}

/** Keeps a stream of facts open until the returned function is called. */
export function openStream(after: string | null, listener: StreamListener): () => void {
  let lastId = after;
  let wait = FIRST_WAIT_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let source: EventSource | null = null;
  let hasAsked = false;

  function open() {
    source?.close();
    clearTimeout(timer);
    const opened = new EventSource(address(lastId));
    source = opened;
    const hear = ({ data, lastEventId }: MessageEvent<string>) => {
      lastId = lastEventId;
      listener.onFacts(lastEventId, JSON.parse(data) as Facts);
    };
    opened.addEventListener("hello", ({ lastEventId }: MessageEvent<string>) => {
      wait = FIRST_WAIT_MS;
      hasAsked = false;
      lastId = lastEventId || lastId;
      listener.onOpen(lastEventId || null);
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

  function again() {
    if (!hasAsked) listener.onRefused();
    hasAsked = true;
    // Not all screens of a venue at the same instant.
    timer = setTimeout(open, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }

  // A network that is back need not be waited for, and a connection of the old one may never say that it is dead.
  globalThis.addEventListener("online", open);
  open();
  return () => {
    globalThis.removeEventListener("online", open);
    clearTimeout(timer);
    source?.close();
  };
}
