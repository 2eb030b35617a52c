import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { LOGOUT_COPY } from "@/features/users/sign-in/sign-out-copy";

interface UnsentDialogProps {
  count: number;
  unsaved: number;
  onStay: () => void;
  onSignOut: () => void;
}

/** contract 4.logout.10: what this device has not sent stays on it. */
export function UnsentDialog({ count, unsaved, onStay, onSignOut }: UnsentDialogProps) {
  const { title, text, stay, signOut } = LOGOUT_COPY.unsent;
  return (
    <Dialog
      open
      onOpenChange={onStay}
      title={title}
      description={text(count, unsaved)}
      actions={
        <>
          <Button variant="secondary" onClick={onStay}>
            {stay}
          </Button>
          <Button onClick={onSignOut}>{signOut}</Button>
        </>
      }
    />
  );
}
