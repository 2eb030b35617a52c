import { useState } from "react";
import { type DefaultValues, type FieldValues, type Resolver, useForm } from "react-hook-form";
import { currentOfConflict } from "@/api/api-error";
import { isTouched, useKeepDraft, useKeptDraft } from "@/hooks/drafts";

interface Edit<Row, Values extends FieldValues> {
  /** By which name the edit is kept should the page go. */
  draftName: string;
  /** The record as it was read: its version says whether somebody else was quicker. */
  row: Row;
  valuesOf: (row: Row) => Values;
  resolverOf: (base: Row) => Resolver<Values>;
  /** What of the values may be written down; all of them unless said otherwise. */
  written?: (values: Values) => Values;
}

/** What would be saved, and what somebody else has saved meanwhile. */
interface Conflict<Row, Values> {
  mine: Values;
  current: Row;
}

/** What was changed of `base`, over `newest`: nobody takes back what they did not touch. */
function changesOver<Values extends FieldValues>(newest: Values, mine: Values, base: Values): Values {
  const touched = Object.entries(mine).filter(([name, value]) => value !== base[name]);
  return { ...newest, ...Object.fromEntries(touched) };
}

/**
 * The form of a record that others may edit at the same time (contract 7): what it builds on, what is kept of it should
 * the page go, and the question which version stands when somebody else was quicker.
 */
export function useEdit<Row extends object, Values extends FieldValues>({
  draftName,
  row,
  valuesOf,
  resolverOf,
  written = (values) => values,
}: Edit<Row, Values>) {
  const draft = useKeptDraft<{ values: Values; base: Row }>(draftName);
  // What shows elsewhere may be read again meanwhile; what was read here is what is edited.
  const [base, setBase] = useState(draft?.base ?? row);
  const [conflict, setConflict] = useState<Conflict<Row, Values> | null>(null);
  const form = useForm<Values>({
    resolver: resolverOf(base),
    defaultValues: (draft?.values ?? valuesOf(base)) as DefaultValues<Values>,
  });
  const letDraftGo = useKeepDraft(draftName, () => {
    const values = written(form.getValues());
    return isTouched(values, valuesOf(base)) ? { values, base } : null;
  });

  function buildOn(newest: Row, values: Values) {
    setConflict(null);
    setBase(newest);
    form.reset(values);
  }

  return {
    form,
    base,
    conflict,
    /** What was typed is stored. */
    letDraftGo,
    /** Asks which version stands, if that is why saving `values` on top of `savedOn` failed; tells whether it is. */
    asksAbout: (error: unknown, values: Values, savedOn: Row): boolean => {
      const current = currentOfConflict<Row>(error);
      if (!current) return false;
      setConflict({ mine: changesOver(valuesOf(current), values, valuesOf(savedOn)), current });
      return true;
    },
    putOff: () => setConflict(null),
    takeTheirs: ({ current }: Conflict<Row, Values>) => buildOn(current, valuesOf(current)),
    /** The form goes on with these; saving them is up to the caller. */
    takeMine: ({ current, mine }: Conflict<Row, Values>) => buildOn(current, mine),
  };
}
