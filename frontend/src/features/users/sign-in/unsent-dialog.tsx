import { Question } from "@/components/ui/question";
import { counted, formatCount } from "@/lib/count";

/** Warning about check-ins that signing out would lose (contract 4.logout.13). */
function notSaved(count: number, unsaved: number): string {
  const which = unsaved < count ? `${formatCount(unsaved)} of them` : count === 1 ? "It" : "They";
  return unsaved === 1
    ? `${which} is not saved on this device: it is lost if this page closes.`
    : `${which} are not saved on this device: they are lost if this page closes.`;
}

const COPY = {
  title: "Sign out?",
  text: (count: number, unsaved: number) =>
    `${counted(count, "check-in is", "check-ins are")} not sent yet. ${unsaved > 0 ? notSaved(count, unsaved) : `${count === 1 ? "It stays on this device and is" : "They stay on this device and are"} sent later.`}`,
  stay: "Stay",
  signOut: "Sign out",
};

interface UnsentDialogProps {
  count: number;
  unsaved: number;
  onStay: () => void;
  onSignOut: () => void;
}

/** Question before signing out: unsynced check-ins stay on this device (contract 4.logout.10). */
export function UnsentDialog({ count, unsaved, onStay, onSignOut }: UnsentDialogProps) {
  return (
    <Question
      title={COPY.title}
      description={COPY.text(count, unsaved)}
      cancel={COPY.stay}
      submit={COPY.signOut}
      variant="primary"
      onCancel={onStay}
      onSubmit={onSignOut}
    />
  );
}
