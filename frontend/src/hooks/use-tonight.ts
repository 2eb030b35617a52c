import { useEffect, useState } from "react";
import { businessDay } from "@/lib/event-day";

const LOOK_EVERY_MS = 60_000;

/** Returns the current business day, and updates while the screen stays open. */
export function useTonight(): string {
  const [tonight, setTonight] = useState(businessDay);
  useEffect(() => {
    const look = () => setTonight(businessDay());
    // After sleep the timer is late, so it reads the clock.
    const timer = setInterval(look, LOOK_EVERY_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return tonight;
}
