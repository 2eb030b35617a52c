import { useEffect, useMemo, useRef } from "react";
import { useSearchParams } from "react-router";

/** Filters in the address, kept by a reload or a shared link. Both functions must be stable. */
export function useFilters<Filters>(
  filtersOf: (address: URLSearchParams) => Filters,
  addressOf: (filters: Filters) => URLSearchParams,
) {
  const [address, setAddress] = useSearchParams();
  const filters = useMemo(() => filtersOf(address), [filtersOf, address]);
  // The address follows a change a little later; a second change meanwhile builds on the first.
  const newest = useRef(filters);
  useEffect(() => {
    newest.current = filters;
  }, [filters]);
  const changeFilters = (change: Partial<Filters>) => {
    newest.current = { ...newest.current, ...change };
    setAddress(addressOf(newest.current), { replace: true });
  };
  return { filters, changeFilters };
}
