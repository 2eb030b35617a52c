import type { ReactNode } from "react";
import type { Attendee, Event } from "@/api/types";
import { isWanted } from "@/features/checkin/door/camera-state";
import { useDoor } from "@/features/checkin/door/use-door";
import { useDoorEvent } from "@/features/checkin/door/use-door-event";
import { useHeldList } from "@/features/checkin/door/use-held-list";
import { useMaker } from "@/features/checkin/door/use-maker";
import { useDoorList } from "@/features/checkin/door-list/use-door-list";
import { DoorDevices } from "@/features/checkin/grants/door-devices";
import { dropGrant } from "@/features/checkin/grants/live-grant";
import { removalOf, useDoorGrant } from "@/features/checkin/grants/use-door-grant";
import { SignInNote } from "@/features/checkin/outbox/sign-in-note";
import { ReadinessCheck } from "@/features/checkin/readiness/readiness-check";
import { CameraPicker } from "@/features/checkin/screen/camera-picker";
import { CameraStage } from "@/features/checkin/screen/camera-stage";
import { CheckAgainButton, CheckAgainCards } from "@/features/checkin/screen/check-again-cards";
import { againOf } from "@/features/checkin/screen/check-again-words";
import { DoorControls } from "@/features/checkin/screen/door-controls";
import { DoorSettings } from "@/features/checkin/screen/door-settings";
import { PendingScansNote } from "@/features/checkin/screen/pending-scans-note";
import { RecentScansList } from "@/features/checkin/screen/recent-scans-list";
import { StageTools } from "@/features/checkin/screen/stage-tools";
import { useLeaveGuard } from "@/features/checkin/screen/use-leave-guard";
import { useSheet } from "@/features/checkin/screen/use-sheet";
import { useStageInFront } from "@/features/checkin/screen/use-stage-in-front";
import { VerdictPanel } from "@/features/checkin/screen/verdict-panel";
import { GuestSearch } from "@/features/checkin/search/lazy-guest-search";
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
  // Nothing takes a door off the scanner that can decide by itself.
  const list = useHeldList(eventId);
  const isSignedOut = sessionEnded && !list && removal === null;
  const stopped = isSignedOut || isDeleted || removal !== null;
  const sheet = useSheet(stopped);
  const searching = sheet.isOpen("search");
  const { door, guestsToCheck, video, uploading, decoderTrouble, bell, ...act } = useDoor({
    maker: useMaker(userId, eventId),
    eventId,
    eventOf: (id) => events?.find((known) => known.id === id) ?? null,
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
      signed_out: isSignedOut,
      event_deleted: isDeleted,
    },
  });
  useKeyScanner((code) => {
    sheet.close();
    act.typed(code);
  });
  const { shown, phase, camera, pending } = door;
  const filming = isWanted(camera);
  const deciding = phase.kind === "deciding";
  const cooldownUntil = phase.kind === "cooldown" || phase.kind === "deciding" ? phase.until : null;

  const stage = useStageInFront(filming || deciding || shown !== null);

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
            <>
              <StageTools
                camera={camera}
                onTorch={act.setTorch}
                stopped={stopped}
                onSearch={() => sheet.open("search")}
              />
              {filming && !deciding && !shown ? <CheckAgainButton count={guestsToCheck.length} /> : null}
            </>
          }
        >
          {shown ? (
            <VerdictPanel
              key={shown.id}
              shown={shown}
              cooldownUntil={door.rapid ? null : cooldownUntil}
              namesEvent={eventId === null}
              again={againOf(guestsToCheck, shown)}
              onTryAgain={act.tryAgain}
              onLetIn={act.letIn}
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
        <SignInNote onSignIn={onSignIn} />
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
          door={{ event, cameraId: door.cameraId, camera, bell, canRead: act.canRead, signInLeft }}
        />
        <CheckAgainCards guests={guestsToCheck} onDismiss={act.dismissAgain} />
        <RecentScansList scans={door.recent} onUndo={({ key }) => act.undo(key)} />
      </div>
      {searching ? (
        <GuestSearch
          onClose={sheet.close}
          eventId={eventId}
          paymentOf={paymentOf}
          onPick={(ticket) => {
            sheet.close();
            act.pick(ticket);
          }}
        />
      ) : null}
    </div>
  );
}
