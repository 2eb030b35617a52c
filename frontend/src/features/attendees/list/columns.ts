import type { RowShape } from "@/hooks/row-size";

/** Columns of the rows and headings on a wide screen. */
export const COLUMNS =
  "grid grid-cols-[minmax(9rem,1fr)_minmax(0,9rem)_5rem_7rem_9.5rem] items-center gap-x-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,10rem)_7.5rem_5rem_8rem_9.5rem] xl:grid-cols-[minmax(0,1fr)_minmax(0,10rem)_7.5rem_8rem_5rem_9rem_9.5rem]";

/** Row height in rem, and its class. */
export const ROWS: Record<RowShape, { rem: number; height: string }> = {
  block: { rem: 4.5, height: "h-18" },
  line: { rem: 2.75, height: "h-11" },
  compact: { rem: 1.25, height: "h-5" },
};
