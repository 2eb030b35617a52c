import { useState } from "react";
import type { User } from "@/api/types";
import { useDiscardQuestion } from "@/components/form/use-discard-question";
import { Dialog } from "@/components/ui/dialog";
import { lazyComponent } from "@/components/ui/lazy-component";
import { LoadingState } from "@/components/ui/states";
import { EDIT_USER_COPY, USERS_COPY } from "@/features/users/accounts/copy";
import { editDraftName } from "@/features/users/accounts/user-values";
import { useIsSaving } from "@/features/users/api";
import { isFormTouched } from "@/hooks/drafts";

const EditUserForm = lazyComponent(
  async () => (await import("@/features/users/accounts/edit-user-form")).EditUserForm,
  <LoadingState text={USERS_COPY.loadingForm} />,
);

interface EditUserDialogProps {
  /** The account as it was when the dialog opened. */
  user: User;
  onClose: () => void;
}

/** Independent of the user's card, which changes with the account: typed text must stay (contract 2.users.1001). */
export function EditUserDialog({ user, onClose }: EditUserDialogProps) {
  const saving = useIsSaving();
  const [isHeld, setIsHeld] = useState(false);
  const { leave, question } = useDiscardQuestion(() => isFormTouched(editDraftName(user.id)), onClose);
  return (
    <Dialog open onOpenChange={() => saving || isHeld || leave()} title={EDIT_USER_COPY.title}>
      <EditUserForm user={user} onClose={onClose} onHold={() => setIsHeld(true)} />
      {question}
    </Dialog>
  );
}
