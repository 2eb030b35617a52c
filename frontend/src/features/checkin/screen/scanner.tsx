import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Attendee, Event } from "@/api/types";
import { later } from "@/components/ui/later";
import { eventNumber } from "@/features/checkin/copy";
import { keepDoorEvent, readDoorEvent } from "@/features/checkin/door/device-memory";
import { useDoor } from "@/features/checkin/door/use-door";
import { ReadinessCheck } from "@/features/checkin/readiness/readiness-check";
import { CameraPicker } from "@/features/checkin/screen/camera-picker";
import { CameraStage } from "@/features/checkin/screen/camera-stage";
import { DoorControls } from "@/features/checkin/screen/door-controls";
import { DoorSettings } from "@/features/checkin/screen/door-settings";
import { KeptScansNote } from "@/features/checkin/screen/kept-scans-note";
import { RecentScansList } from "@/features/checkin/screen/recent-scans-list";
import { StageTools } from "@/features/checkin/screen/stage-tools";
import { VerdictPanel } from "@/features/checkin/screen/verdict-panel";
import { useKeyScanner } from "@/features/checkin/wedge/use-key-scanner";

const guestSearch = later(async () => (await import("@/features/checkin/search/guest-search")).GuestSearch);

interface ScannerProps {
  userId: number;
  /** Undefined while they are on their way: the remembered event holds meanwhile. */
  events: Pick<Event, "id" | "name" | "date">[] | undefined;
  eventsFailed: boolean;
  rereadUserId: () => Promise<number>;
  onCheckedIn: () => void;
  onSignIn: () => void;
  /** Milliseconds until the sign-in ends. */
  signInLeft: () => number;
  /** How the list of attendees shows a payment. */
  paymentOf: (attendee: Attendee) => ReactNode;
}

/** The event of this door. One that was deleted since falls back to all events, and the picker shows that. */
function useDoorEvent(events: Pick<Event, "id" | "name" | "date">[] | undefined) {
  const [chosen, setChosen] = useState(readDoorEvent);
  const exists = events === undefined || events.some(({ id }) => id === chosen);
  const choose = (eventId: number | null) => {
    keepDoorEvent(eventId);
    setChosen(eventId);
  };
  const eventId = exists ? chosen : null;
  const named = events?.find(({ id }) => id === eventId);
  const event = eventId === null ? null : (named ?? { id: eventId, name: eventNumber(eventId), date: null });
  return { eventId, event, choose };
}

/** The door (contract 2, 4, 10): camera, verdict, controls, what was scanned. */
export function Scanner({
  userId,
  events,
  eventsFailed,
  rereadUserId,
  onCheckedIn,
  onSignIn,
  signInLeft,
  paymentOf,
}: ScannerProps) {
  const [searching, setSearching] = useState(false);
  const GuestSearch = guestSearch.use(searching);
  const [readying, setReadying] = useState(false);
  const { eventId, event, choose } = useDoorEvent(events);
  const { door, video, uploading, decoderTrouble, bell, ...act } = useDoor({
    userId,
    eventId,
    rereadUserId,
    onCheckedIn,
    searching: searching || readying,
  });
  useKeyScanner((code) => {
    setSearching(false);
    setReadying(false);
    act.typed(code);
  });
  const stage = useRef<HTMLDivElement>(null);

  const { shown, phase, camera, kept } = door;
  const filming = camera.kind === "on" || camera.kind === "starting";
  const deciding = phase.kind === "deciding";
  const cooldownUntil = phase.kind === "cooldown" || phase.kind === "deciding" ? phase.until : null;

  const inFront = filming || shown !== null;
  useEffect(() => {
    // On a phone the camera has the whole screen; a desk has room for everything.
    const phone = window.matchMedia?.("(max-width: 40rem)").matches;
    if (inFront && phone) stage.current?.scrollIntoView({ block: "start" });
  }, [inFront]);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="max-sm:-mt-6 flex flex-col gap-4 max-sm:gap-0" ref={stage}>
        <CameraStage
          door={door}
          video={video}
          decoderTrouble={decoderTrouble}
          tools={<StageTools camera={camera} onTorch={act.setTorch} onSearch={() => setSearching(true)} />}
        >
          {shown ? (
            <VerdictPanel
              key={shown.id}
              shown={shown}
              cooldownUntil={door.rapid ? null : cooldownUntil}
              namesEvent={eventId === null}
              trying={deciding}
              onTryAgain={act.tryAgain}
              onDismiss={act.dismiss}
              onSignIn={onSignIn}
            />
          ) : null}
        </CameraStage>
        <DoorControls
          filming={filming}
          signedOut={shown?.verdict.kind === "signed_out"}
          uploading={uploading}
          busy={deciding}
          onStart={act.start}
          onStop={act.stop}
          onUpload={act.uploadPicture}
        />
      </div>
      <div className="flex flex-col gap-6">
        <KeptScansNote count={kept.length} trying={deciding} onTryAgain={act.tryAgain} />
        <DoorSettings
          events={events ?? []}
          eventsFailed={eventsFailed}
          eventId={eventId}
          onEventChange={choose}
          rapid={door.rapid}
          onRapidChange={act.setRapid}
        />
        <CameraPicker cameras={door.cameras} cameraId={door.cameraId} onChoose={act.chooseCamera} />
        <ReadinessCheck
          open={readying}
          onOpenChange={setReadying}
          door={{
            event,
            cameraId: door.cameraId,
            camera,
            bell,
            canRead: act.canRead,
            signInLeft,
          }}
        />
        <RecentScansList scans={door.recent} />
      </div>
      {GuestSearch ? (
        <GuestSearch
          open={searching}
          onOpenChange={setSearching}
          eventId={eventId}
          paymentOf={paymentOf}
          onPick={({ qrCodeData }) => {
            setSearching(false);
            act.pick(qrCodeData);
          }}
        />
      ) : null}
    </div>
  );
}
