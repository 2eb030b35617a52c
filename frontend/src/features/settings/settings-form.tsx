import { type FormEvent, type ReactNode, useState } from "react";
import { ApiError } from "@/api/api-error";
import type { InstallationSettings } from "@/api/types";
import { DraftNote } from "@/components/form/draft-note";
import { showFailure } from "@/components/form/failure";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input, LinesInput } from "@/components/ui/input";
import { toast } from "@/components/ui/toast-store";
import { AccentField } from "@/features/settings/accent-field";
import { useChangeSettings } from "@/features/settings/api";
import { ORGANISATION_COPY, SETTINGS_COPY, TICKET_TEXT_COPY } from "@/features/settings/copy";
import { FormatFields } from "@/features/settings/format-fields";
import { LogoField } from "@/features/settings/logo-field";
import { ORGANISATION_NAME_MAX, TICKET_TEXT_MAX } from "@/features/settings/rules";
import {
  changesOf,
  problemsOf,
  type SettingsValues,
  valuesOf,
  type Wrong,
} from "@/features/settings/settings-values";
import { changedFields, isTouched, useSaveDraft, useSavedDraft } from "@/hooks/drafts";

const DRAFT = "settings";

/** Everything that can be set, on one form; the logo is stored as soon as it is chosen (contract 2.settings). */
export function SettingsForm({ settings }: { settings: InstallationSettings }) {
  // Only what was changed: another super admin may have changed the rest since.
  const draft = useSavedDraft<Partial<SettingsValues>>(DRAFT);
  const [base, setBase] = useState(() => valuesOf(settings));
  const [values, setValues] = useState<SettingsValues>({ ...base, ...draft });
  const [wrong, setWrong] = useState<Wrong>({});
  const change = useChangeSettings();
  const [isRestored, setIsRestored] = useState(() => isTouched(values, base));
  useSaveDraft(DRAFT, () => (isTouched(values, base) ? changedFields(values, base) : null), true);
  const set = (changed: Partial<SettingsValues>) => setValues({ ...values, ...changed });

  function submit(submitEvent: FormEvent) {
    submitEvent.preventDefault();
    const found = problemsOf(values);
    setWrong(found);
    if (Object.keys(found).length > 0) return;
    const changes = changesOf(values, base);
    if (Object.keys(changes).length === 0) {
      toast({ title: SETTINGS_COPY.unchanged });
      return;
    }
    change.mutate(changes, {
      onSuccess: (saved) => {
        setBase(valuesOf(saved));
        setValues(valuesOf(saved));
        setIsRestored(false);
        toast(SETTINGS_COPY.saved);
      },
      onError: (error) => {
        const errors = error instanceof ApiError ? error.errors : [];
        if (errors.length > 0) setWrong(Object.fromEntries(errors.map((one) => [one.field, one.message])));
        else showFailure(error, SETTINGS_COPY.failure);
      },
    });
  }

  return (
    <form onSubmit={submit} noValidate autoComplete="off" className="flex flex-col gap-6">
      {isRestored ? (
        <DraftNote
          onDiscard={() => {
            setValues(base);
            setIsRestored(false);
          }}
        />
      ) : null}
      <Section heading={ORGANISATION_COPY.heading} hint={ORGANISATION_COPY.hint}>
        <Field
          label={ORGANISATION_COPY.name}
          hint={ORGANISATION_COPY.nameHint}
          error={wrong.organisationName}
        >
          <Input
            value={values.organisationName}
            maxLength={ORGANISATION_NAME_MAX}
            onChange={({ target }) => set({ organisationName: target.value })}
            autoCapitalize="words"
          />
        </Field>
        <LogoField logoUrl={settings.logoUrl} />
        <AccentField
          value={values.accentColor}
          error={wrong.accentColor}
          onChange={(accentColor) => set({ accentColor })}
        />
      </Section>
      <FormatFields values={values} savedCurrency={base.currency} error={wrong.currency} onChange={set} />
      <Section heading={TICKET_TEXT_COPY.heading}>
        <Field label={TICKET_TEXT_COPY.label} hint={TICKET_TEXT_COPY.hint} error={wrong.ticketText}>
          <LinesInput
            value={values.ticketText}
            maxLength={TICKET_TEXT_MAX}
            rows={3}
            onChange={({ target }) => set({ ticketText: target.value })}
          />
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
      <div className="flex flex-col gap-1">
        <CardTitle>{heading}</CardTitle>
        {hint ? <p className="text-sm text-text-muted">{hint}</p> : null}
      </div>
      {children}
    </Card>
  );
}
