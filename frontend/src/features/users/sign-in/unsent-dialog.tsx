import { Question } from "@/components/ui/question";
import { LOGOUT_COPY } from "@/features/users/sign-in/sign-out-copy";

interface UnsentDialogProps {
  count: number;
  unsaved: number;
  onStay: () => void;
  onSignOut: () => void;
}

/** Question before signing out: unsynced check-ins stay on this device (contract 4.logout.10). */
export function UnsentDialog({ count, unsaved, onStay, onSignOut }: UnsentDialogProps) {
  const { title, text, stay, signOut } = LOGOUT_COPY.unsent;
  return (
    <Question
      title={title}
      description={text(count, unsaved)}
      cancel={stay}
      submit={signOut}
      variant="primary"
      onCancel={onStay}
      onSubmit={onSignOut}
    />
  );
}
