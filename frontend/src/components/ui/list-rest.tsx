import type { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";

/** State of a long list beyond its loaded rows. */
export type Rest =
  | { kind: "none" }
  | { kind: "more"; load: () => void }
  | { kind: "loading" }
  | { kind: "failed"; retry: () => void };

type Pages = Pick<
  ReturnType<typeof useInfiniteQuery>,
  "hasNextPage" | "isFetchingNextPage" | "isFetchNextPageError" | "isFetching" | "fetchNextPage"
>;

export function restOf({
  hasNextPage,
  isFetchingNextPage,
  isFetchNextPageError,
  isFetching,
  fetchNextPage,
}: Pages): Rest {
  const load = () => void fetchNextPage({ cancelRefetch: false });
  if (!hasNextPage) return { kind: "none" };
  if (isFetchingNextPage) return { kind: "loading" };
  if (isFetchNextPageError) return { kind: "failed", retry: load };
  return isFetching ? { kind: "loading" } : { kind: "more", load };
}

/** Row beneath the list while there are more pages. */
export function ListRest({ rest }: { rest: Rest }) {
  if (rest.kind === "none") return null;
  return (
    <div className="flex min-h-18 items-center justify-center gap-4 border-t p-4 text-sm text-text-muted">
      {rest.kind === "failed" ? (
        <>
          <p role="alert">The rest could not be loaded.</p>
          <Button variant="secondary" onClick={rest.retry}>
            Try again
          </Button>
        </>
      ) : (
        <>
          <Spinner />
          Loading more...
        </>
      )}
    </div>
  );
}
