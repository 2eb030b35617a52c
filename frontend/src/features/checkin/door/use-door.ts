import { type Dispatch, useCallback, useEffect, useMemo, useReducer, useRef, useState } from "react";
import { sendScan } from "@/features/checkin/api";
import { type CameraDevice, type CameraFailure, switchTorch } from "@/features/checkin/camera/door-camera";
import type { CameraWait } from "@/features/checkin/camera/run-camera";
import { useCameraStream } from "@/features/checkin/camera/use-camera-stream";
import { REASON } from "@/features/checkin/copy";
import { DecoderUnavailable } from "@/features/checkin/decoder/decoder";
import { NotAPicture, readUpload } from "@/features/checkin/decoder/read-upload";
import { useCameraReading, useDecoder } from "@/features/checkin/decoder/use-decoder";
import { askServer } from "@/features/checkin/door/ask-server";
import { isWanted } from "@/features/checkin/door/camera-state";
import {
  keepCameraId,
  keepRapidMode,
  readCameraId,
  readPendingScans,
  readRapidMode,
  savePendingScans,
} from "@/features/checkin/door/device-memory";
import { type DoorEvent, doorReducer, nextChange } from "@/features/checkin/door/door-machine";
import { closedDoor } from "@/features/checkin/door/door-state";
import type { Hold } from "@/features/checkin/door/holds";
import { openDoorBell } from "@/features/checkin/feedback/door-bell";
import { toneOf } from "@/features/checkin/verdict/verdict";
import { now } from "@/lib/clock";
import { newIdempotencyKey } from "@/lib/idempotency-key";

type DoorProps = {
  userId: number;
  /** The event of the door, null for all events. */
  eventId: number | null;
  /** Asks the server who is signed in now (contract 4.scan.18: a scan answered `not_you`). */
  rereadUserId: () => Promise<number>;
  /** A guest's attendance changed, so lists that show it are out of date. */
  onCheckedIn: () => void;
  /** A scan met the end of the session. */
  onSignedOut: () => void;
  /** The server does not know the event of a scan. */
  onEventDeleted: (eventId: number | null) => void;
  /** What holds the door from outside, and whether it does at this moment. */
  holds: Readonly<Record<Exclude<Hold, "upload">, boolean>>;
};

/** Pixels of a picture that is large enough to be looked at. */
const BLANK_SIDE = 32;

const openDoor = () =>
  closedDoor({ rapid: readRapidMode(), pending: readPendingScans(), cameraId: readCameraId() });

/** Holds the door as long as its reason lasts. */
function useHold(dispatch: Dispatch<DoorEvent>, by: Hold, isOn: boolean) {
  useEffect(() => {
    if (!isOn) return;
    dispatch({ type: "hold", by });
    return () => dispatch({ type: "release", by, at: now() });
  }, [dispatch, by, isOn]);
}

