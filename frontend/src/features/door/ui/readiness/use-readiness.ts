import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { useLiveOpen } from "@/api/live/live-state";
import { currentGrant, useCurrentGrant, useHelper } from "@/features/door/access/current-grant";
import type { Camera } from "@/features/door/core/camera-state";
import { useIsEventSaved } from "@/features/door/guest-list/saved-event";
import { doorListQuery } from "@/features/door/guest-list/use-door-list";
import { wipeTime } from "@/features/door/guest-list/wipe-time";
import type { DoorBell } from "@/features/door/scan/door-bell";
import {
  countListed,
  countTickets,
  countTicketsOf,
  isWipedByBrowser,
  measureServer,
  readBattery,
  tryCamera,
  trySound,
  tryWakeLock,
} from "@/features/door/ui/readiness/probes";
import {
  assessBattery,
  assessCamera,
  assessClock,
  assessLive,
  assessOffline,
  assessPage,
  assessReader,
  assessScreen,
  assessServer,
  assessSignIn,
  assessSound,
  assessTickets,
  CHECK_LIMIT_MS,
  type CheckedEvent,
  type Finding,
  type OfflineProbe,
} from "@/features/door/ui/readiness/readiness-rules";
import { CHECK_NAMES } from "@/features/door/ui/readiness/report-copy";
import { isAppShellInstalled } from "@/lib/app-shell";
import { now, today } from "@/lib/clock";
import { formatTimeOfDay } from "@/lib/event-date";

export type CheckName = keyof typeof CHECK_NAMES;

export interface DoorToCheck {
  event: CheckedEvent | null;
  cameraId: string | null;
  camera: Camera;
  canRead: () => Promise<boolean>;
  /** Milliseconds until the sign-in ends. */
  signInLeft: () => number;
  /** The door's bell, so that the beep sounds as at the door. */
  bell: DoorBell;
}

type Reader = Parameters<typeof assessReader>[0];

const timeNow = () => formatTimeOfDay(today());

/**
 * Starts all checks at once. A check without a result in time reports that, and a later result replaces it. Returns
 * the function that cancels them.
 */
function startChecks(
  door: DoorToCheck,
  queryClient: QueryClient,
  report: (name: CheckName, finding: Finding) => void,
): () => void {
  const cancel = new AbortController();
  const timers: ReturnType<typeof setTimeout>[] = [];
  const { signal } = cancel;

  function tryOut<Facts>(
    name: CheckName,
    facts: Promise<Facts>,
    judge: (facts: Facts) => Finding,
    late: Facts,
  ) {
    const timer = setTimeout(() => report(name, judge(late)), CHECK_LIMIT_MS);
    timers.push(timer);
    void facts.then((found) => {
      clearTimeout(timer);
      if (!signal.aborted) report(name, judge(found));
    });
  }

  const { event, cameraId, camera, canRead, signInLeft, bell } = door;
  report("page", assessPage(window.isSecureContext));
  const left = signInLeft();
  const grant = currentGrant();
  const goesOn = grant !== null && grant.eventId === event?.id;
  const doorUntil = goesOn ? formatTimeOfDay(grant.makesUntil) : null;
  const helper = grant?.helper ?? null;
  report("signIn", assessSignIn(left, formatTimeOfDay(now() + left), doorUntil, helper !== null));
  // A grant permits less than a session.
  const listed = goesOn && left <= 0 ? grant.eventId : null;
  if (camera.kind === "on") report("camera", assessCamera({ kind: "runs" }));
  else if (camera.kind === "starting") report("camera", assessCamera({ kind: "waits", why: camera.why }));
  else tryOut("camera", tryCamera(cameraId, signal), assessCamera, { kind: "waits", why: "opening" });
  const reader = canRead().then((reads) => (reads ? "reads" : "broken"));
  tryOut<Reader>("reader", reader, assessReader, "loads");
  tryOut("sound", trySound(bell), assessSound, "suspended");
  tryOut("screen", tryWakeLock(), assessScreen, "refused");
  tryOut("battery", readBattery(), assessBattery, null);
  const server = measureServer(listed, signal);
  tryOut("server", server, assessServer, { kind: "silent" });
  tryOut("clock", server, (facts) => assessClock(facts, timeNow()), { kind: "silent" });
  const counted =
    listed === null ? countTickets(event?.id ?? null, signal) : countListed(listed, queryClient);
  tryOut("tickets", countTicketsOf(event, counted), assessTickets, null);
  return () => {
    cancel.abort();
    for (const timer of timers) clearTimeout(timer);
  };
}

/** State of the list on this device; null while loading. */
function useListState(eventId: number | null): OfflineProbe["list"] | null {
  const { data, isError } = useQuery(doorListQuery(eventId));
  const isEventSaved = useIsEventSaved(eventId);
  if (eventId === null) return "none chosen";
  if (!data) return isError ? "missing" : null;
  if (wipeTime(data.list.event.date) <= now()) return "over";
  // Another tab may have saved another list, or wiped this one.
  if (data.isSaved && isEventSaved === false) return "replaced";
  return (isEventSaved ?? data.isSaved) ? "saved" : "unsaved";
}

/** The line 'Without a network'; null while checking. */
function useOffline(eventId: number | null, isSignedIn: boolean): Finding | null {
  const [opens, setOpens] = useState<boolean | null>(null);
  const [isLate, setIsLate] = useState(false);
  const list = useListState(eventId);
  const grant = useCurrentGrant();
  const isHelper = useHelper(isSignedIn) !== undefined;
  useEffect(() => {
    let left = false;
    const timer = setTimeout(() => setIsLate(true), CHECK_LIMIT_MS);
    void isAppShellInstalled().then((isKept) => {
      if (!left) setOpens(isKept);
    });
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, []);
  if (!isLate && (list === null || opens === null)) return null;
  return assessOffline({
    list: list ?? "missing",
    opens: opens ?? false,
    // A pass stays in this browser and expires long before its data are deleted.
    isWiped: isWipedByBrowser() && !isHelper,
    hasGrant: grant !== null && grant.eventId === eventId,
  });
}

/** The results so far, in display order; null is pending. `door` must be stable. */
export function useReadiness(door: DoorToCheck): {
  checks: { name: CheckName; finding: Finding | null }[];
  playBeep: () => void;
} {
  const [findings, setFindings] = useState<Partial<Record<CheckName, Finding>>>({});
  const live = assessLive(useLiveOpen());
  const offline = useOffline(door.event?.id ?? null, door.signInLeft() > 0);
  const report = useCallback(
    (name: CheckName, finding: Finding) => setFindings((found) => ({ ...found, [name]: finding })),
    [],
  );
  const queryClient = useQueryClient();
  useEffect(() => startChecks(door, queryClient, report), [door, queryClient, report]);
  const checks = (Object.keys(CHECK_NAMES) as CheckName[]).map((name) => ({
    name,
    finding: name === "live" ? live : name === "offline" ? offline : (findings[name] ?? null),
  }));
  return {
    checks,
    playBeep: () => void trySound(door.bell).then((sound) => report("sound", assessSound(sound))),
  };
}
