import type { ImportReport } from "@/api/types";
import { PREVIEW_COPY } from "@/features/spreadsheets/preview-copy";

/** The first rows as parsed, which shows a wrong encoding or separator. */
export function SampleTable({ columns, sample }: Pick<ImportReport, "columns" | "sample">) {
  return (
    <section
      aria-label={PREVIEW_COPY.sampleHeading}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must scroll by keyboard too
      tabIndex={0}
      className="overflow-x-auto rounded-md border"
    >
      <table className="w-full text-left text-sm">
        <thead className="bg-surface-muted">
          <tr>
            {columns.map((name, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place
              <th key={column} scope="col" className="whitespace-nowrap px-3 py-2 font-semibold">
                {name.trim() || PREVIEW_COPY.column(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no name
            <tr key={row} className="border-t">
              {columns.map((_name, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its place
                <td key={column} className="max-w-48 truncate px-3 py-2">
                  {cells[column] ?? ""}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
