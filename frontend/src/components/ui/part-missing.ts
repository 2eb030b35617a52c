import { tellMissingWith } from "@/components/ui/lazy-part";
import { toast } from "@/components/ui/toast-store";

export const PART_MISSING = "A part of this page could not be shown";
export const PART_ADVICE = "Everything else goes on. Reload the page when you can.";

export const RELOAD = "Reload";

export function tellPartMissing(): void {
  // The page's own address: it is loaded anew.
  const { pathname, search } = globalThis.location;
  const link = { text: RELOAD, to: pathname + search };
  toast({ title: PART_MISSING, description: PART_ADVICE, link, variant: "destructive", duration: 15_000 });
}

tellMissingWith(tellPartMissing);
