import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { type ConflictFilters, filtersOf, paramsOf } from "@/features/checkin/conflicts/filters";

/** The filters live in the URL: a reload or a shared link keeps them. */
export function useConflictFilters() {
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => filtersOf(params), [params]);
  const changeFilters = (change: Partial<ConflictFilters>) =>
    setParams((current) => paramsOf({ ...filtersOf(current), ...change }), { replace: true });
  return { filters, changeFilters };
}
