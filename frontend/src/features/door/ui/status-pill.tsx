import { CloudOff, CloudUpload } from "lucide-react";
import { useIsOffline, useLiveOpen } from "@/api/live/live-state";
import { offlineToSend, PILL, sendingNow } from "@/features/door/copy";
import type { Door } from "@/features/door/core/door-state";
import { stopReasonOf } from "@/features/door/core/door-state";
import { type Outbox, useOutbox } from "@/features/door/outbox/use-outbox";
import { classes } from "@/lib/classes";

type PillFacts = Pick<Door, "phase" | "pauseReasons" | "rapid" | "camera"> & { reads: boolean };

/** The pill's text; null if the stage shows a trouble instead. Rapid mode has no cooldown. */
export function pillOf({ phase, pauseReasons, rapid, camera, reads }: PillFacts): string | null {
  if (phase.kind === "cooldown") return PILL.cooldown;
  if (phase.kind === "deciding" && !(rapid && camera.kind === "on")) return PILL.cooldown;
  if (phase.kind !== "idle") return reads ? PILL.scanning : null;
  return camera.kind === "off" && reads && !stopReasonOf(pauseReasons) ? PILL.ready : null;
}

const DOTS: Record<string, string> = {
  [PILL.ready]: "bg-neutral",
  [PILL.scanning]: "bg-success animate-pulse",
  [PILL.cooldown]: "bg-warning",
};

const LOOK =
  "inline-flex min-h-9 items-center gap-2 whitespace-nowrap rounded-full border bg-surface px-3 font-medium text-sm text-text tabular-nums";

/** `reads`: the decoder works. */
export function StatusPill({ door, reads }: { door: Door; reads: boolean }) {
  const text = pillOf({ ...door, reads });
  if (text === null) return null;
  return (
    <span className={LOOK}>
      <span aria-hidden="true" className={classes("size-2 rounded-full", DOTS[text])} />
      {text}
    </span>
  );
}

/**
 * The second pill (contract 2.scan.38); null while online with nothing to send, or while the connection is unknown.
 */
export function networkPillOf({
  isOffline,
  isHeard,
  waiting,
  refusedFor,
  isSending,
}: Pick<Outbox, "waiting" | "refusedFor" | "isSending"> & {
  isOffline: boolean;
  isHeard: boolean | null;
}): string | null {
  if (isOffline) return waiting > 0 ? offlineToSend(waiting) : PILL.offline;
  const sent = waiting - refusedFor;
  return isHeard && isSending && sent > 0 ? sendingNow(sent) : null;
}

export function NetworkPill() {
  const isOffline = useIsOffline();
  const isHeard = useLiveOpen();
  const text = useOutbox((outbox) => networkPillOf({ isOffline, isHeard, ...outbox }));
  const Icon = isOffline ? CloudOff : CloudUpload;
  return (
    <span role="status">
      {text === null ? null : (
        <span className={LOOK}>
          <Icon className="size-4 shrink-0" />
          {text}
        </span>
      )}
    </span>
  );
}
