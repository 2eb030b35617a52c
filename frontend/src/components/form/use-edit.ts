import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useState } from "react";
import { type DefaultValues, type FieldValues, useForm } from "react-hook-form";
import type * as z from "zod/mini";
import { conflictingVersion } from "@/api/api-error";
import type { ConflictDialogProps, ConflictRow } from "@/components/form/conflict-dialog";
import type { FieldFailure } from "@/components/form/failure";
import { useFormFailure } from "@/components/form/use-failure";
import { lazyComponent } from "@/components/ui/lazy-component";
import { changedFields, isTouched, useSaveDraft, useSavedDraft } from "@/hooks/drafts";
import { useIsMounted } from "@/hooks/use-is-mounted";

/** Rarely needed: two people edited the same record. */
export const EditConflict = lazyComponent(
  async () => (await import("@/components/form/conflict-dialog")).ConflictDialog,
);

interface Edit<Row, Values extends FieldValues> {
  draftName: string;
  /** The form of a page: what is typed is there again after the user has left (contract 4.form.900). */
  isPage?: boolean;
  /** The record as loaded. Its version lets the server detect that someone else saved it since. */
  row: Row;
  valuesOf: (row: Row) => Values;
  schemaOf: (base: Row) => z.ZodMiniType<Values, Values>;
  /** The values that may be stored as a draft; all by default. */
  written?: (values: Values) => Values;
  send: (values: Values, base: Row) => Promise<Row>;
  /** Called even if the form has been closed. */
  onSaved: (saved: Row) => void;
  /** Called only while the form is open. */
  goOn?: () => void;
  failure: FieldFailure<Values>;
  conflict: {
    what: string;
    rowsOf: (mine: Values, current: Row) => ConflictRow[];
    /** Reason why the user's version can no longer be saved. */
    lostOf?: (current: Row) => string | undefined;
    onTheirs?: (current: Row) => void;
  };
}

/**
 * Form state for editing a record that others may edit at the same time (contract 7). After a conflict it asks which
 * version to keep.
 */
export function useEdit<Row extends ConflictDialogProps["current"], Values extends FieldValues>({
  draftName,
  isPage = false,
  row,
  valuesOf,
  schemaOf,
  written = (values) => values,
  send,
  onSaved,
  goOn,
  failure,
  conflict: { what, rowsOf, lostOf, onTheirs },
}: Edit<Row, Values>) {
  const draft = useSavedDraft<{ values: Values; base: Row }>(draftName);
  // The record may reload meanwhile; the edit is based on the one loaded here.
  const [base, setBase] = useState(draft?.base ?? row);
  const [conflict, setConflict] = useState<{ mine: Values; current: Row } | null>(null);
  const isHere = useIsMounted();
  const form = useForm<Values>({
    resolver: standardSchemaResolver(schemaOf(base)),
    // A draft of an earlier release may lack a field.
    defaultValues: { ...valuesOf(base), ...draft?.values } as DefaultValues<Values>,
  });
  const showProblem = useFormFailure(form, failure);
  const [isRestored, setIsRestored] = useState(draft !== null);
  const readDraft = () => {
    const values = form.getValues();
    return isTouched(values, valuesOf(base)) ? { values: written(values), base } : null;
  };
  const letDraftGo = useSaveDraft(draftName, readDraft, isPage);

  function buildOn(newest: Row, values: Values) {
    setConflict(null);
    setIsRestored(false);
    setBase(newest);
    form.reset(values);
  }

  function save(values: Values, savedOn: Row): void {
    void send(values, savedOn).then(
      (saved) => {
        letDraftGo();
        onSaved(saved);
        if (isHere()) goOn?.();
      },
      (error: unknown) => {
        const current = conflictingVersion<Row>(error);
        if (current && isHere()) {
          setConflict({
            mine: { ...valuesOf(current), ...changedFields(values, valuesOf(savedOn)) },
            current,
          });
        } else showProblem(error);
      },
    );
  }

  function discard() {
    buildOn(row, valuesOf(row));
  }

  function questionOf({ mine, current }: { mine: Values; current: Row }): ConflictDialogProps {
    return {
      what,
      current,
      rows: rowsOf(mine, current),
      lost: lostOf?.(current),
      onClose: () => setConflict(null),
      onUseTheirs: () => {
        buildOn(current, valuesOf(current));
        onTheirs?.(current);
      },
      onUseMine: () => {
        buildOn(current, mine);
        save(mine, current);
      },
    };
  }

  return {
    form,
    base,
    isRestored,
    discard,
    save: (values: Values) => save(values, base),
    /** Props of the conflict dialog, or null. */
    conflict: conflict && questionOf(conflict),
  };
}
