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
} from "@/features/door/copy";
import type { Door } from "@/features/door/core/door-state";
import { stopOf } from "@/features/door/core/door-state";
import { NetworkPill, StatusPill } from "@/features/door/ui/status-pill";
import { WaitingNote } from "@/features/door/ui/waiting-note";
import { classes } from "@/lib/classes";

interface CameraStageProps {
  door: Door;
  video: RefObject<HTMLVideoElement | null>;
  /** Why the QR reader does not read, null while it does. */
  decoderTrouble: DecoderTrouble | null;
  /** Null at a helper's door, where nobody signs in. */
  onSignIn: (() => void) | null;
  /** Who removed this device; `onUseAgain` is null where nobody is signed in. Null where the device was not removed. */
  removal?: { says: string; isAsking: boolean; onUseAgain: (() => void) | null } | null;
  /** What can be pressed on the picture. */
  tools: ReactNode;
  /** The verdict, which covers the picture. */
  children: ReactNode;
  /** What stays in view beneath the picture. */
  foot: ReactNode;
}

type Trouble = Pick<CameraStageProps, "door" | "decoderTrouble" | "removal" | "onSignIn">;

/** What is wrong, the gravest first; null where nothing is. A camera that is starting is not yet. */
function troubleOf({ door: { camera, holds }, decoderTrouble, removal, onSignIn }: Trouble): string | null {
  const stop = stopOf(holds);
  if (removal) return removal.says;
  if (stop) return stop === "signed_out" ? (onSignIn ? SESSION_ENDED : PASS_OVER) : EVENT_DELETED;
  if (camera.kind === "failed") return cameraMessage(camera.failure);
  if (camera.kind === "starting") return camera.why === "opening" ? null : cameraWait(camera.why).says;
  return decoderTrouble ? DECODER_TROUBLE[decoderTrouble] : null;
}

/** The pill tells of the cooldown as long as it lasts, so nothing else is said before. */
function whatNext({ door: { camera, phase, holds }, decoderTrouble }: Trouble): string | null {
  if (stopOf(holds)) return null;
  if (camera.kind === "failed") return SCANNER_COPY.withoutCamera;
  if (camera.kind === "starting") return cameraWait(camera.why).advice;
  if (decoderTrouble) return null;
  return phase.kind === "cooldown" ? SCANNER_COPY.cooling : SCANNER_COPY.idle;
}

/** Why there is nothing to see: the camera starts, something is wrong, or nobody pressed Start. */
function Placeholder(facts: Trouble) {
  const { removal, onSignIn } = facts;
  const { camera, holds } = facts.door;
  const trouble = troubleOf(facts);
  const next = whatNext(facts);
  const stop = stopOf(holds);
  const opens = camera.kind === "starting" && !trouble;
  const isCamera = !stop && (camera.kind === "failed" || camera.kind === "starting");
  const Icon = isCamera ? CameraOff : TriangleAlert;
  const icon = "size-14 text-brand-light";
  return (
    <div className="absolute inset-0 grid place-items-center bg-brand-deep p-6 pt-16">
      <div className="flex max-w-sm flex-col items-center gap-4 text-center text-on-brand">
        {opens ? <Spinner className={icon} /> : null}
        {trouble ? <Icon aria-hidden="true" className={icon} strokeWidth={1.5} /> : null}
        {opens || trouble ? null : <ScanQrCode aria-hidden="true" className={icon} strokeWidth={1.5} />}
        {opens ? <p className="text-balance font-medium text-lg">{cameraWait("opening").says}</p> : null}
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

/** The frame a ticket is held into: four corners, so that nobody wonders how close. */
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
  // A phone gives the door the whole screen but for the buttons beneath; before that the choices are in view.
  const tall = running || door.camera.kind === "starting" || deciding || door.shown !== null;
  return (
    <section
      aria-label="Camera"
      className={classes(
        "-mx-4 flex scroll-mt-0 flex-col overflow-hidden bg-brand-deep sm:mx-0 sm:rounded-md lg:h-[min(34rem,calc(100dvh-13rem))]",
        tall ? "h-[calc(100dvh-6rem)] sm:h-136" : "h-80 sm:h-96",
      )}
    >
      <div className="relative min-h-0 flex-1">
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
        {/* One column, so that nothing in it covers anything else; the picture beneath can still be tapped. */}
        <div className="pointer-events-none absolute inset-x-4 top-4 z-20">
          {/* On a phone two pills stand one below the other: 'Find guest' has the corner. */}
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
