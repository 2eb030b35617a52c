import { X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { MANAGE_COPY } from "@/features/attendees/list/copy";
import { type AttendeeFilters, tableOfSearch } from "@/features/attendees/list/filters";
import { formatTable } from "@/features/attendees/row-copy";
import { classes } from "@/lib/classes";

const LOW_FOR_A_MOUSE = "px-3 md:pointer-fine:min-h-9 md:pointer-fine:py-1 md:pointer-fine:text-sm";

interface TableFilterProps {
  filters: AttendeeFilters;
  onChange: (change: Partial<AttendeeFilters>) => void;
}

/** Offers the table that a search names as a filter, and shows the chosen one (contract 2.manage.941). */
export function TableFilter({ filters: { search, tableNumber }, onChange }: TableFilterProps) {
  const named = tableOfSearch(search);
  if (tableNumber === null && named === null) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {tableNumber === null ? null : (
        <Button
          variant="secondary"
          size="tight"
          aria-label={MANAGE_COPY.showAllTables(formatTable(tableNumber))}
          className={classes(LOW_FOR_A_MOUSE, "border-accent! bg-accent-soft!")}
          onClick={() => onChange({ tableNumber: null })}
        >
          {formatTable(tableNumber)}
          <X />
        </Button>
      )}
      {named === null || named === tableNumber ? null : (
        <Button
          variant="secondary"
          size="tight"
          className={LOW_FOR_A_MOUSE}
          onClick={() => onChange({ search: "", tableNumber: named })}
        >
          {MANAGE_COPY.showTable(named)}
        </Button>
      )}
    </div>
  );
}
