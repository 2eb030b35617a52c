import { useEffect } from "react";
import { useIsOffline } from "@/api/live/live-state";
import { isAppShellInstalled } from "@/lib/app-shell";

/** contract 4: where the page could not be opened again without its server, leaving it offline asks first. */
export function useLeaveGuard(): void {
  const isOffline = useIsOffline();
  useEffect(() => {
    if (!isOffline) return;
    let asks = true;
    void isAppShellInstalled().then((isKept) => {
      asks = !isKept;
    });
    const ask = (leaving: BeforeUnloadEvent) => {
      if (asks) leaving.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isOffline]);
}
