import type { CameraDevice } from "@/features/door/camera/door-camera";
import type { Camera } from "@/features/door/core/camera-state";
import type { RecentScan } from "@/features/door/core/recent-scans";
import { codeOf, type Scan } from "@/features/door/core/scan";
import type { Sighting, UnreadCode } from "@/features/door/core/sightings";
import type { Shown } from "@/features/door/core/visible-verdict";

/** Why no scan is decided: this device was removed, the session has ended, or the event of this door was deleted. */
export type Stop = "removed" | "signed_out" | "event_deleted";

/** Why the camera's picture is not read. Each reason is taken away only by its own owner (contract 4.scan.32). */
export type Hold = Stop | "search" | "check" | "devices" | "guest" | "upload";

/** Why the door stands still, or null. The gravest first: without a session there are no events to choose from. */
export function stopOf(holds: readonly Hold[]): Stop | null {
  if (holds.includes("removed")) return "removed";
  if (holds.includes("signed_out")) return "signed_out";
  return holds.includes("event_deleted") ? "event_deleted" : null;
}

/** What the door is doing. `until` is when the cooldown of the last decode ends. */
export type Phase =
  | { kind: "idle" }
  | { kind: "scanning" }
  | { kind: "deciding"; scan: Scan; until: number }
  | { kind: "cooldown"; until: number };

/** A picture that was uploaded, and holds no code that can be read. */
export type Unreadable = { reason: string; detail: string | null };

export type Door = {
  phase: Phase;
  holds: readonly Hold[];
  camera: Camera;
  /** The cameras of this device, once one was allowed to run; which of them was chosen, null for the best there is. */
  cameras: CameraDevice[];
  cameraId: string | null;
  rapid: boolean;
  shown: Shown | null;
  /** The last verdict that was shown, also once it is off the screen. */
  last: Shown | null;
  sightings: Sighting[];
  /** A code before the camera that no picture of it could be read of. */
  unreadCode: UnreadCode | null;
  /** Scans that were read while the door was not free, oldest first. Each is taken when it is. */
  waiting: Scan[];
  /** An upload without a code that ended while another scan was decided: it is told after the scans that wait. */
  unread: Unreadable | null;
  /** Scans that nobody has answered, newest first. */
  pending: Scan[];
  recent: RecentScan[];
  /** The check-ins of the last party, by key: the first scan, and those that a person ticked after it. */
  party: readonly string[];
};

type Remembered = { rapid: boolean; pending: Scan[]; cameraId: string | null };

export function closedDoor({ rapid, pending, cameraId }: Remembered): Door {
  return {
    phase: { kind: "idle" },
    holds: [],
    camera: { kind: "off" },
    cameras: [],
    cameraId,
    rapid,
    shown: null,
    last: null,
    sightings: [],
    unreadCode: null,
    waiting: [],
    unread: null,
    pending,
    recent: [],
    party: [],
  };
}

/** What the door does when nothing holds it back. */
export const atRest = (camera: Camera): Phase =>
  camera.kind === "on" ? { kind: "scanning" } : { kind: "idle" };

/** Nothing is being decided, and no cooldown runs. */
export const isFree = ({ phase }: Door) => phase.kind === "idle" || phase.kind === "scanning";

/** Whether a scan of this code is being decided or waits for that. */
export const isUnderWay = ({ phase, waiting }: Door, code: string) =>
  (phase.kind === "deciding" && codeOf(phase.scan) === code) || waiting.some((scan) => codeOf(scan) === code);

/** When the cooldown that is shown ends, or null. */
export const cooldownOf = ({ phase, rapid }: Door): number | null =>
  !rapid && (phase.kind === "cooldown" || phase.kind === "deciding") ? phase.until : null;
