import { LoaderCircle } from "lucide-react";
import { classes } from "@/lib/classes";

/** A turning circle beside words that say what is going on; it says nothing by itself. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden="true" className={classes("size-5 shrink-0 animate-spin", className)} />;
}
