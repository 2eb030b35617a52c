import { useEffect } from "react";
import { abortedWith } from "@/api/abort";
import { api } from "@/api/client";
import { isOffline } from "@/api/live/live-state";
import { DOOR_CONTACT_INTERVAL_MS, DOOR_CONTACT_TIMEOUT_MS } from "@/features/door/core/rules";
import { countUnsent } from "@/features/door/outbox/use-outbox";

/** Reports this device at its door while its page is visible (contract 4.doors.330). */
export function useDoorContact(eventId: number | null): void {
  useEffect(() => {
    if (eventId === null) return;
    const over = new AbortController();
    const { signal } = over;
    let saidAt = Number.NEGATIVE_INFINITY;
    let isSaying = false;

    async function say(eventAtDoor: number) {
      // A hidden page is no open door, and an unreachable server is not asked.
      if (document.hidden || isOffline() || isSaying) return;
      saidAt = performance.now();
      isSaying = true;
      try {
        const { count } = await countUnsent();
        if (signal.aborted) return;
        const limit = abortedWith(signal, AbortSignal.timeout(DOOR_CONTACT_TIMEOUT_MS));
        await api.POST("/api/door/contact", {
          body: { eventId: eventAtDoor, waiting: count },
          signal: limit.signal,
        });
      } catch {
        // The live stream and scans detect a lost server or grant.
      } finally {
        isSaying = false;
      }
    }

    const tick = () => void say(eventId);
    const timer = setInterval(tick, DOOR_CONTACT_INTERVAL_MS);
    const onVisible = () => {
      if (performance.now() - saidAt >= DOOR_CONTACT_INTERVAL_MS) tick();
    };
    document.addEventListener("visibilitychange", onVisible, { signal });
    return () => {
      over.abort();
      clearInterval(timer);
    };
  }, [eventId]);
}
