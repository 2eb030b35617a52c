import { useCallback, useEffect, useRef, useState } from "react";
import { readStored, removeStored, writeStored } from "@/lib/storage";

/**
 * What was typed must survive a reload, and a sign-in that ends in the middle of it (contract 4). Open forms name
 * themselves here; when their page goes, what they hold is kept, and the form finds it again when the same person next
 * opens it in this tab. A form into which nobody typed keeps nothing, so that a reload shows what stands now.
 */
interface Drafts {
  ownerId: number;
  forms: Record<string, unknown>;
}

const KEY = "doorlist.drafts";
/** What each open form wants kept at this moment; null for nothing. */
const openForms = new Map<string, () => unknown>();

function readDrafts(): Drafts | null {
  return readStored("session", KEY) as Drafts | null;
}

export function keepDrafts(ownerId: number): void {
  const typed = [...openForms].map(([name, draft]) => [name, draft()]).filter(([, draft]) => draft !== null);
  if (typed.length === 0) return;
  const kept = readDrafts();
  const others = kept?.ownerId === ownerId ? kept.forms : {};
  writeStored("session", KEY, {
    ownerId,
    forms: { ...others, ...Object.fromEntries(typed) },
  } satisfies Drafts);
}

/** Nobody finds what somebody else typed. */
export function dropDraftsOfOthers(ownerId: number): void {
  const drafts = readDrafts();
  if (drafts && drafts.ownerId !== ownerId) removeStored("session", KEY);
}

/** Whoever signs out takes along what they typed. */
export function dropDrafts(): void {
  removeStored("session", KEY);
}

/** Keeps the drafts of whoever is signed in when the page goes. Returns what ends that. */
export function keepDraftsOverReload(ownerId: number): () => void {
  const keep = () => keepDrafts(ownerId);
  const comeBack = () => {
    for (const name of openForms.keys()) forgetDraft(name);
  };
  // A page that the browser held and shows again still has what was typed.
  const showAgain = ({ persisted }: PageTransitionEvent) => {
    if (persisted) comeBack();
  };
  // A phone ends a page that it has put away without another word.
  const putAway = () => (document.visibilityState === "hidden" ? keep() : comeBack());
  window.addEventListener("pagehide", keep);
  window.addEventListener("pageshow", showAgain);
  document.addEventListener("visibilitychange", putAway);
  return () => {
    window.removeEventListener("pagehide", keep);
    window.removeEventListener("pageshow", showAgain);
    document.removeEventListener("visibilitychange", putAway);
  };
}

function forgetDraft(name: string): void {
  const drafts = readDrafts();
  if (!drafts || !(name in drafts.forms)) return;
  const { [name]: _found, ...forms } = drafts.forms;
  writeStored("session", KEY, { ...drafts, forms } satisfies Drafts);
}

/** What was kept for this form, or null: use it as its first values. */
export function useKeptDraft<Draft>(name: string): Draft | null {
  const [kept] = useState(() => (readDrafts()?.forms[name] ?? null) as Draft | null);
  return kept;
}

/** Whether somebody has typed into a form that began with `initial`. */
export function isTouched<Values extends object>(values: Values, initial: Values): boolean {
  return (Object.keys(values) as (keyof Values)[]).some((name) => values[name] !== initial[name]);
}

/** Whether a form of this name is on the screen. */
export const isFormOpen = (name: string): boolean => openForms.has(name);

/**
 * While the form is open, `draft` gives what is kept of it should the page go; null where nobody has typed. Returns what
 * ends that: to be called once it is stored, because the form may still show until the next page is there.
 */
export function useKeepDraft(name: string, draft: () => unknown): () => void {
  const latest = useRef(draft);
  const own = useRef(() => latest.current());
  useEffect(() => {
    latest.current = draft;
  });
  // A form of the same name may have been opened since: that one's is not ours to end.
  const letGo = useCallback(() => {
    if (openForms.get(name) === own.current) openForms.delete(name);
  }, [name]);
  useEffect(() => {
    forgetDraft(name);
    openForms.set(name, own.current);
    return letGo;
  }, [name, letGo]);
  return letGo;
}
