import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { type AttendeeFilters, addressOf, filtersOf } from "@/features/attendees/list/filters";

/** The filters live in the address: a reload or a shared link keeps them. */
export function useFilters() {
  const [address, setAddress] = useSearchParams();
  const filters = useMemo(() => filtersOf(address), [address]);
  const changeFilters = (change: Partial<AttendeeFilters>) =>
    setAddress((current) => addressOf({ ...filtersOf(current), ...change }), { replace: true });
  return { filters, changeFilters };
}
