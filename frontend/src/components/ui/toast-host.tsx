import { useSyncExternalStore } from "react";
import { later } from "@/components/ui/later";
import { onToastChange, shownToast } from "@/components/ui/toast-store";

const toasts = later(async () => (await import("@/components/ui/toasts")).Toasts);

/** Once, around the whole application: shows what `toast()` says. Its code comes after the page. */
export function ToastHost() {
  const current = useSyncExternalStore(onToastChange, shownToast);
  const Toasts = toasts.use(current !== null);
  // A dialog hides what is not live when it opens; where it opens before the code is here, this keeps its place open.
  return <div aria-live="off">{Toasts ? <Toasts /> : null}</div>;
}
