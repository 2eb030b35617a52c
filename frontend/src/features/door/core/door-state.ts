import type { CameraDevice, CameraFailure } from "@/features/door/camera/door-camera";
import type { CameraWait } from "@/features/door/camera/run-camera";
import type { Camera, Torch } from "@/features/door/core/camera-state";
import type { Direction } from "@/features/door/core/decide";
import type { RecentScan } from "@/features/door/core/recent-scans";
import { isSameTicket, type NewKeys, type Scan, type Ticket } from "@/features/door/core/scan";
import type { Sighting, UnreadCode } from "@/features/door/core/sightings";
import type { Unconfirmed, Verdict, VerdictGuest, VisibleVerdict } from "@/features/door/core/verdict";

/** Reasons to decide no scans. */
export type StopReason = "removed" | "signed_out" | "event_deleted";

/** Sheets over the camera that pause it. */
export type SheetPause = "search" | "check" | "devices" | "guest";

/** Reasons not to read the camera. Each is removed by its own cause only (contract 4.scan.32). */
export type PauseReason = StopReason | SheetPause | "upload";

/** The most serious reason to stop, or null. */
export function stopReasonOf(reasons: readonly PauseReason[]): StopReason | null {
  if (reasons.includes("removed")) return "removed";
  if (reasons.includes("signed_out")) return "signed_out";
  return reasons.includes("event_deleted") ? "event_deleted" : null;
}

/** `until` is the end of the cooldown. */
export type Phase =
  | { kind: "idle" }
  | { kind: "scanning" }
  | { kind: "deciding"; scan: Scan; until: number }
  | { kind: "cooldown"; until: number };

/** An uploaded image without a readable code. */
export type Unreadable = { reason: string; detail: string | null };

export type Door = {
  phase: Phase;
  pauseReasons: readonly PauseReason[];
  camera: Camera;
  /** Known once a camera was allowed; `cameraId` null chooses automatically. */
  cameras: CameraDevice[];
  cameraId: string | null;
  rapid: boolean;
  shown: VisibleVerdict | null;
  /** The last verdict, even if it is closed. */
  last: VisibleVerdict | null;
  sightings: Sighting[];
  /** A code in view that cannot be read. */
  unreadCode: UnreadCode | null;
  /** Scans that wait for a free door, oldest first. */
  waiting: Scan[];
  /** An upload without a code, shown after the waiting scans. */
  unread: Unreadable | null;
  /** Unanswered scans, newest first. */
  pending: Scan[];
  recent: RecentScan[];
  /** Keys of the last party's check-ins: the first scan, then the guests ticked with it. */
  party: readonly string[];
};

type Remembered = { rapid: boolean; pending: Scan[]; cameraId: string | null };

export function initialDoor({ rapid, pending, cameraId }: Remembered): Door {
  return {
    phase: { kind: "idle" },
    pauseReasons: [],
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

export const idlePhase = (camera: Camera): Phase =>
  camera.kind === "on" ? { kind: "scanning" } : { kind: "idle" };

export const isFree = ({ phase }: Door) => phase.kind === "idle" || phase.kind === "scanning";

export const isUnderWay = ({ phase, waiting }: Door, scan: Scan) =>
  (phase.kind === "deciding" && isSameTicket(phase.scan, scan)) ||
  waiting.some((other) => isSameTicket(other, scan));

/** End of the visible cooldown, or null. */
export const cooldownEnd = ({ phase, rapid }: Door): number | null =>
  !rapid && (phase.kind === "cooldown" || phase.kind === "deciding") ? phase.until : null;

export type ScanTrigger = {
  at: number;
  key: string;
  eventId: number | null;
  direction?: Direction;
  listId?: number;
};
export type Reading = ScanTrigger & { codes: readonly string[] };

export type CameraAction =
  | { type: "start" }
  | { type: "cameraWaits"; why: CameraWait }
  | { type: "cameraRuns"; hasTorch: boolean }
  | { type: "camerasFound"; cameras: CameraDevice[] }
  | { type: "chooseCamera"; id: string | null }
  | { type: "torch"; torch: Torch }
  | { type: "cameraFails"; failure: CameraFailure }
  | { type: "stop" };

export type DoorAction =
  | CameraAction
  /** `isCodeLike`: the frame has a code that cannot be read. */
  | ({ type: "frame"; isCodeLike: boolean } & Reading)
  | ({ type: "upload" } & Reading)
  | ({ type: "typed" } & Reading)
  /** A guest found by name, or ticked in a party. */
  | ({ type: "picked"; ticket: Ticket; partyOf?: string } & ScanTrigger)
  | ({ type: "unreadable"; at: number } & Unreadable)
  | { type: "pause"; by: PauseReason }
  | { type: "resume"; by: PauseReason; at: number }
  /** Another event replaces a deleted one. */
  | { type: "eventChosen"; insteadOf: number; eventId: number | null; keys: NewKeys }
  | { type: "tryAgain"; at: number }
  | { type: "answer"; scan: Scan; verdict: Verdict; at: number }
  /** The server answered an undecided or locally decided scan; `contradicted`: it decided otherwise. */
  | { type: "confirmed"; key: string; contradicted: boolean; isRejected?: boolean; at: number }
  | { type: "pendingFound"; scans: readonly Scan[] }
  | { type: "earlierFound"; recent: readonly RecentScan[] }
  /** The refusal that staff overruled; another verdict may have replaced it meanwhile. */
  | { type: "letIn"; scan: Scan; refusal: Verdict; unconfirmed: Unconfirmed; at: number }
  | { type: "undone"; key: string }
  | { type: "guestRead"; guest: VerdictGuest }
  | { type: "dismiss" }
  | { type: "rapid"; on: boolean }
  | { type: "tick"; at: number };
