import { useEffect, useRef, useState } from "react";
import { readStored, removeStored, writeStored } from "@/lib/storage";

/**
 * What was typed must survive a sign-in that ends in the middle of it (contract 10). Open forms name themselves here;
 * whoever ends the sign-in calls `keepDrafts`, and the form finds its text again when the same person next opens it
 * in this tab.
 */
interface Drafts {
  ownerId: number;
  forms: Record<string, unknown>;
}

const KEY = "doorlist.drafts";
const openForms = new Map<string, () => unknown>();

function readDrafts(): Drafts | null {
  return readStored("session", KEY) as Drafts | null;
}

export function keepDrafts(ownerId: number): void {
  if (openForms.size === 0) return;
  const kept = readDrafts();
  const others = kept?.ownerId === ownerId ? kept.forms : {};
  const forms = Object.fromEntries([...openForms].map(([name, values]) => [name, values()]));
  writeStored("session", KEY, { ownerId, forms: { ...others, ...forms } } satisfies Drafts);
}

/** At sign-in: nobody finds what somebody else typed. */
export function dropDraftsOfOthers(ownerId: number): void {
  const drafts = readDrafts();
  if (drafts && drafts.ownerId !== ownerId) removeStored("session", KEY);
}

function forgetDraft(name: string): void {
  const drafts = readDrafts();
  if (!drafts || !(name in drafts.forms)) return;
  const { [name]: _found, ...forms } = drafts.forms;
  writeStored("session", KEY, { ...drafts, forms } satisfies Drafts);
}

/** The values kept for this form, or null: use them as its first values. */
export function useKeptDraft<Values>(name: string): Values | null {
  const [kept] = useState(() => (readDrafts()?.forms[name] ?? null) as Values | null);
  return kept;
}

/** Whether a form of this name is on the screen. */
export const isFormOpen = (name: string): boolean => openForms.has(name);

/** While the form is open, `values` are what is kept if the sign-in ends. */
export function useKeepDraft(name: string, values: () => unknown): void {
  const latest = useRef(values);
  useEffect(() => {
    latest.current = values;
  });
  useEffect(() => {
    forgetDraft(name);
    openForms.set(name, () => latest.current());
    return () => {
      openForms.delete(name);
    };
  }, [name]);
}
