import { Keyboard } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useShortcut } from "@/hooks/shortcuts";

const SHORTCUTS_TITLE = "Keyboard shortcuts";

const ShortcutWindow = lazyComponent(
  async () => (await import("@/components/layout/shortcut-window")).ShortcutWindow,
);

/** Button for the list of shortcuts, on pages that have some and devices with a mouse. */
export function ShortcutHelp() {
  const [open, setOpen] = useState(false);
  const key = useShortcut("?", () => setOpen(true));
  return (
    <>
      <IconButton
        label={SHORTCUTS_TITLE}
        icon={<Keyboard />}
        aria-keyshortcuts={key}
        className="pointer-coarse:hidden"
        onClick={() => setOpen(true)}
      />
      {open ? <ShortcutWindow title={SHORTCUTS_TITLE} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
