import { tellMissingWith } from "@/components/ui/lazy-part";
import { toast } from "@/components/ui/toast-store";

export const PART_MISSING = "A part of this page could not be shown";
export const PART_ADVICE = "Everything else goes on. Reload the page when you can.";

export function tellPartMissing(): void {
  toast({ title: PART_MISSING, description: PART_ADVICE, variant: "destructive", duration: 15_000 });
}

tellMissingWith(tellPartMissing);
