import { lazyPart } from "@/components/ui/lazy-part";
import { LoadingState } from "@/components/ui/states";
import { SEARCH_LOADING } from "@/features/checkin/copy";

/** 'Find guest' comes once the scanner stands (decision 0025). */
export const GuestSearch = lazyPart(
  async () => (await import("@/features/checkin/search/guest-search")).GuestSearch,
  <LoadingState text={SEARCH_LOADING} />,
);
