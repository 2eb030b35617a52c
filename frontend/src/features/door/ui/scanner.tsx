import type { ReactNode } from "react";
import { clearGrant, useHelper } from "@/features/door/access/current-grant";
import { removalOf, useDoorGrant } from "@/features/door/access/use-door-grant";
import { isWanted } from "@/features/door/core/camera-state";
import { cooldownEnd } from "@/features/door/core/door-state";
import { useDoorList, useLoadedList } from "@/features/door/guest-list/use-door-list";
import { useDoor } from "@/features/door/scan/use-door";
import { useDoorEvent, useDoorPlace, useRecordOrigin } from "@/features/door/scan/use-door-event";
import { useKeyScanner } from "@/features/door/scan/use-key-scanner";
import { CameraStage } from "@/features/door/ui/camera-stage";
import { DoorControls } from "@/features/door/ui/door-controls";
import { againOf } from "@/features/door/ui/guest-moment";
import {
  CameraPicker,
  DoorDevices,
  DoorNotices,
  DoorSettings,
  DoorSheets,
  ReadinessCheck,
  ScanLog,
  StageFoot,
  StageTools,
} from "@/features/door/ui/lazy-components";
import type { AddForm } from "@/features/door/ui/search/guest-search";
import { useSheet, useStageInFront } from "@/features/door/ui/use-sheet";
import { VerdictPanel } from "@/features/door/ui/verdict-panel";
import type { ListedEvent } from "@/lib/event-search";

interface ScannerProps {
  userId: number;
  /** Without a session the door needs its grant. */
  isSignedIn: boolean;
  mayRemove: (userId: number) => boolean;
  events: ListedEvent[] | undefined;
  eventsFailed: boolean;
  eventsReadAt: number;
  rereadUserId: () => Promise<number>;
  onCheckedIn: () => void;
  onSignedOut: () => void;
  /** The server does not know the event of a scan. */
  onEventDeleted: () => void;
  onSignIn: () => void;
  signInLeft: () => number;
  addForm: (eventId: number | null, form: Parameters<AddForm>[0]) => ReactNode;
}

/** The scanner (contract 2, 4, 9). */
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
  addForm,
}: ScannerProps) {
  const { eventId, event, isDeleted, choose, refuse } = useDoorEvent(events, eventsReadAt);
  const grant = useDoorGrant({ event, userId, isSignedIn, onRefused: onSignedOut });
  useDoorList(grant.ended ? null : eventId);
  const isHelper = useHelper(isSignedIn) !== undefined;
  const signIn = isHelper ? null : onSignIn;
  const removal = removalOf(grant, isSignedIn, isHelper);
  // A door with a list stays open until its grant expires.
  const list = useLoadedList(eventId);
  const isSignedOut = !isSignedIn && !grant.isLive && (!list || grant.isOver) && removal === null;
  const stopped = isSignedOut || isDeleted || removal !== null;
  const sheet = useSheet(stopped);
  const place = useDoorPlace(eventId);
  const { direction, listId } = place;
  const origin = useRecordOrigin(userId, eventId);
  const { door, guestsToCheck, video, uploading, decoderTrouble, bell, ...act } = useDoor({
    origin,
    eventId,
    isExit: direction === "out",
    listId,
    eventOf: (id) => events?.find((known) => known.id === id) ?? null,
    rereadUserId,
    onCheckedIn,
    onSignedOut,
    onEventDeleted: (deletedId) => {
      if (deletedId !== null) refuse(deletedId);
      onEventDeleted();
    },
    sheetPause: sheet.pause,
    stops: { removed: removal !== null, signed_out: isSignedOut, event_deleted: isDeleted },
  });
  useKeyScanner((code) => {
    sheet.close();
    act.typed(code);
  });
  const chooseEvent = (chosen: number | null) => {
    if (isDeleted && eventId !== null) act.moveScans(eventId, chosen);
    clearGrant();
    choose(chosen);
  };
  const { shown, camera, pending } = door;
  const [filming, deciding] = [isWanted(camera), door.phase.kind === "deciding"];
  const stage = useStageInFront(filming || deciding || shown !== null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="max-sm:-mt-6 flex flex-col gap-4 max-sm:gap-0" ref={stage}>
        <CameraStage
          door={door}
          video={video}
          decoderTrouble={decoderTrouble}
          onSignIn={signIn}
          removal={removal}
          foot={
            <StageFoot
              door={door}
              event={event}
              events={events ?? []}
              areEventsRead={eventsReadAt > 0}
              onChoose={isSignedIn ? chooseEvent : null}
              place={place}
              by={origin}
              onOpen={sheet.open}
              onPick={act.pick}
              party={sheet.of("party")}
              checkAgain={guestsToCheck.length}
              bell={bell}
            />
          }
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
              cooldownUntil={cooldownEnd(door)}
              namesEvent={eventId === null}
              again={againOf(guestsToCheck, shown)}
              party={door.party}
              onTryAgain={act.tryAgain}
              onLetIn={act.letIn}
              onDismiss={act.dismiss}
              onOpen={sheet.open}
              onSignIn={signIn}
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
        <DoorNotices onSignIn={signIn} count={pending.length} trying={deciding} onTryAgain={act.tryAgain} />
        <DoorSettings
          events={events ?? []}
          eventsFailed={eventsFailed}
          eventId={eventId}
          eventDeleted={isDeleted}
          isSignedIn={isSignedIn}
          place={place}
          onEventChange={chooseEvent}
          rapid={door.rapid}
          onRapidChange={act.setRapid}
        />
        <CameraPicker cameras={door.cameras} cameraId={door.cameraId} onChoose={act.chooseCamera} />
        <DoorDevices event={event} isSignedIn={isSignedIn} mayRemove={mayRemove} {...sheet.of("devices")} />
        <ReadinessCheck
          {...sheet.of("check")}
          door={{ event, cameraId: door.cameraId, camera, bell, canRead: act.canRead, signInLeft }}
        />
        <ScanLog {...{ door, guestsToCheck, isSignedIn, act }} lists={place.lists} onOpen={sheet.open} />
      </div>
      <DoorSheets
        {...{ sheet, door, act, eventId, direction, listId, isSignedIn }}
        onClose={sheet.pause === "search" || sheet.pause === "guest" ? sheet.close : null}
        addForm={isSignedIn ? (form) => addForm(eventId, form) : null}
      />
    </div>
  );
}
