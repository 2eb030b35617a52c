import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { KeyHint } from "@/components/ui/key-hint";
import { Switch } from "@/components/ui/switch";
import { switchShortcuts, useShortcutsOn } from "@/hooks/shortcuts";

const COPY = {
  keys: [
    { key: "/", does: "Search, on Manage Attendees" },
    { key: "n", does: "Add an attendee, from there or from the dashboard" },
    { key: "?", does: "Show these shortcuts" },
  ],
  on: "Shortcuts on this device",
  onHint: "Switch them off if keys are pressed by mistake, or by voice.",
  close: "Close",
};

/** The list of shortcuts, and the switch that turns them off. */
export function ShortcutWindow({ title, onClose }: { title: string; onClose: () => void }) {
  const isOn = useShortcutsOn();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      actions={<Button onClick={onClose}>{COPY.close}</Button>}
    >
      <dl className="flex flex-col gap-3">
        {COPY.keys.map(({ key: name, does }) => (
          <div key={name} className="flex items-center gap-3">
            <dt>
              <span className="sr-only">{name}</span>
              <KeyHint>{name}</KeyHint>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Switch label={COPY.on} hint={COPY.onHint} checked={isOn} onChange={switchShortcuts} />
    </Dialog>
  );
}
