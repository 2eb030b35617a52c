import { Question } from "@/components/ui/question";
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
