import { type ReactNode, useEffect, useRef } from "react";
import type { Attendee, Event } from "@/api/types";
import { isWanted } from "@/features/checkin/door/camera-state";
import { useDoor } from "@/features/checkin/door/use-door";
import { useDoorEvent } from "@/features/checkin/door/use-door-event";
import { useDoorList } from "@/features/checkin/door-list/use-door-list";
import { DoorDevices } from "@/features/checkin/grants/door-devices";
import { dropGrant } from "@/features/checkin/grants/live-grant";
import { removalOf, useDoorGrant } from "@/features/checkin/grants/use-door-grant";
import { ReadinessCheck } from "@/features/checkin/readiness/readiness-check";
import { CameraPicker } from "@/features/checkin/screen/camera-picker";
import { CameraStage } from "@/features/checkin/screen/camera-stage";
import { DoorControls } from "@/features/checkin/screen/door-controls";
import { DoorSettings } from "@/features/checkin/screen/door-settings";
import { PendingScansNote } from "@/features/checkin/screen/pending-scans-note";
import { RecentScansList } from "@/features/checkin/screen/recent-scans-list";
import { StageTools } from "@/features/checkin/screen/stage-tools";
import { useLeaveGuard } from "@/features/checkin/screen/use-leave-guard";
import { useSheet } from "@/features/checkin/screen/use-sheet";
import { VerdictPanel } from "@/features/checkin/screen/verdict-panel";
import { GuestSearch } from "@/features/checkin/search/guest-search";
import { useKeyScanner } from "@/features/checkin/wedge/use-key-scanner";

interface ScannerProps {
  userId: number;
  /** Without a session the door goes on with its grant. */
  isSignedIn: boolean;
  /** Whether this user may remove a device of that one. */
  mayRemove: (userId: number) => boolean;
  /** Undefined while they are on their way: the remembered event holds meanwhile. */
  events: Pick<Event, "id" | "name" | "date">[] | undefined;
  eventsFailed: boolean;
  /** When the list of events was read last. */
  eventsReadAt: number;
  rereadUserId: () => Promise<number>;
  onCheckedIn: () => void;
  /** A scan met the end of the session. */
  onSignedOut: () => void;
  /** A scan's event is not known to the server: the list is behind. */
  onEventDeleted: () => void;
  onSignIn: () => void;
  /** Milliseconds until the sign-in ends. */
  signInLeft: () => number;
  /** How the list of attendees shows a payment. */
  paymentOf: (attendee: Pick<Attendee, "paymentGroup" | "paymentStatus">) => ReactNode;
}

/** The door (contract 2, 4, 9): camera, verdict, controls, what was scanned. */
export function Scanner({
  userId,
  events,
  eventsFailed,
  eventsReadAt,
  rereadUserId,
  isSignedIn,
  mayRemove,
  onCheckedIn,
  onSignedOut,
  onEventDeleted,
  onSignIn,
  signInLeft,
  paymentOf,
}: ScannerProps) {
  const { eventId, event, isDeleted, choose, refuse } = useDoorEvent(events, eventsReadAt);
  const grant = useDoorGrant({ event, isSignedIn, onRefused: onSignedOut });
  useDoorList(grant.ended ? null : eventId);
  useLeaveGuard();
  const sessionEnded = !isSignedIn && !grant.isLive;
  const removal = removalOf(grant, isSignedIn);
  const stopped = sessionEnded || isDeleted || removal !== null;
  const sheet = useSheet(stopped);
  const searching = sheet.isOpen("search");
  const { door, video, uploading, decoderTrouble, bell, ...act } = useDoor({
    userId,
    eventId,
    rereadUserId,
    onCheckedIn,
    onSignedOut,
    onEventDeleted: (deletedId) => {
      if (deletedId !== null) refuse(deletedId);
      onEventDeleted();
    },
    holds: {
      search: searching,
      check: sheet.isOpen("check"),
      devices: sheet.isOpen("devices"),
      removed: removal !== null,
      signed_out: sessionEnded && removal === null,
      event_deleted: isDeleted,
    },
  });
  useKeyScanner((code) => {
    sheet.close();
    act.typed(code);
  });
  const stage = useRef<HTMLDivElement>(null);

  const { shown, phase, camera, pending } = door;
  const filming = isWanted(camera);
  const deciding = phase.kind === "deciding";
  const cooldownUntil = phase.kind === "cooldown" || phase.kind === "deciding" ? phase.until : null;

  const inFront = filming || deciding || shown !== null;
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
          onSignIn={onSignIn}
          removal={removal}
          tools={
            <StageTools
              camera={camera}
              onTorch={act.setTorch}
              stopped={stopped}
              onSearch={() => sheet.open("search")}
            />
          }
        >
          {shown ? (
            <VerdictPanel
              key={shown.id}
              shown={shown}
              cooldownUntil={door.rapid ? null : cooldownUntil}
              namesEvent={eventId === null}
              onTryAgain={act.tryAgain}
              onDismiss={act.dismiss}
              onSignIn={onSignIn}
            />
          ) : null}
        </CameraStage>
        <DoorControls
          filming={filming}
          stopped={stopped}
          uploading={uploading}
          busy={deciding}
          onStart={act.start}
          onStop={act.stop}
          onUpload={act.uploadPicture}
        />
      </div>
      <div className="flex flex-col gap-6">
        <PendingScansNote count={pending.length} trying={deciding} onTryAgain={act.tryAgain} />
        <DoorSettings
          events={events ?? []}
          eventsFailed={eventsFailed}
          eventId={eventId}
          eventDeleted={isDeleted}
          isSignedIn={isSignedIn}
          onEventChange={(chosen) => {
            if (isDeleted && eventId !== null) act.moveScans(eventId, chosen);
            dropGrant();
            choose(chosen);
          }}
          rapid={door.rapid}
          onRapidChange={act.setRapid}
        />
        <CameraPicker cameras={door.cameras} cameraId={door.cameraId} onChoose={act.chooseCamera} />
        <DoorDevices event={event} isSignedIn={isSignedIn} mayRemove={mayRemove} {...sheet.of("devices")} />
        <ReadinessCheck
          {...sheet.of("check")}
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
      <GuestSearch
        open={searching}
        onOpenChange={sheet.close}
        eventId={eventId}
        paymentOf={paymentOf}
        onPick={(ticket) => {
          sheet.close();
          if ("qrData" in ticket) act.pick(ticket.qrData);
        }}
      />
    </div>
  );
}
