import { type Dispatch, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { clockOffset } from "@/api/live/server-clock";
import { toast } from "@/components/ui/toast-store";
import { DecoderUnavailable, NotAnImage, type Reading } from "@/features/door/camera/decoder";
import type { CameraDevice, CameraFailure } from "@/features/door/camera/door-camera";
import type { CameraWait } from "@/features/door/camera/run-camera";
import { loadCamera, useCameraStream } from "@/features/door/camera/use-camera-stream";
import { useCameraReading, useDecoder } from "@/features/door/camera/use-decoder";
import { OFFLINE_COPY, REASON } from "@/features/door/copy";
import { isWanted } from "@/features/door/core/camera-state";
import { type ContradictedGuest, guestsToCheck as guestsToCheckOf } from "@/features/door/core/contradiction";
import { placeFields } from "@/features/door/core/decide";
import { nextChange } from "@/features/door/core/door-machine";
import {
  type DoorAction,
  initialDoor,
  type PauseReason,
  type SheetPause,
  type StopReason,
} from "@/features/door/core/door-state";
import { CHECK_AGAIN_SOUND_EXPIRES_MS, SAVE_TIMEOUT_MS } from "@/features/door/core/rules";
import type { Ticket } from "@/features/door/core/scan";
import { canLetIn, toneOf, type VerdictGuest } from "@/features/door/core/verdict";
import { useListOf, useLoadedList, useOpeningListOf } from "@/features/door/guest-list/use-door-list";
import { dismissAgain, saveVerdict, undoCheckIn } from "@/features/door/outbox/outbox";
import { findRecord } from "@/features/door/outbox/record-cache";
import { clearInFlight, sendNow } from "@/features/door/outbox/sender-status";
import { useOutbox } from "@/features/door/outbox/use-outbox";
import {
  readCameraId,
  readRapidMode,
  saveCameraId,
  saveRapidMode,
} from "@/features/door/scan/device-settings";
import { type DoorBell, openDoorBell } from "@/features/door/scan/door-bell";
import { type DecisionProps, useDecisions, useEarlierScans } from "@/features/door/scan/use-decisions";
import { useDoorMachine } from "@/features/door/scan/use-door-machine";
import { useLatest } from "@/hooks/use-latest";
import { steadyNow } from "@/lib/clock";
import { newIdempotencyKey } from "@/lib/idempotency-key";
import { isDone } from "@/lib/with-timeout";

type DoorProps = Omit<DecisionProps, "listOf" | "openingListOf"> & {
  /** Null for all events. */
  eventId: number | null;
  isExit: boolean;
  /** The check-in list; null for the entrance. */
  listId: number | null;
  /** The open sheet, or null. */
  sheetPause: SheetPause | null;
  stops: Readonly<Record<StopReason, boolean>>;
};

/** Pixels; large enough for the decoder. */
const BLANK_SIDE = 32;

const openDoor = () => initialDoor({ rapid: readRapidMode(), pending: [], cameraId: readCameraId() });

/** Saves that staff admitted a guest with an unlisted ticket. */
const noteLetIn = (key: string): Promise<boolean> =>
  isDone(saveVerdict(key, { shown: "admitted", certainty: "none", asOf: null }), SAVE_TIMEOUT_MS);

function usePause(dispatch: Dispatch<DoorAction>, by: PauseReason | null) {
  useEffect(() => {
    if (by === null) return;
    dispatch({ type: "pause", by });
    return () => dispatch({ type: "resume", by, at: steadyNow() });
  }, [dispatch, by]);
}

/** The door with everything it drives: camera, decoder, server, sound, storage. */
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
      ...placeFields({
        direction: latest.current.isExit ? "out" : "in",
        listId: latest.current.listId,
      }),
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
    ({ texts, isCodeLike }: Reading) => dispatch({ type: "frame", isCodeLike, ...reading(texts) }),
    [reading, dispatch],
  );
  useCameraReading({ video, stream, decoder: decoder.current, paused, onRead });

  const isHeld = door.pauseReasons.length > 0;
  useEffect(() => {
    paused.current = isHeld;
  }, [isHeld]);
  const { sheetPause, stops } = props;
  usePause(dispatch, sheetPause);
  usePause(dispatch, stops.removed ? "removed" : null);
  usePause(dispatch, stops.signed_out ? "signed_out" : null);
  usePause(dispatch, stops.event_deleted ? "event_deleted" : null);

  const lit = door.camera.kind === "on" && door.camera.torch === "on";
  useEffect(() => {
    if (!stream || !lit) return;
    const torch = async (on: boolean) => (await loadCamera()).switchTorch(stream, on);
    torch(true).catch((error: unknown) => {
      console.error("The torch could not be switched on", error);
      dispatch({ type: "torch", torch: "none" });
    });
    return () => {
      torch(false).catch(() => {}); // a closed camera takes its light with it
    };
  }, [stream, lit, dispatch]);

  useEffect(() => () => bell.close(), [bell]);

  const listOf = useListOf();
  const openingListOf = useOpeningListOf();
  useDecisions(machine, door, { ...props, listOf, openingListOf });
  const again = useOutbox((outbox) => outbox.again);
  const list = useLoadedList(props.eventId);
  const { userId } = props.origin;
  useEarlierScans(dispatch, { userId, eventId: props.eventId, isListed: list !== null, listOf });
  const { recent } = door;
  const guestsToCheck = useMemo(() => guestsToCheckOf(again, { recent, list }), [again, recent, list]);
  useCheckAgainSound(guestsToCheck, bell);

  const { shown } = door;
  // A verdict sounds once; its confirmation does not.
  const shownId = shown?.id ?? null;
  const tone = shown ? toneOf(shown.verdict) : null;
  useEffect(() => {
    if (shownId !== null && tone) bell.ring(tone);
  }, [shownId, tone, bell]);

  const change = nextChange(door);
  useEffect(() => {
    if (change === null) return;
    // Timers may fire early; the tick must not.
    const timer = setTimeout(
      () => dispatch({ type: "tick", at: Math.max(steadyNow(), change) }),
      change - steadyNow(),
    );
    return () => clearTimeout(timer);
  }, [change, dispatch]);

  const undo = useCallback(
    async (...keys: readonly string[]) => {
      const known = keys.filter((key) => findRecord(key) !== null);
      const by = { ...latest.current.origin, clockOffset: clockOffset() };
      const saved = await Promise.all(known.map((key) => isDone(undoCheckIn(key, by), SAVE_TIMEOUT_MS)));
      if (known.length > 0) sendNow();
      for (const key of known) dispatch({ type: "undone", key });
      if (saved.includes(false)) toast({ title: OFFLINE_COPY.undoNotSaved, variant: "destructive" });
    },
    [latest, dispatch],
  );

  const uploadPicture = async (file: File) => {
    void bell.unlock();
    if (decoder.trouble) decoder.load();
    if (!decoder.current.current) return;
    dispatch({ type: "pause", by: "upload" });
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
      if (!(error instanceof NotAnImage)) console.error("An uploaded picture could not be read", error);
      dispatch({ type: "unreadable", reason: REASON.noCode, detail: REASON.notAPicture, at: steadyNow() });
    } finally {
      dispatch({ type: "resume", by: "upload", at: steadyNow() });
    }
  };

  return {
    door,
    guestsToCheck,
    video,
    uploading: door.pauseReasons.includes("upload"),
    decoderTrouble: decoder.trouble,
    /** One bell for the door and the device check. */
    bell,
    start: () => {
      void bell.unlock();
      if (decoder.trouble) decoder.load();
      dispatch({ type: "start" });
    },
    /** Decodes a blank image. Reloads the decoder if it failed before. */
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
    typed: (code: string) => {
      void bell.unlock();
      dispatch({ type: "typed", ...reading([code]) });
    },
    /** A guest found by name, or ticked in a party. */
    pick: (ticket: Ticket, partyOf?: string) => {
      void bell.unlock();
      dispatch({ type: "picked", ticket, partyOf, ...reading([]) });
    },
    chooseCamera: (id: string | null) => {
      saveCameraId(id);
      dispatch({ type: "chooseCamera", id });
    },
    setTorch: (on: boolean) => dispatch({ type: "torch", torch: on ? "on" : "off" }),
    /** Moves the scans of a deleted event to the chosen one. */
    moveScans: (insteadOf: number, chosen: number | null) => {
      const scans = [...door.waiting, ...door.pending].filter(({ eventId }) => eventId === insteadOf);
      const moved = scans.map(({ idempotencyKey }) => idempotencyKey);
      const keys = Object.fromEntries(moved.map((key) => [key, newIdempotencyKey()]));
      dispatch({ type: "eventChosen", insteadOf, eventId: chosen, keys });
      // The sender handles the old keys.
      for (const key of moved) clearInFlight(key);
    },
    tryAgain: () => dispatch({ type: "tryAgain", at: steadyNow() }),
    letIn: async () => {
      if (!shown?.scan || !canLetIn(shown.verdict)) return;
      const { scan, verdict: refusal } = shown;
      const isSaved = await noteLetIn(scan.idempotencyKey);
      // The server may have refused the guest, and knows nothing of this yet.
      sendNow();
      dispatch({ type: "letIn", scan, refusal, unconfirmed: { age: null, isSaved }, at: steadyNow() });
    },
    undo,
    dismissAgain: (key: string) => void dismissAgain(key),
    dismiss: () => dispatch({ type: "dismiss" }),
    /** The server marked this guest absent. */
    noteUndone: (key: string) => dispatch({ type: "undone", key }),
    noteGuest: (guest: VerdictGuest) => dispatch({ type: "guestRead", guest }),
    setRapid: (on: boolean) => {
      saveRapidMode(on);
      dispatch({ type: "rapid", on });
    },
  };
}

/** Sounds for each new contradiction while the guest may still be near (contract 4.offline.7). */
export function useCheckAgainSound(guests: readonly ContradictedGuest[], bell: DoorBell): void {
  const told = useRef(new Set<string>());
  useEffect(() => {
    const isNear = ({ shownAt }: ContradictedGuest) =>
      shownAt !== null && steadyNow() - shownAt <= CHECK_AGAIN_SOUND_EXPIRES_MS;
    const fresh = guests.filter(({ key }) => !told.current.has(key));
    for (const { key } of fresh) told.current.add(key);
    if (fresh.some(isNear)) bell.ring("already");
  }, [guests, bell]);
}
