import { Dialog } from "@/components/ui/dialog";
import { later } from "@/components/ui/later";
import { useIsSaving } from "@/features/users/api";
import { ADD_USER_COPY } from "@/features/users/management-copy";

const addUserForm = later(async () => (await import("@/features/users/add-user-form")).AddUserForm);

/** Nobody signs up by themselves: a super admin makes the account (contract 1 and 2). */
export function AddUserDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const saving = useIsSaving();
  const AddUserForm = addUserForm.use(open);
  if (!AddUserForm) return null;
  return (
    <Dialog open={open} onOpenChange={() => saving || onClose()} title={ADD_USER_COPY.title}>
      <AddUserForm onClose={onClose} />
    </Dialog>
  );
}
