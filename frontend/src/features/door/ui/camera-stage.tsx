import { CameraOff, ScanQrCode, TriangleAlert } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import type { DecoderTrouble } from "@/features/door/camera/decoder";
import {
  cameraMessage,
  cameraWait,
  DECODER_TROUBLE,
  DOOR_GRANT_COPY,
  EVENT_DELETED,
  PASS_OVER,
  SCANNER_COPY,
  SESSION_ENDED,
  waitingScans,
} from "@/features/door/copy";
import { type Door, stopReasonOf } from "@/features/door/core/door-state";
import { NetworkPill, StatusPill } from "@/features/door/ui/status-pill";
import { classes } from "@/lib/classes";

interface CameraStageProps {
  door: Door;
  video: RefObject<HTMLVideoElement | null>;
  /** Null while the decoder works. */
  decoderTrouble: DecoderTrouble | null;
  /** Null for helpers, who do not sign in. */
  onSignIn: (() => void) | null;
  /** Set if the device was removed; `onUseAgain` is null without a session. */
  removal?: { message: string; isAsking: boolean; onUseAgain: (() => void) | null } | null;
  tools: ReactNode;
  children: ReactNode;
  foot: ReactNode;
}

type Trouble = Pick<CameraStageProps, "door" | "decoderTrouble" | "removal" | "onSignIn">;

/** The most serious trouble, or null. A starting camera is not a trouble yet. */
function troubleOf({
  door: { camera, pauseReasons },
  decoderTrouble,
  removal,
  onSignIn,
}: Trouble): string | null {
  const stop = stopReasonOf(pauseReasons);
  if (removal) return removal.message;
  if (stop) return stop === "signed_out" ? (onSignIn ? SESSION_ENDED : PASS_OVER) : EVENT_DELETED;
  if (camera.kind === "failed") return cameraMessage(camera.failure);
  if (camera.kind === "starting") return camera.why === "opening" ? null : cameraWait(camera.why).message;
  return decoderTrouble ? DECODER_TROUBLE[decoderTrouble] : null;
}

/** During the cooldown nothing else is shown. */
function whatNext({ door: { camera, phase, pauseReasons }, decoderTrouble }: Trouble): string | null {
  if (stopReasonOf(pauseReasons)) return null;
  if (camera.kind === "failed") return SCANNER_COPY.withoutCamera;
  if (camera.kind === "starting") return cameraWait(camera.why).advice;
  if (decoderTrouble) return null;
  return phase.kind === "cooldown" ? SCANNER_COPY.cooling : SCANNER_COPY.idle;
}

function Placeholder(facts: Trouble) {
  const { removal, onSignIn } = facts;
  const { camera, pauseReasons } = facts.door;
  const trouble = troubleOf(facts);
  const next = whatNext(facts);
  const stop = stopReasonOf(pauseReasons);
  const opens = camera.kind === "starting" && !trouble;
  const isCamera = !stop && (camera.kind === "failed" || camera.kind === "starting");
  const Icon = isCamera ? CameraOff : TriangleAlert;
  const icon = "size-14 text-brand-light";
  return (
    <div className="absolute inset-0 grid place-items-center bg-brand-deep p-6 pt-16">
      <div className="flex max-w-sm flex-col items-center gap-4 text-center text-on-brand">
        {opens ? <Spinner className={icon} /> : null}
        {trouble ? <Icon className={icon} strokeWidth={1.5} /> : null}
        {opens || trouble ? null : <ScanQrCode className={icon} strokeWidth={1.5} />}
        {opens ? <p className="text-balance font-medium text-lg">{cameraWait("opening").message}</p> : null}
        {trouble ? (
          <p role="alert" className="text-balance font-medium text-lg">
            {trouble}
          </p>
        ) : null}
        {removal?.onUseAgain ? (
          <Button
            size="lg"
            onClick={removal.onUseAgain}
            pending={removal.isAsking}
            pendingText={DOOR_GRANT_COPY.asking}
          >
            {DOOR_GRANT_COPY.useAgain}
          </Button>
        ) : null}
        {onSignIn && (stop === "signed_out" || (removal && !removal.onUseAgain)) ? (
          <Button size="lg" onClick={onSignIn}>
            {SCANNER_COPY.signIn}
          </Button>
        ) : null}
        {next ? <p className="text-balance text-on-brand-muted">{next}</p> : null}
        {trouble && !stop && camera.kind === "starting" ? (
          <p className="text-balance text-on-brand-muted">{SCANNER_COPY.withoutCamera}</p>
        ) : null}
      </div>
    </div>
  );
}

