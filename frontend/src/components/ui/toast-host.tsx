import { useSyncExternalStore } from "react";
import { lazyPart, usePageStands } from "@/components/ui/lazy-part";
import { onToastChange, shownToast } from "@/components/ui/toast-store";

const Toasts = lazyPart(async () => (await import("@/components/ui/toasts")).Toasts);

/** Once, around the whole application: shows what `toast()` says. */
export function ToastHost() {
  const pageStands = usePageStands();
  const isShown = useSyncExternalStore(onToastChange, shownToast) !== null;
  // A dialog hides all that is not live when it opens: a toast that comes after it needs this to be seen.
  return <div aria-live="off">{isShown || pageStands ? <Toasts /> : null}</div>;
}
