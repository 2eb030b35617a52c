import { type ChangeEvent, useRef, useState } from "react";
import { failureText } from "@/components/form/failure";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import { useChangeLogo } from "@/features/settings/api";
import { ORGANISATION_COPY as COPY } from "@/features/settings/copy";
import { LOGO_KIB_MAX, LOGO_TYPES } from "@/features/settings/rules";

/** The logo, stored as soon as it is chosen. The server judges the file by its bytes. */
export function LogoField({ logoUrl }: { logoUrl: string | null }) {
  const picker = useRef<HTMLInputElement>(null);
  const change = useChangeLogo();
  const [wrong, setWrong] = useState<string | null>(null);

  function store(file: File | null) {
    setWrong(null);
    change.mutate(file, {
      onSuccess: () => toast(file ? COPY.logoSaved : COPY.logoRemoved),
      onError: (error) => setWrong(failureText(error, COPY.logoFailure)),
    });
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
