import { useSyncExternalStore } from "react";
import { lazyComponent, usePageReady } from "@/components/ui/lazy-component";
import { onToastChange, shownToast } from "@/components/ui/toast-store";

const Toasts = lazyComponent(async () => (await import("@/components/ui/toasts")).Toasts);

/** Mounted once around the application: shows the toasts. */
export function ToastHost() {
  const isPageReady = usePageReady();
  const isShown = useSyncExternalStore(onToastChange, shownToast) !== null;
  // An opening dialog hides everything that is not a live region; a later toast must be visible.
  return <div aria-live="off">{isShown || isPageReady ? <Toasts /> : null}</div>;
}
