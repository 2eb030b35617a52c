import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  dropDrafts,
  dropDraftsOfOthers,
  saveDrafts,
  saveDraftsOnReload,
  useSaveDraft,
  useSavedDraft,
} from "@/hooks/drafts";

const OLIVE = 1;
const SAM = 2;

/** Opens a form with this text, or with no changes to save. */
const openForm = (text: string | null, name = "form") => renderHook(() => useSaveDraft(name, () => text));
const kept = (name = "form") => renderHook(() => useSavedDraft<string>(name)).result.current;

test("4.form.1 what open forms hold is there again, each under its name", () => {
  openForm("half an event", "event");
  openForm("half a guest", "guest");
  saveDrafts(OLIVE);
  expect(kept("event")).toBe("half an event");
  expect(kept("guest")).toBe("half a guest");
});

test("4.form.2 a form that says nothing keeps nothing, and neither does one that was closed", () => {
  openForm(null, "untouched");
  openForm("half an event", "closed").unmount();
  saveDrafts(OLIVE);
  expect(kept("untouched")).toBeNull();
  expect(kept("closed")).toBeNull();
});

test("4.form.900 what a page's form holds is there again after the user has left; a dialog keeps nothing", () => {
  const stop = saveDraftsOnReload(OLIVE);
  renderHook(() => useSaveDraft("page", () => "half an event", true)).unmount();
  renderHook(() => useSaveDraft("dialog", () => "half an account")).unmount();
  renderHook(() => useSaveDraft("untouched", () => null, true)).unmount();
  expect(kept("page")).toBe("half an event");
  expect(kept("dialog")).toBeNull();
  expect(kept("untouched")).toBeNull();
  stop();
  dropDraftsOfOthers(SAM);
  expect(kept("page")).toBeNull();
});

test("4.form.900 a form that closes after a sign-out stores nothing, and neither does a saved one", () => {
  const stop = saveDraftsOnReload(OLIVE);
  const open = renderHook(() => useSaveDraft("open", () => "half an event", true));
  dropDrafts();
  open.unmount();
  const saved = renderHook(() => useSaveDraft("saved", () => "an event", true));
  saved.result.current();
  saved.unmount();
  expect(kept("open")).toBeNull();
  expect(kept("saved")).toBeNull();
  stop();
});

test("a draft is used once: the form that takes it up is the one that keeps it from then on", () => {
  openForm("half an event").unmount();
  const first = openForm("half an event");
  saveDrafts(OLIVE);
  first.unmount();
  openForm(null).unmount();
  expect(kept()).toBeNull();
});

test("what is stored is no draft any more, while its form still shows", () => {
  const { result } = openForm("half an event");
  result.current();
  saveDrafts(OLIVE);
  expect(kept()).toBeNull();
});

test("what is stored late does not end the draft of a form that was opened since", () => {
  const left = openForm("the event before");
  left.unmount();
  openForm("half the next event");
  left.result.current();
  saveDrafts(OLIVE);
  expect(kept()).toBe("half the next event");
});

test("4.form.1 drafts of somebody else are dropped, one's own stay", () => {
  openForm("half an event");
  saveDrafts(OLIVE);
  dropDraftsOfOthers(OLIVE);
  expect(kept()).toBe("half an event");
  dropDraftsOfOthers(SAM);
  expect(kept()).toBeNull();
});

test("4.form.2 a page that was hidden while a form was saved keeps nothing of it, and the other drafts", () => {
  openForm("half a guest", "guest");
  const { result, unmount } = openForm("the saved event", "event");
  saveDrafts(OLIVE);
  result.current();
  unmount();
  expect(kept("event")).toBeNull();
  expect(kept("guest")).toBe("half a guest");
});
