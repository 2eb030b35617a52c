import { CameraOff, ScanQrCode, TriangleAlert } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import {
  cameraMessage,
  DECODER_UNAVAILABLE,
  EVENT_DELETED,
  SCANNER_COPY,
  SEARCH_COPY,
  SESSION_ENDED,
} from "@/features/checkin/copy";
import type { Door } from "@/features/checkin/door/door-machine";
import { stopOf } from "@/features/checkin/door/holds";
import { StatusPill } from "@/features/checkin/screen/status-pill";
import { WaitingNote } from "@/features/checkin/screen/waiting-note";
import { classes } from "@/lib/classes";

interface CameraStageProps {
  door: Door;
  video: RefObject<HTMLVideoElement | null>;
  decoderBroken: boolean;
  /** 'Find guest' was tapped, and its code could not be loaded. */
  searchFailed: boolean;
  onSignIn: () => void;
  /** What can be pressed on the picture. */
  tools: ReactNode;
  /** The verdict, which covers everything. */
  children: ReactNode;
}

/** The pill tells of the cooldown as long as it lasts, so nothing else is said before. */
function whatNext({ camera, phase, holds }: Door, decoderBroken: boolean): string | null {
  if (stopOf(holds) || decoderBroken) return null;
  if (camera.kind === "failed") return SCANNER_COPY.withoutCamera;
  return phase.kind === "cooldown" ? SCANNER_COPY.cooling : SCANNER_COPY.idle;
}

type Trouble = Pick<CameraStageProps, "door" | "decoderBroken" | "searchFailed">;

/** What is wrong, the gravest first; null where nothing is. */
function troubleOf({ door, decoderBroken, searchFailed }: Trouble): string | null {
  const { camera, holds } = door;
  const stop = stopOf(holds);
  if (stop) return stop === "signed_out" ? SESSION_ENDED : EVENT_DELETED;
  if (searchFailed) return SEARCH_COPY.notLoaded;
  if (camera.kind === "failed") return cameraMessage(camera.failure);
  return decoderBroken ? DECODER_UNAVAILABLE : null;
}

/** Why there is nothing to see: something is wrong, or nobody pressed Start. */
function Placeholder({ onSignIn, ...state }: Trouble & Pick<CameraStageProps, "onSignIn">) {
  const { door, decoderBroken, searchFailed } = state;
  const trouble = troubleOf(state);
  const stop = stopOf(door.holds);
  const Icon = !trouble
    ? ScanQrCode
    : stop || searchFailed || door.camera.kind !== "failed"
      ? TriangleAlert
      : CameraOff;
  return (
    <div className="absolute inset-0 grid place-items-center p-6 pt-16">
      <div className="flex max-w-sm flex-col items-center gap-4 text-center text-on-brand">
        <Icon aria-hidden="true" className="size-14 text-brand-light" strokeWidth={1.5} />
        {trouble ? (
          <p role="alert" className="text-balance font-medium text-lg">
            {trouble}
          </p>
        ) : null}
        {stop === "signed_out" ? (
          <Button size="lg" onClick={onSignIn}>
            {SCANNER_COPY.signIn}
          </Button>
        ) : (
          <p className="text-balance text-on-brand-muted">{whatNext(door, decoderBroken)}</p>
        )}
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
  decoderBroken,
  searchFailed,
  onSignIn,
  tools,
  children,
}: CameraStageProps) {
  const running = door.camera.kind === "on";
  const deciding = door.phase.kind === "deciding";
  // A phone gives the door the whole screen but for the buttons beneath; before that the choices are in view.
  const tall = running || door.camera.kind === "starting" || deciding || door.shown !== null;
  return (
    <section
      aria-label="Camera"
      className={classes(
        "-mx-4 relative scroll-mt-0 overflow-hidden bg-brand-deep sm:mx-0 sm:rounded-md lg:h-136",
        tall ? "h-[calc(100dvh-6rem)] sm:h-136" : "h-72 sm:h-96",
      )}
    >
      <video
        ref={video}
        muted
        playsInline
        className={classes("size-full object-cover", !running && "invisible")}
      />
      {running ? <Viewfinder /> : null}
      {running || deciding || door.shown ? null : (
        <Placeholder
          door={door}
          decoderBroken={decoderBroken}
          searchFailed={searchFailed}
          onSignIn={onSignIn}
        />
      )}
      {running && decoderBroken ? (
        <p
          role="alert"
          className="absolute inset-x-4 top-16 rounded-md bg-danger p-3 text-center font-medium text-on-danger"
        >
          {DECODER_UNAVAILABLE}
        </p>
      ) : null}
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
      <div className="absolute top-4 left-4 z-20">
        <StatusPill door={door} />
        <WaitingNote count={door.waiting.length} />
      </div>
      {tools}
    </section>
  );
}
