import { useQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { EventMail } from "@/api/types";
import { DraftNote } from "@/components/form/draft-note";
import { useFormFailure } from "@/components/form/use-failure";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Card, CardHeading } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input, LinesInput } from "@/components/ui/input";
import { QueryView } from "@/components/ui/states";
import { toast } from "@/components/ui/toast-store";
import { eventMailQuery, sendingQuery, usePreview, useSaveTexts } from "@/features/mail/api";
import { EVENT_MAIL_COPY as COPY, SEND_COPY } from "@/features/mail/copy";
import { PreviewDialog } from "@/features/mail/preview-dialog";
import { OPENING_MAX, SUBJECT_MAX } from "@/features/mail/rules";
import { SendDialog } from "@/features/mail/send-dialog";
import { changedFields, isTouched, useSaveDraft, useSavedDraft } from "@/hooks/drafts";

/** Texts of an event's messages, and 'Tell the guests'; nothing where the server cannot send. */
export function EventMailCard({ eventId }: { eventId: number }) {
  const sending = useQuery(sendingQuery());
  const texts = useQuery({ ...eventMailQuery(eventId), enabled: Boolean(sending.data?.mail.isSetUp) });
  const [isTelling, setIsTelling] = useState(false);
  if (!sending.data?.mail.isSetUp) return null;
  const toTell = texts.data?.toTell ?? 0;
  return (
    <Card className="flex flex-col gap-4">
      <CardHeading hint={COPY.hint}>{COPY.title}</CardHeading>
      {toTell > 0 ? (
        <Callout tone="warning">
          <p>{COPY.toTell(toTell)}</p>
          <Button variant="secondary" className="self-start" onClick={() => setIsTelling(true)}>
            <Mail />
            {COPY.tell}
          </Button>
        </Callout>
      ) : null}
      {texts.data ? (
        <TextsForm key={eventId} eventId={eventId} saved={texts.data} />
      ) : (
        <QueryView query={texts} loading={COPY.loading} failed={COPY.failed} />
      )}
      {isTelling ? (
        <SendDialog
          title={SEND_COPY.titleTell(toTell)}
          request={{ eventId, expected: toTell, tellsChange: true, again: true }}
          onClose={() => setIsTelling(false)}
        />
      ) : null}
    </Card>
  );
}

function TextsForm({ eventId, saved }: { eventId: number; saved: EventMail }) {
  const save = useSaveTexts(eventId);
  const preview = usePreview(eventId);
  const [base, setBase] = useState({ subject: saved.subject ?? "", opening: saved.opening ?? "" });
  const draftName = `event-mail-${eventId}`;
  const draft = useSavedDraft<Partial<typeof base>>(draftName);
  const restored = { ...base, ...draft };
  const [isRestored, setIsRestored] = useState(() => isTouched(restored, base));
  const form = useForm({ defaultValues: restored });
  const showProblem = useFormFailure(form, { fields: ["subject", "opening"], ...COPY.failure });
  const { errors } = form.formState;
  const readDraft = () => {
    const values = form.getValues();
    return isTouched(values, base) ? changedFields(values, base) : null;
  };
  useSaveDraft(draftName, readDraft, true);
  const submit = form.handleSubmit((values) =>
    // Another person may have changed the other text.
    save.mutateAsync(changedFields(values, base)).then(() => {
      setBase(values);
      setIsRestored(false);
      toast(COPY.saved);
    }, showProblem),
  );
  return (
    <form onSubmit={submit} noValidate autoComplete="off" className="flex flex-col gap-4">
      {isRestored ? (
        <DraftNote
          onDiscard={() => {
            form.reset(base);
            setIsRestored(false);
          }}
        />
      ) : null}
      <Field label={COPY.subject} error={errors.subject?.message}>
        <Input {...form.register("subject")} maxLength={SUBJECT_MAX} placeholder={saved.usualSubject} />
      </Field>
      <Field label={COPY.opening} hint={COPY.openingHint} error={errors.opening?.message}>
        <LinesInput {...form.register("opening")} maxLength={OPENING_MAX} />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={save.isPending} pendingText={COPY.saving}>
          {COPY.save}
        </Button>
        <Button variant="secondary" onClick={() => preview.mutate(form.getValues())}>
          {COPY.preview}
        </Button>
      </div>
      {preview.isIdle ? null : <PreviewDialog preview={preview} onClose={preview.reset} />}
    </form>
  );
}
