import type { CameraFailure } from "@/features/checkin/camera/door-camera";

/** `none` where the running camera has no torch. */
export type Torch = "none" | "off" | "on";

export type Camera =
  | { kind: "off" }
  | { kind: "starting" }
  | { kind: "on"; torch: Torch }
  | { kind: "failed"; failure: CameraFailure };

/** A camera that comes back with its page keeps its light. */
export const torchAfterOpening = (before: Camera, hasTorch: boolean): Torch =>
  hasTorch ? (before.kind === "on" && before.torch === "on" ? "on" : "off") : "none";
