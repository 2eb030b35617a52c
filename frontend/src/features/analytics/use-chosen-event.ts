import { useSearchParams } from "react-router";
import { eventIdOf } from "@/lib/route-id";

/** The event whose figures show, null for all; it lives in the address, so that a reload keeps it (contract 2). */
export function useChosenEvent() {
  const [address, setAddress] = useSearchParams();
  const eventId = eventIdOf(address);
  const chooseEvent = (chosen: number | null) =>
    setAddress(chosen === null ? {} : { eventId: String(chosen) }, { replace: true });
  return { eventId, chooseEvent };
}
