import "@testing-library/jest-dom/vitest";
import "fake-indexeddb/auto";
import { cleanup, configure } from "@testing-library/react";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach } from "vitest";
import { resetServerClock } from "@/api/live/server-clock";
import { preloadComponents } from "@/components/ui/lazy-component";
import "@/components/ui/toast-host";
import { dismissShownToast } from "@/components/ui/toast-store";
import { suspendSaves } from "@/features/door/guest-list/list-store";
import { setKeepsAnswered } from "@/features/door/outbox/answered";
import { closeOutbox } from "@/features/door/outbox/outbox";
import { nextTask } from "@/lib/idle";
import { forgetOpenRequests } from "./server";
import { answerStylesFast } from "./styles";

// Only a test that fails waits this long: a busy machine is no failure.
configure({ asyncUtilTimeout: 50_000 });

/** Browser APIs that jsdom lacks and Radix needs. */
class NoResize {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.ResizeObserver ??= NoResize;
Element.prototype.hasPointerCapture ??= () => false;
Element.prototype.setPointerCapture ??= () => {};
Element.prototype.releasePointerCapture ??= () => {};
Element.prototype.scrollIntoView ??= () => {};
window.scrollTo = () => {};
answerStylesFast();

// A loaded page has them.
await preloadComponents();

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  resetServerClock();
  globalThis.indexedDB = new IDBFactory();
  closeOutbox();
  // A door that stayed open after its session holds this for the page's life, and a test is a page's life.
  suspendSaves(false);
  setKeepsAnswered(true);
  // As after a sign-out in another tab: modules that cache the stores read them again.
  window.dispatchEvent(new StorageEvent("storage", { key: null }));
  window.history.replaceState(null, "", "/");
});

afterEach(async () => {
  cleanup();
  // Requests that the page had begun reach the server of this test, not of the next.
  await nextTask();
  await nextTask();
  forgetOpenRequests();
  dismissShownToast();
});
