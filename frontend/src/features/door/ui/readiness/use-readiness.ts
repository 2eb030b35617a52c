import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { useLiveOpen } from "@/api/live/live-state";
import { liveGrant, useIsHelper, useLiveGrant } from "@/features/door/access/current-grant";
import type { Camera } from "@/features/door/core/camera-state";
import { useIsEventSaved } from "@/features/door/guest-list/saved-event";
import { doorListQuery } from "@/features/door/guest-list/use-door-list";
import { wipedAt } from "@/features/door/guest-list/wipe-time";
import type { DoorBell } from "@/features/door/scan/door-bell";
import { countListed, countTickets } from "@/features/door/ui/readiness/api";
import {
  countTicketsOf,
  isWipedByBrowser,
  measureServer,
  readBattery,
  tryCamera,
  trySound,
  tryWakeLock,
} from "@/features/door/ui/readiness/probes";
import {
  CHECK_LIMIT_MS,
  type DoorEvent,
  type Finding,
  judgeBattery,
  judgeCamera,
  judgeClock,
  judgeLive,
  judgeOffline,
  judgePage,
  judgeReader,
  judgeScreen,
  judgeServer,
  judgeSignIn,
  judgeSound,
  judgeTickets,
  type OfflineFacts,
} from "@/features/door/ui/readiness/readiness-rules";
import { CHECK_NAMES } from "@/features/door/ui/readiness/report-copy";
import { isAppShellInstalled } from "@/lib/app-shell";
import { now, today } from "@/lib/clock";
import { formatTimeOfDay } from "@/lib/event-date";

export type CheckName = keyof typeof CHECK_NAMES;

/** The door as it stands when the check begins. */
export interface DoorToCheck {
  event: DoorEvent | null;
  cameraId: string | null;
  camera: Camera;
  /** Whether the QR reader is there and reads; it answers once it has loaded. */
  canRead: () => Promise<boolean>;
  /** Milliseconds until the sign-in of this browser ends. */
  signInLeft: () => number;
  /** The door's own: what it plays here is heard there. */
  bell: DoorBell;
}

type Reader = Parameters<typeof judgeReader>[0];

const timeNow = () => formatTimeOfDay(today().toISOString());

/**
 * Everything is tried at once. What has no answer within the limit says so, and a later answer takes its place: a person
 * may take a while to allow the camera. Leaving calls everything off.
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
  report("page", judgePage(window.isSecureContext));
  const left = signInLeft();
  const timeAt = (at: number) => formatTimeOfDay(new Date(at).toISOString());
  const grant = liveGrant();
  const goesOn = grant !== null && grant.eventId === event?.id;
  const doorUntil = goesOn ? timeAt(grant.makesUntil) : null;
  const helper = grant?.helper ?? null;
  report("signIn", judgeSignIn(left, timeAt(now() + left), doorUntil, helper !== null));
  // What a grant opens is less than what staff may read.
  const listed = goesOn && left <= 0 ? grant.eventId : null;
  if (camera.kind === "on") report("camera", judgeCamera({ kind: "runs" }));
  else if (camera.kind === "starting") report("camera", judgeCamera({ kind: "waits", why: camera.why }));
  else tryOut("camera", tryCamera(cameraId, signal), judgeCamera, { kind: "waits", why: "opening" });
  const reader = canRead().then((reads) => (reads ? "reads" : "broken"));
  tryOut<Reader>("reader", reader, judgeReader, "loads");
  tryOut("sound", trySound(bell), judgeSound, "suspended");
  tryOut("screen", tryWakeLock(), judgeScreen, "refused");
  tryOut("battery", readBattery(), judgeBattery, null);
  const server = measureServer(listed, signal);
  tryOut("server", server, judgeServer, { kind: "silent" });
  tryOut("clock", server, (facts) => judgeClock(facts, timeNow()), { kind: "silent" });
  const counted =
    listed === null ? countTickets(event?.id ?? null, signal) : countListed(listed, queryClient);
  tryOut("tickets", countTicketsOf(event, counted), judgeTickets, null);
  return () => {
    cancel.abort();
    for (const timer of timers) clearTimeout(timer);
  };
}

/** What is known of the list on this device; null while it is being read. */
function useListState(eventId: number | null): OfflineFacts["list"] | null {
  const { data, isError } = useQuery(doorListQuery(eventId));
  const isEventSaved = useIsEventSaved(eventId);
  if (eventId === null) return "none chosen";
  if (!data) return isError ? "missing" : null;
  if (wipedAt(data.list.event.date) <= now()) return "over";
  // Another tab may have saved another list since, or wiped this one.
  if (data.isSaved && isEventSaved === false) return "replaced";
  return (isEventSaved ?? data.isSaved) ? "saved" : "unsaved";
}

/** The line 'Without a network'; null while it is being found out. */
function useOffline(eventId: number | null, isSignedIn: boolean): Finding | null {
  const [opens, setOpens] = useState<boolean | null>(null);
  const [isLate, setIsLate] = useState(false);
  const list = useListState(eventId);
  const grant = useLiveGrant();
  const isHelper = useIsHelper(isSignedIn);
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
  return judgeOffline({
    list: list ?? "missing",
    opens: opens ?? false,
    // A pass stays in the browser that claimed it, and is over long before it would be wiped.
    isWiped: isWipedByBrowser() && !isHelper,
    hasGrant: grant !== null && grant.eventId === eventId,
  });
}

/** What was found so far, in the order in which it is shown; null is still being checked. `door` must be stable. */
export function useReadiness(door: DoorToCheck): {
  checks: { name: CheckName; finding: Finding | null }[];
  playBeep: () => void;
} {
  const [findings, setFindings] = useState<Partial<Record<CheckName, Finding>>>({});
  const live = judgeLive(useLiveOpen());
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
    playBeep: () => void trySound(door.bell).then((sound) => report("sound", judgeSound(sound))),
  };
}
