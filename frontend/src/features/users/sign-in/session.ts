import { useSyncExternalStore } from "react";
import { type End, lastServerTime, timeLeft } from "@/api/live/server-clock";
import type { User } from "@/api/types";
import { SESSION_LIFETIME_MS } from "@/features/users/rules";
import { now } from "@/lib/clock";
import { reloadPage } from "@/lib/hard-navigation";
import { readStored, removeStored, writeStored } from "@/lib/storage";
import { createListeners } from "@/lib/store";

/**
 * The browser's record of the sign-in (contract 3): the user, a flag, and the time in milliseconds. It decides which
 * screen shows and grants nothing: the session is on the server, behind a cookie that no script can read.
 */
export interface SessionRecord {
  user: User | null;
  authenticated: boolean;
  authTime: number;
  /** The server's clock minus the device's at the sign-in, in ms, if known: the device's may be corrected later. */
  serverAhead?: number | undefined;
}

const KEY = "doorlist.session";
/** Time of the sign-out that ended the last session of this device. Absent if that session expired or still runs. */
const SIGNED_OUT_AT = "doorlist.signed-out-at";

/** Set in a tab whose sign-in the scanner asked for. */
const FROM_DOOR = "doorlist.from-door";

const SIGNED_OUT: SessionRecord = { user: null, authenticated: false, authTime: 0 };

/** True with the flag, a user, and less than 8 hours since login (contract 4). */
export function isValidSession(record: SessionRecord, at: number): boolean {
  return record.authenticated && record.user !== null && timeLeft(endOf(record), at) > 0;
}

const endOf = ({ authTime, serverAhead }: SessionRecord): End => ({
  endsAt: authTime + SESSION_LIFETIME_MS,
  serverEndsAt: serverAhead === undefined ? undefined : authTime + serverAhead + SESSION_LIFETIME_MS,
});

function signedIn(user: User): SessionRecord {
  const authTime = now();
  return { user, authenticated: true, authTime, serverAhead: (lastServerTime() ?? authTime) - authTime };
}

/** True if the user must finish a step at /auth first (contract 4.session.390). */
export const mustStayAtAuth = (user: User | null): boolean =>
  Boolean(user?.mustChangePassword || user?.mustSetUpSecondFactor);

function readRecord(): SessionRecord {
  const stored = readStored("local", KEY) as Partial<SessionRecord> | null;
  return {
    user: typeof stored?.user?.fullName === "string" ? stored.user : null,
    authenticated: stored?.authenticated === true,
    authTime: typeof stored?.authTime === "number" ? stored.authTime : 0,
    ...(typeof stored?.serverAhead === "number" ? { serverAhead: stored.serverAhead } : {}),
  };
}

let current: SessionRecord | null = null;
/** Number of open pages that stay when the session ends: the door (contract 4.scan.35). */
let staying = 0;
/** The user whose session ended while such a page was open; null if none did. */
let endedUser: User | null = null;
const { tell, subscribe } = createListeners();

function replaceRecord(next: SessionRecord): void {
  current = next;
  tell();
}

function store(next: SessionRecord): void {
  writeStored("local", KEY, next);
  if (next.authenticated) removeStored("local", SIGNED_OUT_AT);
}

function save(next: SessionRecord): void {
  store(next);
  endedUser = null;
  replaceRecord(next);
}

export function sessionRecord(): SessionRecord {
  current ??= readRecord();
  return current;
}

/** The next sign-in of this tab leads back to the scanner (contract 4.login.900). */
export const returnToDoor = (): void => writeStored("session", FROM_DOOR, true);

export function startPath(): string {
  const isFromDoor = readStored("session", FROM_DOOR) === true;
  removeStored("session", FROM_DOOR);
  return isFromDoor ? "/scan-attendees" : "/";
}

/** Stores user, flag and time after a login (contract 4). */
export function beginSession(user: User): void {
  save(signedIn(user));
}

/** Stores the session for the full page load that follows. This page does not change until then. */
export function storeSession(user: User): void {
  store(signedIn(user));
}

export function clearSession(): void {
  save(SIGNED_OUT);
}

const signOuts = createListeners();
/** Notifies of a user's sign-out on any page of this device; not of an expired session. */
export const { subscribe: onSignOut } = signOuts;

function tellSignOut(): void {
  writeStored("local", SIGNED_OUT_AT, now());
  signOuts.tell();
}

/** True from a sign-out on any page of this device until the next sign-in; false after an expired session. */
export const isSignedOut = (): boolean => readStored("local", SIGNED_OUT_AT) !== null;

/** Signs out: clears the session record and everything stored with it. */
export function signOut(): void {
  removeStored("session", FROM_DOOR);
  tellSignOut();
  clearSession();
}

/** Keeps the page open when the session ends, until the returned function is called. */
export function keepPageOnSessionEnd(): () => void {
  staying += 1;
  return () => {
    staying -= 1;
  };
}

/** The session expired without a sign-out on this page. Returns true if the page stays open. */
export function expireSession(): boolean {
  const { user, authenticated } = sessionRecord();
  if (!authenticated) return endedUser !== null;
  writeStored("local", KEY, SIGNED_OUT);
  endedUser = staying > 0 ? user : null;
  replaceRecord(SIGNED_OUT);
  return endedUser !== null;
}

/** The dashboard's Logout clears only the flag and the time (contract 4). */
export function clearSessionFlag(): void {
  removeStored("session", FROM_DOOR);
  tellSignOut();
  save({ ...sessionRecord(), authenticated: false, authTime: 0 });
}

/** Updates the signed-in user from the server; the time of sign-in stays. */
export function updateSessionUser(user: User): void {
  save({ ...sessionRecord(), user });
}

/** Milliseconds until the record expires; 0 or less afterwards. */
export function sessionTimeLeft(record: SessionRecord): number {
  return isValidSession(record, now()) ? timeLeft(endOf(record), now()) : 0;
}

/** Follows a sign-in or sign-out of another page. The data loaded here may not be for the next user. */
function followOtherPages(): void {
  const before = sessionRecord().user ?? endedUser;
  const next = readRecord();
  if (before && next.user && next.user.id !== before.id) {
    reloadPage();
    return;
  }
  endedUser = staying > 0 && !isValidSession(next, now()) ? before : null;
  replaceRecord(next);
}
globalThis.addEventListener("storage", ({ key, newValue }: StorageEvent) => {
  if (key === SIGNED_OUT_AT && newValue !== null) signOuts.tell();
  if (key === KEY || key === null) followOtherPages();
});
// Other users may have signed in or out before the browser restored this page.
globalThis.addEventListener("pageshow", ({ persisted }: PageTransitionEvent) => {
  if (persisted) followOtherPages();
});

export function useSessionRecord(): SessionRecord {
  return useSyncExternalStore(subscribe, sessionRecord);
}

/** True if the session ended while this page stayed open. */
export function useSessionEnded(): boolean {
  return useSyncExternalStore(subscribe, () => endedUser !== null);
}

/**
 * The user of a page behind the guard; on a page that stays open, also the one whose session ended. Null at a door with
 * only a grant.
 */
export function usePageUser(): User | null {
  const record = useSessionRecord();
  return record.user ?? endedUser;
}

/** Like `usePageUser`, for components behind the sign-in guard: never null. */
export function useSignedInUser(): User {
  const user = usePageUser();
  if (!user) throw new Error("No user is signed in: this belongs behind the guard");
  return user;
}
