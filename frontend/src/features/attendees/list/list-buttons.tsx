import { Printer } from "lucide-react";
import { DownloadButton } from "@/components/files/download-button";
import { Button } from "@/components/ui/button";
import { EXPORT_COPY, MANAGE_COPY } from "@/features/attendees/list/copy";
import { type AttendeeFilters, isNarrowed, queryOfSelected } from "@/features/attendees/list/filters";
import { type Selection, selectedCount } from "@/features/attendees/list/selection";
import { PRINT_URL_MAX } from "@/features/attendees/rules";

interface ExportButtonsProps {
  filters: AttendeeFilters;
  selection: Selection;
  /** How many the filters match; null while that is not known. */
  matches: number | null;
}

/** The list as a file, by its filters and in its order, or the selection alone (contract 2). */
export function ExportButtons({ filters, selection, matches }: ExportButtonsProps) {
  const selected = selectedCount(selection);
  const count = selected || matches;
  const query = queryOfSelected(selection, filters);
  const isPart = selected > 0 || isNarrowed(filters);
  const labels = EXPORT_COPY.labels(isPart ? count : null);
  const path = (ending: string) =>
    // Without a name for it the server's order is another one.
    `/api/attendees/export/${ending}?${query}${filters.sort === "newest" ? `${query && "&"}sort=newest` : ""}`;
  const shared = {
    narrow: true,
    hint: count === null ? undefined : EXPORT_COPY.what(count, selected, isNarrowed(filters)),
    disabled: count === 0,
    failure: EXPORT_COPY.failure,
    done: count === null ? undefined : EXPORT_COPY.done(count),
    refusal: query.length > PRINT_URL_MAX ? EXPORT_COPY.tooMany : undefined,
  };
  return (
    <>
      <DownloadButton {...shared} label={labels.csv} path={path("csv")} fallbackName="attendees.csv" />
      <DownloadButton
        {...shared}
        icon={null}
        label={labels.excel}
        accessibleName={labels.excelName}
        path={path("xlsx")}
        fallbackName="attendees.xlsx"
      />
    </>
  );
}

interface PrintListButtonProps {
  disabled: boolean;
  onClick: () => void;
}

export function PrintListButton({ disabled, onClick }: PrintListButtonProps) {
  return (
    <Button variant="secondary" size="tight" className="sm:px-4" onClick={onClick} disabled={disabled}>
      <Printer />
      {MANAGE_COPY.print}
    </Button>
  );
}
