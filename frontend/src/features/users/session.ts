import { useSyncExternalStore } from "react";
import type { User } from "@/api/types";
import { SESSION_LIFETIME_MS } from "@/features/users/rules";
import { now } from "@/lib/clock";
import { reloadPage } from "@/lib/page-load";
import { readStored, writeStored } from "@/lib/storage";

/**
 * What this browser remembers of the sign-in (contract 3): the user, a flag, and when, in milliseconds. It decides
 * which screen shows and grants nothing: the session itself lives on the server, behind a cookie no script can read.
 */
export interface SessionRecord {
  user: User | null;
  authenticated: boolean;
  authTime: number;
}

const KEY = "doorlist.session";

const SIGNED_OUT: SessionRecord = { user: null, authenticated: false, authTime: 0 };

/** Contract 4: the flag set, a user stored, and less than 8 hours since login. */
export function isValidSession(record: SessionRecord, at: number): boolean {
  return record.authenticated && record.user !== null && at - record.authTime < SESSION_LIFETIME_MS;
}

function readRecord(): SessionRecord {
  const stored = readStored("local", KEY) as Partial<SessionRecord> | null;
  return {
    user: typeof stored?.user?.fullName === "string" ? stored.user : null,
    authenticated: stored?.authenticated === true,
    authTime: typeof stored?.authTime === "number" ? stored.authTime : 0,
  };
}

let current: SessionRecord | null = null;
const listeners = new Set<() => void>();

function replaceRecord(next: SessionRecord): void {
  current = next;
  for (const listener of listeners) listener();
}

function save(next: SessionRecord): void {
  writeStored("local", KEY, next);
  replaceRecord(next);
}

export function sessionRecord(): SessionRecord {
  current ??= readRecord();
  return current;
}

/** A successful login: stores the user, sets the flag, and the time to now (contract 4). */
export function beginSession(user: User): void {
  save({ user, authenticated: true, authTime: now() });
}

/** The same, for the full page load that comes next: this page keeps showing what it shows until then. */
export function storeSession(user: User): void {
  writeStored("local", KEY, { user, authenticated: true, authTime: now() } satisfies SessionRecord);
}

/** User null, flag false, time 0. */
export function clearSession(): void {
  save(SIGNED_OUT);
}

/** The dashboard's Logout clears the flag and the time only (contract 4). */
export function clearSessionFlag(): void {
  save({ ...sessionRecord(), authenticated: false, authTime: 0 });
}

/** What the server says about the signed-in user now; the time of sign-in stays. */
export function updateSessionUser(user: User): void {
  save({ ...sessionRecord(), user });
}

/** Milliseconds until the record is no longer valid; 0 or less when it is not. */
export function sessionTimeLeft(record: SessionRecord): number {
  return isValidSession(record, now()) ? record.authTime + SESSION_LIFETIME_MS - now() : 0;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Another tab signed in or out: this one follows. What it has loaded may not be for other eyes. */
function followOtherTabs(event: StorageEvent): void {
  if (event.key !== KEY && event.key !== null) return;
  const before = sessionRecord().user?.id;
  const next = readRecord();
  if (before !== undefined && next.user && next.user.id !== before) reloadPage();
  else replaceRecord(next);
}
globalThis.addEventListener("storage", followOtherTabs);

export function useSessionRecord(): SessionRecord {
  return useSyncExternalStore(subscribe, sessionRecord);
}

/** The user of a page behind the guard. */
export function useSignedInUser(): User {
  const { user } = useSessionRecord();
  if (!user) throw new Error("No user is signed in: this belongs behind the guard");
  return user;
}
