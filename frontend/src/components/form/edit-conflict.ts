import { lazyPart } from "@/components/ui/lazy-part";

/** Seldom seen: two people edited the same record. */
export const EditConflict = lazyPart(
  async () => (await import("@/components/form/conflict-dialog")).ConflictDialog,
);
