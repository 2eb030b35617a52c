import type { CameraDevice, CameraFailure } from "@/features/door/camera/door-camera";
import type { CameraWait } from "@/features/door/camera/run-camera";
import type { Torch } from "@/features/door/core/camera-state";
import type { Hold, Unreadable } from "@/features/door/core/door-state";
import type { RecentScan } from "@/features/door/core/recent-scans";
import type { NewKeys, Scan, Ticket } from "@/features/door/core/scan";
import type { Guest, Unconfirmed, Verdict } from "@/features/door/core/verdict";

export type Occasion = { at: number; key: string; eventId: number | null };
export type Reading = Occasion & { codes: readonly string[] };

export type DoorEvent =
  | { type: "start" }
  | { type: "cameraWaits"; why: CameraWait }
  | { type: "cameraRuns"; hasTorch: boolean }
  | { type: "camerasFound"; cameras: CameraDevice[] }
  | { type: "chooseCamera"; id: string | null }
  | { type: "torch"; torch: Torch }
  | { type: "cameraFails"; failure: CameraFailure }
  | { type: "stop" }
  /** Of the camera. `isCodeLike`: a code is in it that cannot be read. */
  | ({ type: "picture"; isCodeLike: boolean } & Reading)
  | ({ type: "upload" } & Reading)
  /** A hardware scanner typed a code. */
  | ({ type: "typed" } & Reading)
  /** A person found the guest by name, or ticked them among the party of an earlier scan. */
  | ({ type: "picked"; ticket: Ticket; partyOf?: string } & Occasion)
  | ({ type: "unreadable"; at: number } & Unreadable)
  | { type: "hold"; by: Hold }
  | { type: "release"; by: Hold; at: number }
  /** A person chose another event instead of one that was deleted. */
  | { type: "eventChosen"; insteadOf: number; eventId: number | null; keys: NewKeys }
  | { type: "tryAgain"; at: number }
  | { type: "answer"; scan: Scan; verdict: Verdict; at: number }
  /** The server has answered scans that were not decided, or not by it; `contradicted`: otherwise than this door. */
  | { type: "settled"; key: string; contradicted: boolean; isRejected?: boolean; at: number }
  /** Scans from before this page was loaded that nobody has answered. */
  | { type: "pendingFound"; scans: readonly Scan[] }
  /** What was scanned before this page was loaded. */
  | { type: "earlierFound"; recent: readonly RecentScan[] }
  /** A person lets a guest in whose ticket is not on the list. */
  | { type: "letIn"; key: string; unconfirmed: Unconfirmed; at: number }
  | { type: "takenBack"; key: string }
  /** The guest of a recent scan as the server has them by now. */
  | { type: "guestRead"; guest: Guest }
  | { type: "dismiss" }
  | { type: "rapid"; on: boolean }
  | { type: "tick"; at: number };
