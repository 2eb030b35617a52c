import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import type { InstallationSettings } from "@/api/types";
import { DraftNote } from "@/components/form/draft-note";
import { useFormFailure } from "@/components/form/use-failure";
import { Button } from "@/components/ui/button";
import { Card, CardHeading } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input, LinesInput } from "@/components/ui/input";
import { dismissShownToast, toast } from "@/components/ui/toast-store";
import { useChangeSettings } from "@/features/settings/api";
import { AccentField, LogoField } from "@/features/settings/brand-fields";
import { ORGANISATION_COPY, SETTINGS_COPY, TICKET_TEXT_COPY } from "@/features/settings/copy";
import { FormatFields } from "@/features/settings/format-fields";
import { ORGANISATION_NAME_MAX, TICKET_TEXT_MAX, TICKET_TEXT_READABLE } from "@/features/settings/rules";
import {
  changesOf,
  SETTINGS_FIELDS,
  type SettingsValues,
  settingsSchema,
  valuesOf,
} from "@/features/settings/settings-values";
import { changedFields, isTouched, useSaveDraft, useSavedDraft } from "@/hooks/drafts";

const DRAFT = "settings";

/** Everything that can be set, on one form; the logo is stored as soon as it is chosen (contract 2.settings). */
export function SettingsForm({ settings }: { settings: InstallationSettings }) {
  // Only what was changed: another super admin may have changed the rest since.
  const draft = useSavedDraft<Partial<SettingsValues>>(DRAFT);
  const [base, setBase] = useState(() => valuesOf(settings));
  const form = useForm<SettingsValues>({
    mode: "onTouched",
    resolver: standardSchemaResolver(settingsSchema),
    defaultValues: { ...base, ...draft },
  });
  const showProblem = useFormFailure(form, { fields: SETTINGS_FIELDS, ...SETTINGS_COPY.failure });
  const { errors } = form.formState;
  const change = useChangeSettings();
  const [isRestored, setIsRestored] = useState(() => isTouched(form.getValues(), base));
  const readDraft = () => {
    const values = form.getValues();
    return isTouched(values, base) ? changedFields(values, base) : null;
  };
  useSaveDraft(DRAFT, readDraft, true);

  function showSaved(saved: SettingsValues) {
    setBase(saved);
    form.reset(saved);
    setIsRestored(false);
  }

  function save(values: SettingsValues) {
    const changes = changesOf(values, base);
    if (Object.keys(changes).length === 0) {
      toast({ title: SETTINGS_COPY.unchanged });
      return;
    }
    void change.mutateAsync(changes).then(
      (saved) => {
        showSaved(valuesOf(saved));
        toast(SETTINGS_COPY.saved);
      },
      (error) => {
        dismissShownToast();
        showProblem(error);
      },
    );
  }

  const textLength = form.watch("ticketText").length;

  return (
    <form
      onSubmit={form.handleSubmit(save, dismissShownToast)}
      noValidate
      autoComplete="off"
      className="flex flex-col gap-6"
    >
      {isRestored ? <DraftNote onDiscard={() => showSaved(base)} /> : null}
      <Section heading={ORGANISATION_COPY.heading} hint={ORGANISATION_COPY.hint}>
        <Field
          label={ORGANISATION_COPY.name}
          hint={ORGANISATION_COPY.nameHint}
          error={errors.organisationName?.message}
        >
          <Input
            maxLength={ORGANISATION_NAME_MAX}
            autoCapitalize="words"
            {...form.register("organisationName")}
          />
        </Field>
        <LogoField logoUrl={settings.logoUrl} />
        <AccentField form={form} />
      </Section>
      <FormatFields form={form} savedCurrency={base.currency} />
      <Section heading={TICKET_TEXT_COPY.heading}>
        <Field
          label={TICKET_TEXT_COPY.label}
          hint={
            textLength > TICKET_TEXT_READABLE ? TICKET_TEXT_COPY.small(textLength) : TICKET_TEXT_COPY.hint
          }
          error={errors.ticketText?.message}
        >
          <LinesInput maxLength={TICKET_TEXT_MAX} rows={3} {...form.register("ticketText")} />
        </Field>
      </Section>
      <Button
        type="submit"
        pending={change.isPending}
        pendingText={SETTINGS_COPY.saving}
        className="sm:self-start"
      >
        {SETTINGS_COPY.save}
      </Button>
    </form>
  );
}

function Section({ heading, hint, children }: { heading: string; hint?: string; children: ReactNode }) {
  return (
    <Card className="flex flex-col gap-5">
      <CardHeading hint={hint}>{heading}</CardHeading>
      {children}
    </Card>
  );
}
