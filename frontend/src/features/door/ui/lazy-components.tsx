import { lazyComponent } from "@/components/ui/lazy-component";

/** Components that load after the scanner (decision 0034). */
export const ScanLog = lazyComponent(
  async () => (await import("@/features/door/ui/recent-scans-list")).ScanLog,
);

export const DoorNotices = lazyComponent(
  async () => (await import("@/features/door/ui/door-notices")).DoorNotices,
);

export const CameraPicker = lazyComponent(
  async () => (await import("@/features/door/ui/stage-tools")).CameraPicker,
);

export const ReadinessCheck = lazyComponent(
  async () => (await import("@/features/door/ui/readiness/readiness-check")).ReadinessCheck,
  <div className="h-11" />,
);

export const StageFoot = lazyComponent(
  async () => (await import("@/features/door/ui/stage-foot")).StageFoot,
  <div className="h-9 shrink-0" />,
);

export const DoorSettings = lazyComponent(
  async () => (await import("@/features/door/ui/door-settings")).DoorSettings,
  <div className="h-56" />,
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
  async () => (await import("@/features/door/access/door-devices")).DoorNameField,
  <div className="h-25" />,
);

export const GuestDialog = lazyComponent(
  async () => (await import("@/features/door/ui/guest/guest-dialog")).GuestDialog,
);
