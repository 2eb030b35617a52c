import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useRef, useState } from "react";
import { type DefaultValues, type FieldValues, useForm } from "react-hook-form";
import type * as z from "zod/mini";
import { ApiError, isRefused } from "@/api/api-error";
import type { FieldFailure } from "@/components/form/failure";
import { useFormFailure } from "@/components/form/use-failure";
import { toast } from "@/components/ui/toast-store";
import { isTouched, useSaveDraft, useSavedDraft } from "@/hooks/drafts";
import { useIsMounted } from "@/hooks/use-is-mounted";
import { newIdempotencyKey } from "@/lib/idempotency-key";

interface Creation<Values extends FieldValues> {
  draftName: string;
  /** The form of a page: what is typed is there again after the user has left (contract 4.form.900). */
  isPage?: boolean;
  blank: Values;
  schema: z.ZodMiniType<Values, Values>;
  failure: FieldFailure<Values>;
  /** Message if an earlier try succeeded with other content; the user decides whether to try again. */
  createdBefore: { title: string; description: string };
}

interface Sending<Row> {
  create: (idempotencyKey: string) => Promise<Row>;
  /** Called even if the form has been closed. */
  onCreated: (row: Row) => void;
  /** Called only while the form is open. */
  goOn: (row: Row) => void;
}

const isKeyReused = (error: unknown) => error instanceof ApiError && error.code === "key_reused";

/**
 * Form state for a new record that must be created once, however often it is sent (contract 4): after a double tap, a
 * lost response or a reload. The idempotency key is stored with the draft.
 */
export function useCreation<Values extends FieldValues>({
  draftName,
  isPage = false,
  blank,
  schema,
  failure,
  createdBefore,
}: Creation<Values>) {
  const isMounted = useIsMounted();
  const draft = useSavedDraft<{ values: Values; idempotencyKey: string }>(draftName);
  const key = useRef(draft?.idempotencyKey ?? newIdempotencyKey());
  /** An earlier request under this key may have succeeded: its response was lost, or is unknown to a restored draft. */
  const mayExist = useRef(draft !== null);
  const form = useForm<Values>({
    resolver: standardSchemaResolver(schema),
    defaultValues: { ...blank, ...draft?.values } as DefaultValues<Values>,
  });
  const showProblem = useFormFailure(form, failure);
  const [isRestored, setIsRestored] = useState(draft !== null);
  const readDraft = () => {
    const values = form.getValues();
    return isTouched(values, blank) ? { values, idempotencyKey: key.current } : null;
  };
  const letDraftGo = useSaveDraft(draftName, readDraft, isPage);

  function renewKey() {
    key.current = newIdempotencyKey();
    mayExist.current = false;
  }

  function send<Row>({ create, onCreated, goOn }: Sending<Row>): void {
    void create(key.current).then(
      (row) => {
        letDraftGo();
        renewKey();
        onCreated(row);
        if (isMounted()) goOn(row);
      },
      (error: unknown) => {
        if (!isRefused(error)) mayExist.current = true;
        else if (isKeyReused(error) || !mayExist.current) renewKey();
        if (isKeyReused(error)) toast({ ...createdBefore, variant: "destructive" });
        else showProblem(error);
      },
    );
  }

  function discard() {
    renewKey();
    setIsRestored(false);
    form.reset(blank);
  }

  return { form, send, isRestored, discard };
}
