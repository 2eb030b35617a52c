import type { UseFormReturn } from "react-hook-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { ORGANISATION_COPY as COPY, SETTINGS_COPY } from "@/features/settings/copy";
import { colourText, isColour } from "@/features/settings/rules";
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
