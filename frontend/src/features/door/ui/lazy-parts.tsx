import { lazyPart } from "@/components/ui/lazy-part";

/** What the scanner shows beside the verdict: all of it comes once the scanner stands (decision 0034). */
export const ScanLog = lazyPart(async () => (await import("@/features/door/ui/scan-log")).ScanLog);

export const DoorNotes = lazyPart(async () => (await import("@/features/door/ui/door-notices")).DoorNotes);

export const CameraPicker = lazyPart(
  async () => (await import("@/features/door/ui/camera-picker")).CameraPicker,
);

export const ReadinessCheck = lazyPart(
  async () => (await import("@/features/door/ui/readiness/readiness-check")).ReadinessCheck,
  <div className="h-11" />,
);

export const StageFoot = lazyPart(
  async () => (await import("@/features/door/ui/stage-foot")).StageFoot,
  <div className="h-9 shrink-0" />,
);

export const DoorDevices = lazyPart(
  async () => (await import("@/features/door/access/door-devices")).DoorDevices,
  <div className="h-11" />,
);

export const StageTools = lazyPart(async () => (await import("@/features/door/ui/stage-tools")).StageTools);

export const DoorSheets = lazyPart(async () => (await import("@/features/door/ui/door-sheets")).DoorSheets);

export const DoorNameField = lazyPart(
  async () => (await import("@/features/door/access/door-name-field")).DoorNameField,
  <div className="h-25" />,
);

export const GuestDialog = lazyPart(
  async () => (await import("@/features/door/ui/guest/guest-dialog")).GuestDialog,
);
