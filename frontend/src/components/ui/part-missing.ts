import { tellMissingWith } from "@/components/ui/lazy-part";
import { toast } from "@/components/ui/toast-store";

export const PART_MISSING = "A part of this page could not be shown";
export const PART_ADVICE = "Everything else goes on. Reload the page when you can.";

export const RELOAD = "Reload";

export function tellPartMissing(): void {
  // The address of the page itself: it is loaded anew.
  const link = { text: RELOAD, to: "" };
  toast({ title: PART_MISSING, description: PART_ADVICE, link, variant: "destructive", duration: 15_000 });
}

tellMissingWith(tellPartMissing);
