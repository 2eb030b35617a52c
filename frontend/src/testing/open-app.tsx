import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { User } from "@/api/types";
import { App } from "@/app/app";
import { beginSession } from "@/features/users/sign-in/session";

/** Opens the whole application at an address, signed in as a user or signed out; `state` is that of its history. */
export function openApp(path: string, { as, state }: { as?: User; state?: object } = {}) {
  if (as) beginSession(as);
  window.history.replaceState(state ? { usr: state, key: "opened", idx: 0 } : null, "", path);
  return { ...render(<App />), user: userEvent.setup({ delay: null }) };
}

/** Ends the page: everything in memory is gone. A browser, unlike a navigation in the app, unmounts nothing before. */
export function endPage({ unmount }: { unmount: () => void }): void {
  const stored = Object.entries(sessionStorage);
  unmount();
  sessionStorage.clear();
  for (const [key, value] of stored) sessionStorage.setItem(key, value);
}

/** Reloads the page. */
export function reload(opened: { unmount: () => void }, ...opening: Parameters<typeof openApp>) {
  window.dispatchEvent(new Event("pagehide"));
  endPage(opened);
  return openApp(...opening);
}

/** Goes to another page of the application, as the browser's own buttons do. */
export function goTo(path: string): void {
  window.history.pushState(null, "", path);
  window.dispatchEvent(new PopStateEvent("popstate"));
}

export function toastRegion(): HTMLElement {
  const region = document.querySelector<HTMLElement>('[role="region"][aria-label^="Message"]');
  if (!region) throw new Error("There is no toast region");
  return region;
}
