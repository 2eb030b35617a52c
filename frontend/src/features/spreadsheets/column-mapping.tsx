import type { ImportReport } from "@/api/types";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import {
  type ColumnMapping,
  FIELD_LABEL,
  IMPORT_FIELDS,
  type ImportField,
  MAPPING_COPY,
  PREVIEW_COPY,
} from "@/features/spreadsheets/preview-copy";
import type { ImportPlace } from "@/features/spreadsheets/use-import-check";

interface MappingFieldsProps {
  report: ImportReport;
  /** The current mapping: the server's guess, or the user's choice. */
  mapping: ColumnMapping;
  place: ImportPlace;
  onChange: (mapping: ColumnMapping) => void;
}

/** With a chosen event the file's own events are ignored (contract 5). */
const fieldsOf = (place: ImportPlace): readonly ImportField[] =>
  place === "backup"
    ? IMPORT_FIELDS
    : IMPORT_FIELDS.filter((field) => field !== "eventId" && field !== "eventName");

/** Headings of columns with values that the import ignores. */
export function NotTaken({
  report,
  mapping,
  place,
  keepsCodes,
}: Omit<MappingFieldsProps, "onChange"> & { keepsCodes: boolean }) {
  const fields = fieldsOf(place).filter((field) => keepsCodes || field !== "ticketCode");
  const taken = new Set(fields.map((field) => mapping[field]));
  const left = report.columns.flatMap((name, column) => {
    const isEmpty = name.trim() === "" && report.sample.every((row) => (row[column] ?? "").trim() === "");
    return taken.has(column) || isEmpty ? [] : [name.trim() || PREVIEW_COPY.column(column)];
  });
  if (left.length === 0) return null;
  return <p className="wrap-anywhere text-sm text-text-muted">{MAPPING_COPY.notTaken(left)}</p>;
}

/** The column of each field, with its first value as a check. */
export function MappingFields({ report, mapping, place, onChange }: MappingFieldsProps) {
  const { columns, sample } = report;
  return (
    <>
      <p className="text-sm text-text-muted">{MAPPING_COPY.text}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {fieldsOf(place).map((field) => {
          const index = mapping[field] ?? null;
          const example = index === null ? "" : (sample[0]?.[index] ?? "").trim();
          return (
            <Field
              key={field}
              label={FIELD_LABEL[field]}
              hint={
                example ? <span className="block truncate">{MAPPING_COPY.example(example)}</span> : undefined
              }
            >
              <Select
                value={index ?? ""}
                onChange={({ target }) =>
                  onChange({ ...mapping, [field]: target.value === "" ? null : Number(target.value) })
                }
              >
                <option value="">{MAPPING_COPY.notInFile}</option>
                {columns.map((name, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place, names may be twice there
                  <option key={column} value={column}>
                    {name.trim() || PREVIEW_COPY.column(column)}
                  </option>
                ))}
              </Select>
            </Field>
          );
        })}
      </div>
    </>
  );
}
