import { LoaderCircle } from "lucide-react";
import { classes } from "@/lib/classes";

/** Decorative spinner beside a text that says what is loading. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle className={classes("size-5 shrink-0 animate-spin", className)} />;
}