/** The latest value, for callbacks that must stay the same ones. */
function useLatest<T>(value: T) {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** The door's machine with everything it drives: camera, decoder, server, sound, memory. */
export function useDoor(props: DoorProps) {
  const [door, dispatch] = useReducer(doorReducer, null, openDoor);
  const latest = useLatest(props);
  const video = useRef<HTMLVideoElement>(null);
  const paused = useRef(false);
  const [bell] = useState(openDoorBell);
  const decoder = useDecoder();

  const reading = useCallback(
    (codes: string[]) => ({ codes, at: now(), key: newIdempotencyKey(), eventId: latest.current.eventId }),
    [latest],
  );
  const listener = useMemo(
    () => ({
      onWait: (why: CameraWait) => dispatch({ type: "cameraWaits", why }),
      onRun: (hasTorch: boolean) => dispatch({ type: "cameraRuns", hasTorch }),
      onFail: (failure: CameraFailure) => dispatch({ type: "cameraFails", failure }),
      onCameras: (cameras: CameraDevice[]) => dispatch({ type: "camerasFound", cameras }),
    }),
    [],
  );
  const stream = useCameraStream(isWanted(door.camera), door.cameraId, video, listener);
  const onRead = useCallback(
    (codes: string[]) => dispatch({ type: "picture", ...reading(codes) }),
    [reading],
  );
  useCameraReading({ video, stream, decoder: decoder.current, paused, onRead });

  const isHeld = door.holds.length > 0;
  useEffect(() => {
    paused.current = isHeld;
  }, [isHeld]);
  useHold(dispatch, "search", props.holds.search);
  useHold(dispatch, "check", props.holds.check);
  useHold(dispatch, "devices", props.holds.devices);
  useHold(dispatch, "removed", props.holds.removed);
  useHold(dispatch, "signed_out", props.holds.signed_out);
  useHold(dispatch, "event_deleted", props.holds.event_deleted);

  const lit = door.camera.kind === "on" && door.camera.torch === "on";
  useEffect(() => {
    if (!stream || !lit) return;
    switchTorch(stream, true).catch((error: unknown) => {
      console.error("The torch could not be switched on", error);
      dispatch({ type: "torch", torch: "none" });
    });
    return () => {
      switchTorch(stream, false).catch(() => {}); // a closed camera takes its light with it
    };
  }, [stream, lit]);

  useEffect(() => () => bell.close(), [bell]);

  const question = door.phase.kind === "deciding" ? door.phase : null;
  useEffect(() => {
    if (!question) return;
    let left = false;
    const { userId, rereadUserId } = latest.current;
    const desk = { send: sendScan, userId, rereadUserId, newKey: newIdempotencyKey };
    void askServer(question.scan, desk).then(({ scan, verdict }) => {
      // A scan that was sent is not taken back: without this screen its answer is kept by the server.
      if (!left) dispatch({ type: "answer", scan, verdict, at: now() });
      if (verdict.kind === "admitted") latest.current.onCheckedIn();
      // A late answer must not end the session under another page, which may hold what somebody types.
      if (!left && verdict.kind === "signed_out") latest.current.onSignedOut();
      if (verdict.kind === "event_deleted") latest.current.onEventDeleted(scan.eventId);
    });
    return () => {
      left = true;
    };
  }, [question, latest]);

  // A scan under way is kept too: a reload in the middle of it must not lose the guest.
  const { pending, waiting } = door;
  useEffect(() => {
    const open = question ? [question.scan, ...waiting] : waiting;
    const isOpen = (qrData: string) => open.some((scan) => scan.qrData === qrData);
    savePendingScans([...open, ...pending.filter(({ qrData }) => !isOpen(qrData))]);
  }, [question, waiting, pending]);

  const { shown } = door;
  const shownVerdict = shown?.verdict ?? null;
  useEffect(() => {
    if (shownVerdict) bell.ring(toneOf(shownVerdict));
  }, [shownVerdict, bell]);

  const change = nextChange(door);
  useEffect(() => {
    if (change === null) return;
    // Timers may fire a moment early; the tick must not.
    const timer = setTimeout(() => dispatch({ type: "tick", at: Math.max(now(), change) }), change - now());
    return () => clearTimeout(timer);
  }, [change]);

  const uploadPicture = async (file: File) => {
    void bell.unlock();
    if (decoder.trouble) decoder.load();
    if (!decoder.current.current) return;
    dispatch({ type: "hold", by: "upload" });
    try {
      const codes = await readUpload(decoder.current.current, file);
      if (codes.length > 0) dispatch({ type: "upload", ...reading(codes) });
      else dispatch({ type: "unreadable", reason: REASON.noCode, detail: null, at: now() });
    } catch (error) {
      if (error instanceof DecoderUnavailable) {
        dispatch({ type: "unreadable", reason: REASON.noReader, detail: REASON.tryAgain, at: now() });
        return;
      }
      if (!(error instanceof NotAPicture)) console.error("An uploaded picture could not be read", error);
      dispatch({ type: "unreadable", reason: REASON.noCode, detail: REASON.notAPicture, at: now() });
    } finally {
      dispatch({ type: "release", by: "upload", at: now() });
    }
  };

  return {
    door,
    video,
    uploading: door.holds.includes("upload"),
    decoderTrouble: decoder.trouble,
    /** The one sound of the door, for the check of the device too. */
    bell,
    start: () => {
      void bell.unlock();
      if (decoder.trouble) decoder.load();
      dispatch({ type: "start" });
    },
    /** Whether the reader reads, found out with a picture of nothing. It is loaded anew where that failed before. */
    canRead: async () => {
      if (decoder.trouble) decoder.load();
      const nothing = {
        data: new Uint8ClampedArray(4 * BLANK_SIDE ** 2),
        width: BLANK_SIDE,
        height: BLANK_SIDE,
      };
      try {
        return Boolean(await decoder.current.current?.read(nothing));
      } catch {
        return false;
      }
    },
    stop: () => dispatch({ type: "stop" }),
    uploadPicture,
    /** A hardware scanner typed this. */
    typed: (code: string) => {
      void bell.unlock();
      dispatch({ type: "typed", ...reading([code]) });
    },
    /** This guest was found by name. */
    pick: (qrCodeData: string) => {
      void bell.unlock();
      dispatch({ type: "picked", ...reading([qrCodeData]) });
    },
    chooseCamera: (id: string | null) => {
      keepCameraId(id);
      dispatch({ type: "chooseCamera", id });
    },
    setTorch: (on: boolean) => dispatch({ type: "torch", torch: on ? "on" : "off" }),
    /** Another event is chosen instead of one that was deleted: who was to be let in for that is let in for this. */
    moveScans: (insteadOf: number, chosen: number | null) =>
      dispatch({ type: "eventChosen", insteadOf, eventId: chosen }),
    tryAgain: () => dispatch({ type: "tryAgain", at: now(), key: newIdempotencyKey() }),
    dismiss: () => dispatch({ type: "dismiss" }),
    setRapid: (on: boolean) => {
      keepRapidMode(on);
      dispatch({ type: "rapid", on });
    },
  };
}
