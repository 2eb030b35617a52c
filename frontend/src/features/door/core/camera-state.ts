import type { CameraFailure } from "@/features/door/camera/door-camera";
import type { CameraWait } from "@/features/door/camera/run-camera";
import {
  type CameraAction,
  type Door,
  idlePhase,
  isFree,
  stopReasonOf,
} from "@/features/door/core/door-state";

/** `none`: the running camera has no torch. */
export type Torch = "none" | "off" | "on";

export type Camera =
  | { kind: "off" }
  /** Wanted but without a frame; `lit`: its light was on. */
  | { kind: "starting"; why: CameraWait; lit: boolean }
  | { kind: "on"; torch: Torch }
  | { kind: "failed"; failure: CameraFailure };

/** A restarted camera keeps its light. */
const isLit = (camera: Camera) =>
  camera.kind === "on" ? camera.torch === "on" : camera.kind === "starting" && camera.lit;

const torchAfterOpening = (before: Camera, hasTorch: boolean): Torch =>
  hasTorch ? (isLit(before) ? "on" : "off") : "none";

export const isWanted = ({ kind }: Camera) => kind === "on" || kind === "starting";

/** A camera change does not affect a cooldown or a scan being decided. */
export function withCamera(door: Door, camera: Camera): Door {
  const sightings = camera.kind === "on" ? door.sightings : [];
  return {
    ...door,
    camera,
    sightings,
    unreadCode: null,
    phase: isFree(door) ? idlePhase(camera) : door.phase,
  };
}

/** Keep the sightings while the camera restarts: the guest in front of it was scanned already. */
const restartingCamera = (door: Door, why: CameraWait, lit: boolean): Door => ({
  ...withCamera(door, { kind: "starting", why, lit }),
  sightings: door.sightings,
});

export function cameraReducer(door: Door, event: CameraAction): Door {
  switch (event.type) {
    case "start":
      return stopReasonOf(door.pauseReasons)
        ? door
        : withCamera(door, { kind: "starting", why: "opening", lit: false });
    case "cameraWaits":
      return isWanted(door.camera) ? restartingCamera(door, event.why, isLit(door.camera)) : door;
    case "cameraRuns":
      return isWanted(door.camera)
        ? withCamera(door, { kind: "on", torch: torchAfterOpening(door.camera, event.hasTorch) })
        : door;
    case "camerasFound":
      return { ...door, cameras: event.cameras };
    case "chooseCamera": {
      const chosen = { ...door, cameraId: event.id };
      return isWanted(door.camera) ? restartingCamera(chosen, "opening", false) : chosen;
    }
    case "torch":
      return door.camera.kind === "on" && door.camera.torch !== "none"
        ? { ...door, camera: { kind: "on", torch: event.torch } }
        : door;
    case "cameraFails":
      return isWanted(door.camera) ? withCamera(door, { kind: "failed", failure: event.failure }) : door;
    case "stop":
      return withCamera(door, { kind: "off" });
  }
}
