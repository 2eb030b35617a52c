import { useSyncExternalStore } from "react";
import { timeLeft } from "@/api/live/server-clock";
import { DOOR_NAME_MAX } from "@/features/door/core/rules";
import { now } from "@/lib/clock";
import { readStored, removeStored, writeStored } from "@/lib/storage";
import { createListeners } from "@/lib/store";

/**
 * What this device remembers of its grant (contract 4.doors). It decides which screen shows and grants nothing: the secret
 * is a cookie that no script can read.
 */
export interface LiveGrant {
  id: number;
  userId: number;
  fullName: string;
  eventId: number;
  /** As the event was called when the grant was made; null where nobody knew. */
  eventName: string | null;
  eventDate: string | null;
  /** The name of the door; null while it has none. */
  device: string | null;
  /** Check-ins may be made until then without a session, in milliseconds since 1970. */
  makesUntil: number;
  /** The same by the server's clock: the device's may be set meanwhile. */
  serverMakesUntil?: number | undefined;
  /** The helper whose pass it is (contract 6.pass); absent at a door of staff. */
  helper?: string | undefined;
}

/** A grant that was ended: by whom and when, as the server told it. */
export interface EndedGrant {
  eventId: number;
  by: string | null;
  at: string | null;
}

const GRANT = "doorlist.door.grant";
const NAME = "doorlist.door.name";
/** A longer wait overflows the timer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const isText = (value: unknown): value is string | null => value === null || typeof value === "string";

const leftOf = ({ makesUntil, serverMakesUntil }: LiveGrant): number =>
  timeLeft({ endsAt: makesUntil, serverEndsAt: serverMakesUntil }, now());

function readGrant(): LiveGrant | null {
  const stored = readStored("local", GRANT) as Partial<LiveGrant> | null;
  const isWhole =
    typeof stored?.id === "number" &&
    typeof stored.userId === "number" &&
    typeof stored.fullName === "string" &&
    typeof stored.eventId === "number" &&
    typeof stored.makesUntil === "number" &&
    isText(stored.device) &&
    isText(stored.eventName) &&
    isText(stored.eventDate);
  return isWhole && leftOf(stored as LiveGrant) > 0 ? (stored as LiveGrant) : null;
}

function readName(): string {
  const stored = readStored("local", NAME);
  return typeof stored === "string" ? stored.slice(0, DOOR_NAME_MAX) : "";
}

interface Memory {
  /** Its time may have run out while this page is open. */
  grant: LiveGrant | null;
  /** The grant that was ended or refused while this page is open. */
  former: LiveGrant | null;
  ended: EndedGrant | null;
  name: string;
}

let memory: Memory | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function remembered(): Memory {
  memory ??= { grant: readGrant(), former: null, ended: null, name: readName() };
  return memory;
}

const doorHolder = (): LiveGrant | null => remembered().grant ?? remembered().former;

/** Whether the time is over for which this door makes check-ins without a session. */
function isTimeOver(): boolean {
  const holder = doorHolder();
  return holder !== null && leftOf(holder) <= 0;
}

function replace(next: Partial<Memory>): void {
  memory = { ...remembered(), ...next };
  for (const listener of listeners) listener();
  clearTimeout(timer);
  const holder = doorHolder();
  const left = holder ? leftOf(holder) : 0;
  if (left > 0 && left <= LONGEST_TIMER_MS) timer = setTimeout(() => replace({}), left);
}

/** The grant of this device, while it lets check-ins be made. */
export function liveGrant(): LiveGrant | null {
  const { grant } = remembered();
  return grant && leftOf(grant) > 0 ? grant : null;
}

export function keepGrant(grant: LiveGrant): void {
  const before = remembered().grant;
  // What the server says of a grant later does not name its helper.
  const kept = before?.helper && before.id === grant.id ? { helper: before.helper, ...grant } : grant;
  writeStored("local", GRANT, kept);
  replace({ grant: kept, former: null, ended: null });
}

/** This device has no door now: another event or user, or a sign-out. */
export function dropGrant(): void {
  removeStored("local", GRANT);
  replace({ grant: null, former: null, ended: null });
}

/** The server does not take the grant, or (`ended`) a person ended it. The open page stays, and says so. */
export function loseGrant(ended: EndedGrant | null): void {
  removeStored("local", GRANT);
  const { grant, former } = remembered();
  replace({ grant: null, former: grant ?? former, ended });
}

export const doorName = (): string => remembered().name;

export function keepDoorName(name: string): void {
  const short = name.slice(0, DOOR_NAME_MAX);
  writeStored("local", NAME, short);
  replace({ name: short });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) replace({}); // starts the timer
  return () => listeners.delete(listener);
}

/** Another tab took, lost or renamed it. A door whose grant goes stays where it is. */
globalThis.addEventListener?.("storage", ({ key }: StorageEvent) => {
  const before = remembered();
  if (key === null) memory = null;
  if (key === GRANT) {
    const grant = readGrant();
    replace({ grant, former: grant ? null : (before.grant ?? before.former) });
  } else if (key === NAME || key === null) {
    replace({ name: readName() });
  }
});

export const useLiveGrant = (): LiveGrant | null => useSyncExternalStore(subscribe, liveGrant);
/** Whose door this page is, also after its grant: the page stays with its guests. */
export const useDoorHolder = (): LiveGrant | null => useSyncExternalStore(subscribe, doorHolder);
/** The helper of this door, also after the end of the pass; undefined where it is staff's. */
export const useHelper = (): string | undefined => useDoorHolder()?.helper;
/** Whether a helper works here: staff who sign in on a helper's phone have no helper's limits. */
export const useIsHelper = (isSignedIn: boolean): boolean => useHelper() !== undefined && !isSignedIn;
export const useDoorTimeOver = (): boolean => useSyncExternalStore(subscribe, isTimeOver);
export const useEndedGrant = (): EndedGrant | null =>
  useSyncExternalStore(subscribe, () => remembered().ended);
export const useDoorName = (): string => useSyncExternalStore(subscribe, doorName);

/** Something suggests that the grant may have ended: the scanner asks the server now. */
export const { tell: doubtGrant, subscribe: onGrantDoubt } = createListeners();
