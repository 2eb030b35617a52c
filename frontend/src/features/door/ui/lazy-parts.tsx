import { lazyComponent } from "@/components/ui/lazy-component";

/** What the scanner shows beside the verdict: all of it comes once the scanner stands (decision 0034). */
export const ScanLog = lazyComponent(async () => (await import("@/features/door/ui/scan-log")).ScanLog);

export const DoorNotes = lazyComponent(
  async () => (await import("@/features/door/ui/door-notices")).DoorNotes,
);

export const CameraPicker = lazyComponent(
  async () => (await import("@/features/door/ui/camera-picker")).CameraPicker,
);

export const ReadinessCheck = lazyComponent(
  async () => (await import("@/features/door/ui/readiness/readiness-check")).ReadinessCheck,
  <div className="h-11" />,
);

export const StageFoot = lazyComponent(
  async () => (await import("@/features/door/ui/stage-foot")).StageFoot,
  <div className="h-9 shrink-0" />,
);

export const DoorDevices = lazyComponent(
  async () => (await import("@/features/door/access/door-devices")).DoorDevices,
  <div className="h-11" />,
);

export const StageTools = lazyComponent(
  async () => (await import("@/features/door/ui/stage-tools")).StageTools,
);

export const DoorSheets = lazyComponent(
  async () => (await import("@/features/door/ui/door-sheets")).DoorSheets,
);

export const DoorNameField = lazyComponent(
  async () => (await import("@/features/door/access/door-name-field")).DoorNameField,
  <div className="h-25" />,
);

export const GuestDialog = lazyComponent(
  async () => (await import("@/features/door/ui/guest/guest-dialog")).GuestDialog,
);
