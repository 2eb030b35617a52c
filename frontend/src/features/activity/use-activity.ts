import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useNavigationType, useSearchParams } from "react-router";
import { restOf } from "@/components/ui/list-rest";
import { activityQuery, forgetActivity } from "@/features/activity/api";
import { type ActivityFilters, filtersOf, paramsOf } from "@/features/activity/filters";

/** The entries that the filters of the URL match, as far as they have been scrolled to. */
export function useActivity() {
  const queryClient = useQueryClient();
  const isReturn = useNavigationType() === "POP";
  // Coming back from a row finds the list as it was left; any other way in reads what stands now.
  useState(() => (isReturn ? null : forgetActivity(queryClient)));
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => filtersOf(params), [params]);
  const changeFilters = (change: Partial<ActivityFilters>) =>
    setParams((current) => paramsOf({ ...filtersOf(current), ...change }), { replace: true });
  const list = useInfiniteQuery({ ...activityQuery(filters), placeholderData: keepPreviousData });
  const pages = list.data?.pages;
  const rows = useMemo(() => pages?.flatMap(({ items }) => items), [pages]);
  /** From the top, however far it had been loaded. */
  const readAgain = () => void queryClient.resetQueries({ queryKey: activityQuery(filters).queryKey });
  return { filters, changeFilters, list, rows, rest: restOf(list), readAgain };
}
