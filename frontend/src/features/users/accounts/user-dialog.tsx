import { useState } from "react";
import type { User } from "@/api/types";
import { useDiscardQuestion } from "@/components/form/use-discard-question";
import { Dialog } from "@/components/ui/dialog";
import { lazyComponent } from "@/components/ui/lazy-component";
import { LoadingState } from "@/components/ui/states";
import { ADD_USER_COPY, EDIT_USER_COPY, USERS_COPY } from "@/features/users/accounts/copy";
import { ADD_DRAFT_NAME, editDraftName } from "@/features/users/accounts/user-values";
import { useIsSaving } from "@/features/users/api";
import { isFormTouched } from "@/hooks/drafts";

const AddUserForm = lazyComponent(
  async () => (await import("@/features/users/accounts/add-user-form")).AddUserForm,
  <LoadingState text={USERS_COPY.loadingForm} />,
);
const EditUserForm = lazyComponent(
  async () => (await import("@/features/users/accounts/edit-user-form")).EditUserForm,
  <LoadingState text={USERS_COPY.loadingForm} />,
);

interface UserDialogProps {
  /** The account as it was when the dialog opened; null for a new one. */
  user: User | null;
  onClose: () => void;
}

/** Independent of the user's card, which changes with the account: typed text must stay (contract 2.users.1001). */
export function UserDialog({ user, onClose }: UserDialogProps) {
  const saving = useIsSaving();
  const [isHeld, setIsHeld] = useState(false);
  const draftName = user ? editDraftName(user.id) : ADD_DRAFT_NAME;
  const { leave, question } = useDiscardQuestion(() => isFormTouched(draftName), onClose);
  const handOver = { onClose, onHold: () => setIsHeld(true) };
  return (
    <Dialog
      open
      onOpenChange={() => saving || isHeld || leave()}
      title={user ? EDIT_USER_COPY.title : ADD_USER_COPY.title}
    >
      {user ? <EditUserForm user={user} {...handOver} /> : <AddUserForm {...handOver} />}
      {question}
    </Dialog>
  );
}
