import { lazyComponent } from "@/components/ui/lazy-component";

/** Seldom seen: two people edited the same record. */
export const EditConflict = lazyComponent(
  async () => (await import("@/components/form/conflict-dialog")).ConflictDialog,
);
