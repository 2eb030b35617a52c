import { useCallback, useEffect, useState } from "react";
import { useStable } from "@/hooks/use-latest";
import { IMPORT_ERRORS_KEY, readStored, removeStored, writeStored } from "@/lib/storage";

/**
 * Half-filled forms survive a reload and the end of a session; the form of a page also survives navigation (contract 4).
 * Each open form registers here. When the page goes, its values are stored, and the form restores them when the same
 * user next opens it in this tab. An untouched form stores nothing, so that a reload shows the current data.
 */
interface Drafts {
  ownerId: number;
  forms: Record<string, unknown>;
}

const KEY = "doorlist.drafts";
/** Functions that return the current values of each open form; null for none. */
const openForms = new Map<string, () => unknown>();
/** The user whose forms are open. */
let openFormsOwnerId: number | null = null;

/** True for the user whose forms are open. */
export const isFormsOwner = (userId: number | undefined): boolean =>
  openFormsOwnerId !== null && userId === openFormsOwnerId;

function readDrafts(): Drafts | null {
  return readStored("session", KEY) as Drafts | null;
}

export function saveDrafts(ownerId: number): void {
  writeDrafts(ownerId, [...openForms]);
}

function writeDrafts(ownerId: number, forms: [name: string, draft: () => unknown][]): void {
  const typed = forms.map(([name, draft]) => [name, draft()]).filter(([, draft]) => draft !== null);
  if (typed.length === 0) return;
  const kept = readDrafts();
  const others = kept?.ownerId === ownerId ? kept.forms : {};
  writeStored("session", KEY, {
    ownerId,
    forms: { ...others, ...Object.fromEntries(typed) },
  } satisfies Drafts);
}

/** Drafts are never shown to another user. */
export function dropDraftsOfOthers(ownerId: number): void {
  const drafts = readDrafts();
  if (drafts && drafts.ownerId !== ownerId) removeStored("session", KEY);
}

/** Signing out deletes the drafts, and the errors of an import; the forms that are still open store none. */
export function dropDrafts(): void {
  openForms.clear();
  removeStored("session", KEY);
  removeStored("session", IMPORT_ERRORS_KEY);
}

/** Stores the user's drafts when the page goes. Returns a function that stops this. */
export function saveDraftsOnReload(ownerId: number): () => void {
  openFormsOwnerId = ownerId;
  const keep = () => saveDrafts(ownerId);
  const comeBack = () => {
    for (const name of openForms.keys()) forgetDraft(name);
  };
  // A page from the back/forward cache still has its fields filled in.
  const showAgain = ({ persisted }: PageTransitionEvent) => {
    if (persisted) comeBack();
  };
  // Phones discard a hidden page without another event.
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

/** For a form whose record is gone. */
export function dropDraft(name: string): void {
  openForms.delete(name);
  forgetDraft(name);
}

function forgetDraft(name: string): void {
  const drafts = readDrafts();
  if (!drafts || !(name in drafts.forms)) return;
  const { [name]: _found, ...forms } = drafts.forms;
  writeStored("session", KEY, { ...drafts, forms } satisfies Drafts);
}

/** Returns the stored draft as initial values, or null. */
export function useSavedDraft<Draft>(name: string): Draft | null {
  const [kept] = useState(() => (readDrafts()?.forms[name] ?? null) as Draft | null);
  return kept;
}

/** True if the user has changed a form that began with `initial`. */
export function isTouched<Values extends object>(values: Values, initial: Values): boolean {
  return (Object.keys(values) as (keyof Values)[]).some((name) => values[name] !== initial[name]);
}

/** The fields that the user has changed: others may have changed the rest meanwhile. */
export const changedFields = <Values extends object>(values: Values, initial: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== initial[name as keyof Values]),
  ) as Partial<Values>;

/** True if the open form of this name has something to store. */
export const isFormTouched = (name: string): boolean => (openForms.get(name)?.() ?? null) !== null;

export const isFormOpen = (name: string): boolean => openForms.has(name);

/**
 * While the form is open, `draft` gives the values to store when the page goes; null while untouched. A form of a page
 * stores them when the user leaves it as well, a dialog that is closed does not. Returns a function that ends this and
 * removes a stored draft. Call it once the form is saved: the form may still show until the next page is there.
 */
export function useSaveDraft(name: string, draft: () => unknown, isPage = false): () => void {
  const own = useStable(draft);
  // A form of the same name may have opened since. Leave its entry alone.
  const letGo = useCallback(() => {
    if (openForms.get(name) === own) openForms.delete(name);
  }, [name, own]);
  useEffect(() => {
    forgetDraft(name);
    openForms.set(name, own);
    return () => {
      const isOpen = openForms.get(name) === own;
      if (isPage && isOpen && openFormsOwnerId !== null) writeDrafts(openFormsOwnerId, [[name, own]]);
      letGo();
    };
  }, [name, own, letGo, isPage]);
  return useCallback(() => {
    letGo();
    // A page that was hidden meanwhile has stored the draft.
    if (!openForms.has(name)) forgetDraft(name);
  }, [name, letGo]);
}
