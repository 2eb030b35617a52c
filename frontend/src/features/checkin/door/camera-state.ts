import type { CameraFailure } from "@/features/checkin/camera/door-camera";
import type { CameraWait } from "@/features/checkin/camera/run-camera";

/** `none` where the running camera has no torch. */
export type Torch = "none" | "off" | "on";

export type Camera =
  | { kind: "off" }
  /** Wanted, and no picture yet or any more; `lit` where its light was on. */
  | { kind: "starting"; why: CameraWait; lit: boolean }
  | { kind: "on"; torch: Torch }
  | { kind: "failed"; failure: CameraFailure };

/** A camera that comes back, with its page or after a call, keeps its light. */
export const isLit = (camera: Camera) =>
  camera.kind === "on" ? camera.torch === "on" : camera.kind === "starting" && camera.lit;

export const torchAfterOpening = (before: Camera, hasTorch: boolean): Torch =>
  hasTorch ? (isLit(before) ? "on" : "off") : "none";

export const isWanted = ({ kind }: Camera) => kind === "on" || kind === "starting";
