import { lazy, Suspense } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { LoadingState } from "@/components/ui/states";
import { toast } from "@/components/ui/toast-store";
import { useIsSaving } from "@/features/users/api";
import { PASSWORD_COPY } from "@/features/users/copy";
import { useSignedInUser } from "@/features/users/session";

const PasswordForm = lazy(async () => ({
  default: (await import("@/features/users/password-form")).PasswordForm,
}));

interface PasswordDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Opened from the signed-in user's name in the frame. */
export function PasswordDialog({ open, onOpenChange }: PasswordDialogProps) {
  const { username } = useSignedInUser();
  const saving = useIsSaving();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => saving || onOpenChange(next)}
      title={PASSWORD_COPY.dialogTitle}
      description={PASSWORD_COPY.dialogReason}
    >
      <Suspense fallback={<LoadingState text="Loading..." />}>
        <PasswordForm
          username={username}
          onDone={() => {
            onOpenChange(false);
            toast(PASSWORD_COPY.done);
          }}
          aside={
            <Button variant="secondary" onClick={() => onOpenChange(false)} disabled={saving}>
              {PASSWORD_COPY.cancel}
            </Button>
          }
        />
      </Suspense>
    </Dialog>
  );
}
