import { useSearchParams } from "react-router";
import { eventIdOf } from "@/lib/route-id";

/** The event whose figures show, null for all; it lives in the URL, so that a reload keeps it (contract 2). */
export function useChosenEvent() {
  const [params, setParams] = useSearchParams();
  const eventId = eventIdOf(params);
  const chooseEvent = (chosen: number | null) =>
    setParams(chosen === null ? {} : { eventId: String(chosen) }, { replace: true });
  return { eventId, chooseEvent };
}
