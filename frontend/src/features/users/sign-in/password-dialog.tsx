import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast-store";
import { useIsSaving } from "@/features/users/api";
import { PASSWORD_COPY } from "@/features/users/sign-in/copy";
import { PasswordForm } from "@/features/users/sign-in/password-form";
import { useSignedInUser } from "@/features/users/sign-in/session";

/** Opened from the signed-in user's name in the frame. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { username } = useSignedInUser();
  const saving = useIsSaving();
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
    </Dialog>
  );
}
