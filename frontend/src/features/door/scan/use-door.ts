import { type Dispatch, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { clockOffset } from "@/api/live/server-clock";
import { toast } from "@/components/ui/toast-store";
import { DecoderUnavailable, NotAPicture } from "@/features/door/camera/decoder";
import { type CameraDevice, type CameraFailure, switchTorch } from "@/features/door/camera/door-camera";
import type { Reading } from "@/features/door/camera/protocol";
import type { CameraWait } from "@/features/door/camera/run-camera";
import { useCameraStream } from "@/features/door/camera/use-camera-stream";
import { useCameraReading, useDecoder } from "@/features/door/camera/use-decoder";
import { OFFLINE_COPY, REASON } from "@/features/door/copy";
import { isWanted } from "@/features/door/core/camera-state";
import type { DoorEvent } from "@/features/door/core/door-action";
import { nextChange } from "@/features/door/core/door-machine";
import type { Hold } from "@/features/door/core/door-state";
import { closedDoor } from "@/features/door/core/door-state";
import { guestsToCheck as guestsToCheckOf } from "@/features/door/core/guests-to-check";
import { SAVE_LIMIT_MS } from "@/features/door/core/rules";
import type { Ticket } from "@/features/door/core/scan";
import { type Guest, toneOf } from "@/features/door/core/verdict";
import { useHeldList, useListOf, useOpeningListOf } from "@/features/door/guest-list/use-loaded-list";
import { dismissAgain, noteShown, takeBack } from "@/features/door/outbox/outbox";
import { recordWith } from "@/features/door/outbox/record-cache";
import { clearInFlight, sendNow } from "@/features/door/outbox/sender-status";
import { useOutbox } from "@/features/door/outbox/use-outbox";
import {
  keepCameraId,
  keepRapidMode,
  readCameraId,
  readRapidMode,
} from "@/features/door/scan/device-settings";
import { openDoorBell } from "@/features/door/scan/door-bell";
import { isDone } from "@/features/door/scan/take-scan";
import { useCheckAgainSound } from "@/features/door/scan/use-check-again-sound";
import { type DecisionProps, useDecisions, useLatest } from "@/features/door/scan/use-decisions";
import { useDoorMachine } from "@/features/door/scan/use-door-machine";
import { useEarlierScans } from "@/features/door/scan/use-earlier-scans";
import { steadyNow } from "@/lib/clock";
import { newIdempotencyKey } from "@/lib/idempotency-key";

type DoorProps = Omit<DecisionProps, "listOf" | "openingListOf"> & {
  /** The event of the door, null for all events. */
  eventId: number | null;
  /** What holds the door from outside, and whether it does at this moment. */
  holds: Readonly<Record<Exclude<Hold, "upload">, boolean>>;
};

/** Pixels of a picture that is large enough to be looked at. */
const BLANK_SIDE = 32;

const openDoor = () => closedDoor({ rapid: readRapidMode(), pending: [], cameraId: readCameraId() });

/** Whether the device has noted that a person let a guest in whose ticket no list has. */
const noteLetIn = (key: string): Promise<boolean> =>
  isDone(noteShown(key, { shown: "admitted", certainty: "none", asOf: null }), SAVE_LIMIT_MS);

/** Holds the door as long as its reason lasts. */
function useHold(dispatch: Dispatch<DoorEvent>, by: Hold, isOn: boolean) {
  useEffect(() => {
    if (!isOn) return;
    dispatch({ type: "hold", by });
    return () => dispatch({ type: "release", by, at: steadyNow() });
  }, [dispatch, by, isOn]);
}

/** The door's machine with everything it drives: camera, decoder, server, sound, memory. */
export function useDoor(props: DoorProps) {
  const { machine, door } = useDoorMachine(openDoor);
  const { dispatch } = machine;
  const latest = useLatest(props);
  const video = useRef<HTMLVideoElement>(null);
  const paused = useRef(false);
  const [bell] = useState(openDoorBell);
  const decoder = useDecoder();

  const reading = useCallback(
    (codes: string[]) => ({
      codes,
      at: steadyNow(),
      key: newIdempotencyKey(),
      eventId: latest.current.eventId,
    }),
    [latest],
  );
  const listener = useMemo(
    () => ({
      onWait: (why: CameraWait) => dispatch({ type: "cameraWaits", why }),
      onRun: (hasTorch: boolean) => dispatch({ type: "cameraRuns", hasTorch }),
      onFail: (failure: CameraFailure) => dispatch({ type: "cameraFails", failure }),
      onCameras: (cameras: CameraDevice[]) => dispatch({ type: "camerasFound", cameras }),
    }),
    [dispatch],
  );
  const stream = useCameraStream(isWanted(door.camera), door.cameraId, video, listener);
  const onRead = useCallback(
    ({ texts, isCodeLike }: Reading) => dispatch({ type: "picture", isCodeLike, ...reading(texts) }),
    [reading, dispatch],
  );
  useCameraReading({ video, stream, decoder: decoder.current, paused, onRead });

  const isHeld = door.holds.length > 0;
  useEffect(() => {
    paused.current = isHeld;
  }, [isHeld]);
  useHold(dispatch, "search", props.holds.search);
  useHold(dispatch, "check", props.holds.check);
  useHold(dispatch, "devices", props.holds.devices);
  useHold(dispatch, "guest", props.holds.guest);
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
  }, [stream, lit, dispatch]);

  useEffect(() => () => bell.close(), [bell]);

  const listOf = useListOf();
  const openingListOf = useOpeningListOf();
  useDecisions(machine, door, { ...props, listOf, openingListOf });
  const again = useOutbox((outbox) => outbox.again);
  const list = useHeldList(props.eventId);
  const { userId } = props.maker;
  useEarlierScans(dispatch, { userId, eventId: props.eventId, isListed: list !== null, listOf });
  const { recent } = door;
  const guestsToCheck = useMemo(() => guestsToCheckOf(again, { recent, list }), [again, recent, list]);
  useCheckAgainSound(guestsToCheck, bell);

  const { shown } = door;
  // A verdict sounds once: that it is confirmed later is no news.
  const shownId = shown?.id ?? null;
  const tone = shown ? toneOf(shown.verdict) : null;
  useEffect(() => {
    if (shownId !== null && tone) bell.ring(tone);
  }, [shownId, tone, bell]);

  const change = nextChange(door);
  useEffect(() => {
    if (change === null) return;
    // Timers may fire a moment early; the tick must not.
    const timer = setTimeout(
      () => dispatch({ type: "tick", at: Math.max(steadyNow(), change) }),
      change - steadyNow(),
    );
    return () => clearTimeout(timer);
  }, [change, dispatch]);

  const undo = useCallback(
    async (...keys: readonly string[]) => {
      const known = keys.filter((key) => recordWith(key) !== null);
      const by = { ...latest.current.maker, clockOffset: clockOffset() };
      const saved = await Promise.all(known.map((key) => isDone(takeBack(key, by), SAVE_LIMIT_MS)));
      if (known.length > 0) sendNow();
      for (const key of known) dispatch({ type: "takenBack", key });
      if (saved.includes(false)) toast({ title: OFFLINE_COPY.undoNotSaved, variant: "destructive" });
    },
    [latest, dispatch],
  );

  const uploadPicture = async (file: File) => {
    void bell.unlock();
    if (decoder.trouble) decoder.load();
    if (!decoder.current.current) return;
    dispatch({ type: "hold", by: "upload" });
    try {
      const { readUpload } = await import("@/features/door/camera/read-upload").catch((cause) => {
        throw new DecoderUnavailable("The reader of uploads could not be loaded", { cause });
      });
      const codes = await readUpload(decoder.current.current, file);
      if (codes.length > 0) dispatch({ type: "upload", ...reading(codes) });
      else dispatch({ type: "unreadable", reason: REASON.noCode, detail: null, at: steadyNow() });
    } catch (error) {
      if (error instanceof DecoderUnavailable) {
        dispatch({ type: "unreadable", reason: REASON.noReader, detail: REASON.tryAgain, at: steadyNow() });
        return;
      }
      if (!(error instanceof NotAPicture)) console.error("An uploaded picture could not be read", error);
      dispatch({ type: "unreadable", reason: REASON.noCode, detail: REASON.notAPicture, at: steadyNow() });
    } finally {
      dispatch({ type: "release", by: "upload", at: steadyNow() });
    }
  };

  return {
    door,
    guestsToCheck,
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
    /** This guest was found by name, or ticked among the party of an earlier scan. */
    pick: (ticket: Ticket, partyOf?: string) => {
      void bell.unlock();
      dispatch({ type: "picked", ticket, partyOf, ...reading([]) });
    },
    chooseCamera: (id: string | null) => {
      keepCameraId(id);
      dispatch({ type: "chooseCamera", id });
    },
    setTorch: (on: boolean) => dispatch({ type: "torch", torch: on ? "on" : "off" }),
    /** Another event is chosen instead of one that was deleted: who was to be let in for that is let in for this. */
    moveScans: (insteadOf: number, chosen: number | null) => {
      const scans = [...door.waiting, ...door.pending].filter(({ eventId }) => eventId === insteadOf);
      const moved = scans.map(({ idempotencyKey }) => idempotencyKey);
      const keys = Object.fromEntries(moved.map((key) => [key, newIdempotencyKey()]));
      dispatch({ type: "eventChosen", insteadOf, eventId: chosen, keys });
      // Under its old key nobody here asks about a scan any more: the sender has that.
      for (const key of moved) clearInFlight(key);
    },
    tryAgain: () => dispatch({ type: "tryAgain", at: steadyNow() }),
    letIn: async () => {
      if (!shown?.scan) return;
      const key = shown.scan.idempotencyKey;
      const isSaved = await noteLetIn(key);
      dispatch({ type: "letIn", key, unconfirmed: { age: null, isSaved }, at: steadyNow() });
    },
    undo,
    dismissAgain: (key: string) => void dismissAgain(key),
    dismiss: () => dispatch({ type: "dismiss" }),
    /** The server marked this guest absent. */
    noteUndone: (key: string) => dispatch({ type: "takenBack", key }),
    noteGuest: (guest: Guest) => dispatch({ type: "guestRead", guest }),
    setRapid: (on: boolean) => {
      keepRapidMode(on);
      dispatch({ type: "rapid", on });
    },
  };
}
