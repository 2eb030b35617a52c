import { useSyncExternalStore } from "react";
import { timeLeft } from "@/api/live/server-clock";
import { DOOR_NAME_MAX } from "@/features/door/core/rules";
import { now } from "@/lib/clock";
import { readStored, removeStored, writeStored } from "@/lib/storage";
import { createListeners } from "@/lib/store";

/**
 * This device's grant as saved (contract 4.doors). It decides which screen opens, but permits nothing: the secret is
 * a cookie that scripts cannot read.
 */
export interface LiveGrant {
  id: number;
  userId: number;
  fullName: string;
  eventId: number;
  /** The event's name when the grant was made, or null. */
  eventName: string | null;
  eventDate: string | null;
  /** Name of the door, or null. */
  device: string | null;
  /** End of check-ins without a session, in ms since 1970. */
  makesUntil: number;
  /** The same by the server's clock, because the device's may be set. */
  serverMakesUntil?: number | undefined;
  /** The helper of a pass (contract 6.pass); absent for staff. */
  helper?: string | undefined;
}

export interface EndedGrant {
  eventId: number;
  by: string | null;
  at: string | null;
}

const GRANT = "doorlist.door.grant";
const NAME = "doorlist.door.name";
/** Longer waits overflow the timer. */
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
  /** May have expired while this page is open. */
  grant: LiveGrant | null;
  /** The grant that ended while this page is open. */
  former: LiveGrant | null;
  ended: EndedGrant | null;
  name: string;
}

let memory: Memory | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function state(): Memory {
  memory ??= { grant: readGrant(), former: null, ended: null, name: readName() };
  return memory;
}

const doorHolder = (): LiveGrant | null => state().grant ?? state().former;

function isTimeOver(): boolean {
  const holder = doorHolder();
  return holder !== null && leftOf(holder) <= 0;
}

function replace(next: Partial<Memory>): void {
  memory = { ...state(), ...next };
  for (const listener of listeners) listener();
  clearTimeout(timer);
  const holder = doorHolder();
  const left = holder ? leftOf(holder) : 0;
  if (left > 0 && left <= LONGEST_TIMER_MS) timer = setTimeout(() => replace({}), left);
}

/** The grant of this device, if it still permits check-ins. */
export function currentGrant(): LiveGrant | null {
  const { grant } = state();
  return grant && leftOf(grant) > 0 ? grant : null;
}

export function saveGrant(grant: LiveGrant): void {
  const before = state().grant;
  // Later responses of the server do not name the helper.
  const kept = before?.helper && before.id === grant.id ? { helper: before.helper, ...grant } : grant;
  writeStored("local", GRANT, kept);
  replace({ grant: kept, former: null, ended: null });
}

/** For another event or user, and at sign-out. */
export function clearGrant(): void {
  removeStored("local", GRANT);
  replace({ grant: null, former: null, ended: null });
}

/** The server refuses the grant, or a person ended it (`ended`). The open page stays and shows that. */
export function markGrantEnded(ended: EndedGrant | null): void {
  removeStored("local", GRANT);
  const { grant, former } = state();
  replace({ grant: null, former: grant ?? former, ended });
}

export const doorName = (): string => state().name;

export function saveDoorName(name: string): void {
  const short = name.slice(0, DOOR_NAME_MAX);
  writeStored("local", NAME, short);
  replace({ name: short });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) replace({}); // starts the timer
  return () => listeners.delete(listener);
}

/** Another tab changed it. A page whose grant ends stays open. */
globalThis.addEventListener?.("storage", ({ key }: StorageEvent) => {
  const before = state();
  if (key === null) memory = null;
  if (key === GRANT) {
    const grant = readGrant();
    replace({ grant, former: grant ? null : (before.grant ?? before.former) });
  } else if (key === NAME || key === null) {
    replace({ name: readName() });
  }
});

export const useCurrentGrant = (): LiveGrant | null => useSyncExternalStore(subscribe, currentGrant);
/** The grant of this page, even after it ended. */
export const usePageGrant = (): LiveGrant | null => useSyncExternalStore(subscribe, doorHolder);
/**
 * The helper at this page, even after the pass ended; undefined for staff, who have no helper's limits even if they sign in
 * on a helper's phone.
 */
export const useHelper = (isSignedIn: boolean): string | undefined => {
  const helper = usePageGrant()?.helper;
  return isSignedIn ? undefined : helper;
};
export const useDoorTimeOver = (): boolean => useSyncExternalStore(subscribe, isTimeOver);
export const useEndedGrant = (): EndedGrant | null => useSyncExternalStore(subscribe, () => state().ended);
export const useDoorName = (): string => useSyncExternalStore(subscribe, doorName);

/** Makes the scanner ask the server whether the grant is still valid. */
export const { tell: requestGrantCheck, subscribe: onGrantCheckRequest } = createListeners();
