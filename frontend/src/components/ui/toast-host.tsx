import { useSyncExternalStore } from "react";
import { lazyComponent, usePageReady } from "@/components/ui/lazy-component";
import { onToastChange, shownToast } from "@/components/ui/toast-store";

const Toasts = lazyComponent(async () => (await import("@/components/ui/toasts")).Toasts);

/** Once, around the whole application: shows what `toast()` says. */
export function ToastHost() {
  const isPageReady = usePageReady();
  const isShown = useSyncExternalStore(onToastChange, shownToast) !== null;
  // A dialog hides all that is not live when it opens: a toast that comes after it needs this to be seen.
  return <div aria-live="off">{isShown || isPageReady ? <Toasts /> : null}</div>;
}
