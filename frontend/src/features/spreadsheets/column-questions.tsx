import { useState } from "react";
import type { ImportReport } from "@/api/types";
import { Callout } from "@/components/ui/callout";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import {
  type ColumnMapping,
  type ColumnQuestion,
  FIELD_LABEL,
  headingOf,
  type ImportField,
  PREVIEW_COPY,
  QUESTION_COPY,
} from "@/features/spreadsheets/preview-copy";
import type { PreviewProps } from "@/features/spreadsheets/row-choices";

interface ColumnQuestionsProps extends PreviewProps {
  questions: readonly ColumnQuestion[];
  /** Questions without an answer yet. */
  unanswered: readonly ColumnQuestion[];
}

interface AskedProps {
  question: ColumnQuestion;
  report: ImportReport;
  /** Null: no column has it. */
  onAnswer: (chosen: ColumnMapping) => void;
}

const EXAMPLE_MAX = 24;

/** Options for the file's columns, each with its first value. */
function ColumnOptions({ report: { columns, sample } }: { report: ImportReport }) {
  return columns.map((name, column) => {
    const first = sample.map((row) => (row[column] ?? "").trim()).find((cell) => cell !== "") ?? "";
    const example = first.length > EXAMPLE_MAX ? `${first.slice(0, EXAMPLE_MAX)}...` : first;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place
      <option key={column} value={column}>
        {QUESTION_COPY.column(name.trim() || PREVIEW_COPY.column(column), example)}
      </option>
    );
  });
}

/** Full name in one column, or first and last name in two. */
function AskedName({ question, report, onAnswer }: AskedProps) {
  const [last, setLast] = useState<number | null>(null);
  const [first, setFirst] = useState<number | null>(null);
  function choose(name: number | null, lastName: number | null) {
    setFirst(name);
    setLast(lastName);
    if (name === null) return;
    const isWhole = lastName === null || lastName === name;
    onAnswer({
      fullName: isWhole ? name : null,
      firstName: isWhole ? null : name,
      middleName: null,
      lastName: isWhole ? null : lastName,
    });
  }
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label={QUESTION_COPY.ask(question.field)}>
        <Select
          value={first ?? ""}
          onChange={({ target }) => choose(target.value === "" ? null : Number(target.value), last)}
        >
          <option value="">{QUESTION_COPY.choose}</option>
          <ColumnOptions report={report} />
        </Select>
      </Field>
      <Field label={QUESTION_COPY.lastName}>
        <Select
          value={last ?? ""}
          onChange={({ target }) => choose(first, target.value === "" ? null : Number(target.value))}
        >
          <option value="">{QUESTION_COPY.sameColumn}</option>
          <ColumnOptions report={report} />
        </Select>
      </Field>
    </div>
  );
}

const NONE = "none";

function AskedField({ question, report, onAnswer }: AskedProps) {
  const [chosen, setChosen] = useState("");
  const { field } = question;
  return (
    <Field label={QUESTION_COPY.ask(field)}>
      <Select
        value={chosen}
        onChange={({ target }) => {
          setChosen(target.value);
          if (target.value !== "")
            onAnswer({ [field]: target.value === NONE ? null : Number(target.value) } as ColumnMapping);
        }}
      >
        <option value="">{QUESTION_COPY.choose}</option>
        <ColumnOptions report={report} />
        <option value={NONE}>{QUESTION_COPY.none(field)}</option>
      </Select>
    </Field>
  );
}

/** Adds an answer to the mapping. A column holds one field, so a guess for another field is removed. */
function withAnswer(mapping: ColumnMapping, answer: ColumnMapping): ColumnMapping {
  const taken = new Set(Object.values(answer).filter((column) => column !== null));
  const kept = Object.entries(mapping).filter(([, column]) => !taken.has(column as number));
  return { ...Object.fromEntries(kept), ...answer };
}

/** Questions about the columns that the user must answer before the import (contract 2). */
export function ColumnQuestions({
  questions,
  unanswered,
  importRequest,
  report,
  onChange,
}: ColumnQuestionsProps) {
  if (questions.length === 0) return null;
  return (
    <Callout
      tone={unanswered.length > 0 ? "warning" : "info"}
      title={unanswered.length > 0 ? QUESTION_COPY.heading(unanswered.length) : QUESTION_COPY.answered}
    >
      <div className="flex flex-col gap-4">
        {questions.map((question) => {
          const { field, reason, columns } = question;
          const Asked = field === "name" ? AskedName : AskedField;
          const label = field === "name" ? QUESTION_COPY.name : FIELD_LABEL[field as ImportField];
          return (
            <div key={field} className="flex flex-col gap-2">
              <p>
                {QUESTION_COPY.reason[reason](
                  label,
                  columns.map((column) => headingOf(report.columns, column)),
                )}
              </p>
              <Asked
                question={question}
                report={report}
                onAnswer={(answer) =>
                  onChange({
                    ...importRequest,
                    mapping: withAnswer(importRequest.mapping ?? report.mapping, answer),
                    answered: [...new Set([...importRequest.answered, field])],
                    // Answering that no column has phones means importing without them, until a column is chosen.
                    includeWithoutPhone:
                      answer.phone === undefined ? importRequest.includeWithoutPhone : answer.phone === null,
                  })
                }
              />
            </div>
          );
        })}
      </div>
    </Callout>
  );
}
