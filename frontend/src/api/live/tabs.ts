import { type ChangeNotice, EVERYTHING } from "@/api/live/change-notice";
import type { StreamState } from "@/api/live/live-state";
import type { Heartbeat } from "@/api/live/server-clock";
import { openStream, type StreamListener } from "@/api/live/stream";

/**
 * Messages from the tab with the stream to the others. `before` is the last id that a tab must have to have missed
 * nothing.
 */
type Told =
  | { kind: "facts"; before: string | null; id: string | null; facts: ChangeNotice }
  | { kind: "open"; before: string | null; id: string | null }
  | { kind: "beat"; before: string | null; id: string | null; beat: Heartbeat }
  | { kind: Exclude<StreamState, "open"> };

export interface TabListener {
  onFacts(facts: ChangeNotice): void;
  onHeartbeat(beat: Heartbeat): void;
  onState(state: StreamState): void;
  onRefused(): void;
  /** The event of this device's grant. */
  grantedEvent(): number | null;
}

/**
 * One stream for all tabs of a browser (contract 7). Visible tabs queue for a lock; its holder opens the stream and
 * broadcasts the messages. A hidden tab releases the lock, so that a phone in a pocket keeps no connection open. In
 * browsers without locks (they need HTTPS) each visible tab opens a stream.
 */
export function shareStream(userId: number, listener: TabListener): () => void {
  const name = `doorlist.live.${userId}`;
  const channel = new BroadcastChannel(name);
  let lastId: string | null = null;
  let resign: (() => void) | null = null;

  function hear(told: Told) {
    if (told.kind !== "facts" && told.kind !== "open" && told.kind !== "beat") {
      listener.onState(told.kind);
      return;
    }
    // Changes were missed while this tab was suspended.
    const hasMissed = lastId !== null && lastId !== told.before && lastId !== told.id;
    lastId = told.id;
    if (told.kind !== "beat") listener.onState("open");
    if (hasMissed) listener.onFacts(EVERYTHING);
    else if (told.kind === "facts") listener.onFacts(told.facts);
    if (told.kind === "beat") listener.onHeartbeat(told.beat);
  }

  function tell(told: Told) {
    channel.postMessage(told);
    hear(told);
  }

  const streamListener: StreamListener = {
    onOpen: (id) => tell({ kind: "open", before: lastId, id: id ?? lastId }),
    onFacts: (id, facts) => tell({ kind: "facts", before: lastId, id, facts }),
    onHeartbeat: (beat) => tell({ kind: "beat", before: lastId, id: lastId, beat }),
    onCut: () => tell({ kind: "cut" }),
    onSilence: () => tell({ kind: "silent" }),
    onAnswer: () => tell({ kind: "refused" }),
    onRefused: listener.onRefused,
    grantedEvent: listener.grantedEvent,
  };

  function requestLeadership() {
    if (resign) return;
    const asked = new AbortController();
    let close: (() => void) | null = null;
    const lead = () => {
      close = openStream(lastId, streamListener);
      return new Promise<void>((leave) => asked.signal.addEventListener("abort", () => leave()));
    };
    if (navigator.locks) navigator.locks.request(name, { signal: asked.signal }, lead).catch(() => {});
    else void lead();
    resign = () => {
      close?.();
      asked.abort();
      resign = null;
    };
  }

  const onVisibility = () => (document.hidden ? resign?.() : requestLeadership());
  channel.onmessage = ({ data }: MessageEvent<Told>) => hear(data);
  document.addEventListener("visibilitychange", onVisibility);
  onVisibility();
  return () => {
    document.removeEventListener("visibilitychange", onVisibility);
    resign?.();
    channel.close();
  };
}
