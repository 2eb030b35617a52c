import { type ChangeEvent, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { failureText } from "@/components/form/failure";
import { useFailureAfterLeaving } from "@/components/form/use-failure";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast-store";
import { useChangeLogo } from "@/features/settings/api";
import { ORGANISATION_COPY as COPY, SETTINGS_COPY } from "@/features/settings/copy";
import { colourText, isColour, LOGO_KIB_MAX, LOGO_TYPES } from "@/features/settings/rules";
import type { SettingsValues } from "@/features/settings/settings-values";
import { accentPreviews } from "@/lib/accent";

interface AccentFieldProps {
  form: UseFormReturn<SettingsValues>;
}

/** The accent colour, typed or picked, with a button as it will look in light and dark. Blank: the product's own. */
export function AccentField({ form }: AccentFieldProps) {
  const colour = colourText(form.watch("accentColor"));
  const picked = isColour(colour) ? colour : undefined;
  return (
    <div className="flex flex-col gap-3">
      <Field label={COPY.accent} hint={COPY.accentHint} error={form.formState.errors.accentColor?.message}>
        <div className="flex gap-2 sm:max-w-60">
          <Input
            spellCheck={false}
            autoCapitalize="none"
            className="tabular-nums"
            {...form.register("accentColor")}
          />
          <input
            type="color"
            aria-label={COPY.pickAccent}
            value={picked ?? accentPreviews.unset}
            onChange={({ target }) => form.setValue("accentColor", target.value, { shouldValidate: true })}
            className="size-11 shrink-0 cursor-pointer rounded-md border border-border-strong bg-surface p-1"
          />
        </div>
      </Field>
      {picked ? (
        <ul aria-label={COPY.preview} className="flex flex-wrap gap-3">
          {(["light", "dark"] as const).map((scheme) => {
            const { ground, text, accent, onAccent } = accentPreviews.of(picked, scheme);
            return (
              <li
                key={scheme}
                style={{ background: ground, color: text }}
                className="flex min-w-48 flex-col gap-2 rounded-md border p-3 text-sm"
              >
                {scheme === "light" ? COPY.inLight : COPY.inDark}
                <span
                  style={{ background: accent, color: onAccent }}
                  className="rounded-md px-4 py-2 text-center font-medium text-base"
                >
                  {SETTINGS_COPY.save}
                </span>
              </li>
            );
          })}
        </ul>
      ) : null}
    </div>
  );
}

/** The logo, stored as soon as it is chosen. The server judges the file by its bytes. */
export function LogoField({ logoUrl }: { logoUrl: string | null }) {
  const picker = useRef<HTMLInputElement>(null);
  const change = useChangeLogo();
  const [wrong, setWrong] = useState<string | null>(null);
  const showIfLeft = useFailureAfterLeaving();

  function store(file: File | null) {
    setWrong(null);
    void change.mutateAsync(file).then(
      () => toast(file ? COPY.logoSaved : COPY.logoRemoved),
      (error) => {
        setWrong(failureText(error, COPY.logoFailure.fallback));
        showIfLeft(error, COPY.logoFailure);
      },
    );
  }

  function pick({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    // Allows choosing the same file again after a correction.
    target.value = "";
    if (!file) return;
    if (file.size > LOGO_KIB_MAX * 1024) setWrong(COPY.logoTooLarge);
    else store(file);
  }

  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-medium text-sm">{COPY.logo}</legend>
      <div className="flex flex-wrap items-center gap-4">
        <div className="flex h-20 w-40 items-center justify-center rounded-md border bg-paper p-2">
          {logoUrl ? (
            <img src={logoUrl} alt={COPY.logo} className="max-h-full max-w-full object-contain" />
          ) : (
            <span className="text-ink-muted text-sm">{COPY.noLogo}</span>
          )}
        </div>
        <Button
          variant="secondary"
          onClick={() => picker.current?.click()}
          pending={change.isPending}
          pendingText={COPY.logoBusy}
        >
          {logoUrl ? COPY.replaceLogo : COPY.chooseLogo}
        </Button>
        {logoUrl ? (
          <Button variant="ghost" onClick={() => store(null)} disabled={change.isPending}>
            {COPY.removeLogo}
          </Button>
        ) : null}
        <input ref={picker} type="file" accept={LOGO_TYPES} onChange={pick} aria-label={COPY.logo} hidden />
      </div>
      {wrong ? (
        <p role="alert" className="font-medium text-danger-text text-sm">
          {wrong}
        </p>
      ) : (
        <p className="text-sm text-text-muted">{COPY.logoHint}</p>
      )}
    </fieldset>
  );
}
