import { useEffect, useMemo, useRef } from "react";
import { useSearchParams } from "react-router";
import { type AttendeeFilters, addressOf, filtersOf } from "@/features/attendees/list/filters";

/** The filters live in the address: a reload or a shared link keeps them. */
export function useFilters() {
  const [address, setAddress] = useSearchParams();
  const filters = useMemo(() => filtersOf(address), [address]);
  // The address follows a change a little later; a second change meanwhile builds on the first.
  const newest = useRef(filters);
  useEffect(() => {
    newest.current = filters;
  }, [filters]);
  const changeFilters = (change: Partial<AttendeeFilters>) => {
    newest.current = { ...newest.current, ...change };
    setAddress(addressOf(newest.current), { replace: true });
  };
  return { filters, changeFilters };
}
