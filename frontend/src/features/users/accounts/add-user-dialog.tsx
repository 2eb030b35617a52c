import { Dialog } from "@/components/ui/dialog";
import { lazyPart } from "@/components/ui/lazy-part";
import { LoadingState } from "@/components/ui/states";
import { ADD_USER_COPY, USERS_COPY } from "@/features/users/accounts/copy";
import { useIsSaving } from "@/features/users/api";

const AddUserForm = lazyPart(
  async () => (await import("@/features/users/accounts/add-user-form")).AddUserForm,
  <LoadingState text={USERS_COPY.loadingForm} />,
);

/** Nobody signs up by themselves: a super admin makes the account (contract 1 and 2). */
export function AddUserDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const saving = useIsSaving();
  return (
    <Dialog open={open} onOpenChange={() => saving || onClose()} title={ADD_USER_COPY.title}>
      <AddUserForm onClose={onClose} />
    </Dialog>
  );
}