/** Corners that show how close to hold the ticket. */
function Viewfinder() {
  const corner = "absolute size-10 border-brand-light";
  return (
    <div aria-hidden="true" className="absolute inset-0 grid place-items-center">
      <div className="relative aspect-square h-3/5 max-h-80 max-w-[80%]">
        <span className={classes(corner, "top-0 left-0 rounded-tl-md border-t-4 border-l-4")} />
        <span className={classes(corner, "top-0 right-0 rounded-tr-md border-t-4 border-r-4")} />
        <span className={classes(corner, "bottom-0 left-0 rounded-bl-md border-b-4 border-l-4")} />
        <span className={classes(corner, "right-0 bottom-0 rounded-br-md border-r-4 border-b-4")} />
      </div>
    </div>
  );
}

export function CameraStage({
  door,
  video,
  decoderTrouble,
  onSignIn,
  removal = null,
  tools,
  children,
  foot,
}: CameraStageProps) {
  const trouble = troubleOf({ door, decoderTrouble, removal, onSignIn });
  const running = door.camera.kind === "on";
  const deciding = door.phase.kind === "deciding";
  // On a phone the camera fills the screen except for the buttons.
  const tall = running || door.camera.kind === "starting" || deciding || door.shown !== null;
  return (
    <section
      aria-label="Camera"
      className={classes(
        "relative -mx-4 flex scroll-mt-0 flex-col overflow-hidden bg-brand-deep sm:mx-0 sm:rounded-md lg:h-[min(34rem,calc(100dvh-13rem))]",
        tall ? "h-[calc(100dvh-6rem)] sm:h-136" : "min-h-80 sm:min-h-96",
      )}
    >
      <div className={classes("relative flex-1", tall ? "min-h-0" : "min-h-56")}>
        <video ref={video} muted playsInline className="size-full object-cover" />
        {running ? <Viewfinder /> : null}
        {running || deciding || door.shown ? null : (
          <Placeholder door={door} decoderTrouble={decoderTrouble} removal={removal} onSignIn={onSignIn} />
        )}
        {deciding && !door.shown ? (
          <p className="absolute inset-x-0 bottom-6 flex justify-center">
            <span className="flex animate-fade items-center gap-3 rounded-full bg-surface px-5 py-3 font-medium shadow-raised">
              <Spinner />
              {SCANNER_COPY.checking}
            </span>
          </p>
        ) : null}
        <div aria-live="assertive" aria-atomic="true">
          {children}
        </div>
        {/* One column, so that nothing overlaps; taps pass through to the video. */}
        <div className="pointer-events-none absolute inset-x-4 top-4 z-20">
          {/* On a phone the pills wrap, because 'Find guest' has the corner. */}
          <div className="flex min-h-9 flex-wrap gap-2 pr-40">
            <StatusPill door={door} reads={decoderTrouble === null} />
            <NetworkPill />
          </div>
          {running && trouble && !door.shown ? (
            <p role="alert" className="mt-3 rounded-md bg-danger p-3 text-center font-medium text-on-danger">
              {trouble}
            </p>
          ) : null}
          <WaitingNote count={door.waiting.length} />
        </div>
        {tools}
      </div>
      {foot}
    </section>
  );
}

/** Number of scans that wait for a free door (contract 2.scan.23). */
export function WaitingNote({ count }: { count: number }) {
  return (
    <p role="status" className="mt-2">
      {count === 0 ? null : (
        <span className="inline-flex min-h-9 animate-fade items-center rounded-full border bg-surface px-4 font-medium text-sm text-text tabular-nums">
          {waitingScans(count)}
        </span>
      )}
    </p>
  );
}
