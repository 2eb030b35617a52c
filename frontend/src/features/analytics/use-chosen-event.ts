import { useSearchParams } from "react-router";

/** The event whose figures show, null for all; it lives in the address, so that a reload keeps it (contract 2). */
export function useChosenEvent() {
  const [address, setAddress] = useSearchParams();
  const text = address.get("eventId") ?? "";
  const eventId = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
  const chooseEvent = (chosen: number | null) =>
    setAddress(chosen === null ? {} : { eventId: String(chosen) }, { replace: true });
  return { eventId, chooseEvent };
}
