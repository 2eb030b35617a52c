import { useEffect, useMemo, useRef } from "react";
import { useSearchParams } from "react-router";

/** Filters in the URL, so that a reload or a shared link keeps them. Both functions must be stable. */
export function useFilters<Filters>(
  filtersOf: (address: URLSearchParams) => Filters,
  addressOf: (filters: Filters) => URLSearchParams,
) {
  const [address, setAddress] = useSearchParams();
  const filters = useMemo(() => filtersOf(address), [filtersOf, address]);
  // The URL changes later; a second change meanwhile must build on the first.
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
