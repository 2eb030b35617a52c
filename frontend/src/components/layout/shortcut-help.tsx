import { Keyboard } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { KeyHint } from "@/components/ui/key-hint";
import { Switch } from "@/components/ui/switch";
import { switchShortcuts, useShortcut, useShortcutsOn } from "@/hooks/shortcuts";

const COPY = {
  title: "Keyboard shortcuts",
  keys: [
    { key: "/", does: "Search, on Manage Attendees" },
    { key: "n", does: "Add an attendee, from there or from the dashboard" },
    { key: "?", does: "Show these shortcuts" },
  ],
  on: "Shortcuts on this device",
  onHint: "Switch them off if keys are pressed by mistake, or by voice.",
  close: "Close",
};

/** The list of shortcuts and their switch: a button on the pages that have some, where there is a mouse. */
export function ShortcutHelp() {
  const [open, setOpen] = useState(false);
  const isOn = useShortcutsOn();
  const key = useShortcut("?", () => setOpen(true));
  return (
    <>
      <IconButton
        label={COPY.title}
        icon={<Keyboard aria-hidden="true" />}
        aria-keyshortcuts={key}
        className="pointer-coarse:hidden"
        onClick={() => setOpen(true)}
      />
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={COPY.title}
        actions={<Button onClick={() => setOpen(false)}>{COPY.close}</Button>}
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
    </>
  );
}
