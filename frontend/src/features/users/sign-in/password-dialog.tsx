import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { lazyComponent } from "@/components/ui/lazy-component";
import { LoadingState } from "@/components/ui/states";
import { toast } from "@/components/ui/toast-store";
import { ActiveSessions } from "@/features/users/active-sessions/active-sessions";
import { SIGN_INS_COPY } from "@/features/users/active-sessions/copy";
import { useIsSaving } from "@/features/users/api";
import { SECOND_FACTOR_COPY } from "@/features/users/second-factor/copy";
import { PASSWORD_COPY } from "@/features/users/sign-in/copy";
import { PasswordForm } from "@/features/users/sign-in/password-form";
import { useSignedInUser } from "@/features/users/sign-in/session";

const OwnSecondFactor = lazyComponent(
  async () => (await import("@/features/users/second-factor/own-second-factor")).OwnSecondFactor,
  <LoadingState text={SECOND_FACTOR_COPY.loading} />,
);

/** Opened by the user's name in the frame: password, second factor and sessions. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { username, hasSecondFactor } = useSignedInUser();
  const saving = useIsSaving();
  const [view, setView] = useState<"password" | "second factor" | "recovery codes">("password");
  if (view !== "password")
    return (
      <Dialog
        open
        onOpenChange={() => saving || view === "recovery codes" || onClose()}
        title={SECOND_FACTOR_COPY.title}
        description={SECOND_FACTOR_COPY.text}
      >
        <OwnSecondFactor username={username} onClose={onClose} onHold={() => setView("recovery codes")} />
      </Dialog>
    );
  return (
    <Dialog
      open
      onOpenChange={() => saving || onClose()}
      title={PASSWORD_COPY.dialogTitle}
      description={PASSWORD_COPY.dialogReason}
    >
      <PasswordForm
        username={username}
        onDone={() => {
          onClose();
          toast(PASSWORD_COPY.done);
        }}
        aside={
          <Button variant="secondary" onClick={onClose} disabled={saving}>
            {PASSWORD_COPY.cancel}
          </Button>
        }
      />
      <div className="flex items-center justify-between gap-3 border-t pt-4">
        <div className="flex items-center gap-3">
          <ShieldCheck className="size-5 shrink-0 text-text-muted" />
          <p>
            {SECOND_FACTOR_COPY.title}:{" "}
            <span className="font-medium">
              {hasSecondFactor ? SECOND_FACTOR_COPY.on : SECOND_FACTOR_COPY.off}
            </span>
          </p>
        </div>
        <Button
          variant="secondary"
          onClick={() => setView("second factor")}
          disabled={saving}
          aria-label={`${hasSecondFactor ? SECOND_FACTOR_COPY.change : SECOND_FACTOR_COPY.setUp}: ${SECOND_FACTOR_COPY.title}`}
        >
          {hasSecondFactor ? SECOND_FACTOR_COPY.change : SECOND_FACTOR_COPY.setUp}
        </Button>
      </div>
      <section className="flex flex-col gap-2 border-t pt-5">
        <h3 className="font-semibold">{SIGN_INS_COPY.own}</h3>
        <ActiveSessions whose={null} />
      </section>
    </Dialog>
  );
}
