import { type QueryClient, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { InstallationSettings } from "@/api/types";
import { settingsQuery } from "@/features/settings/api";
import { accentCss } from "@/lib/accent";
import { adoptSettings, currentColours, currentSettings, SETTINGS_KEY } from "@/lib/settings";
import { writeStored } from "@/lib/storage";

/** Keeps the settings of this device equal to the server's: after the page has loaded, and when they change. */
export function KeepSettings() {
  const { data } = useQuery(settingsQuery());
  useEffect(() => {
    if (data) saveSettings(data);
  }, [data]);
  return null;
}

/** Reads and keeps them for the page that follows. */
export async function readSettings(queryClient: QueryClient): Promise<void> {
  saveSettings(await queryClient.ensureQueryData(settingsQuery()));
}

/** Uses the settings on this page, on other open pages of the device, and on the next ones. */
function saveSettings(settings: InstallationSettings): void {
  const css = accentCss(settings.accentColor);
  const now = currentSettings();
  const names = Object.keys(settings) as (keyof InstallationSettings)[];
  if (css === currentColours() && names.every((name) => settings[name] === now[name])) return;
  writeStored("local", SETTINGS_KEY, { settings, css });
  adoptSettings({ settings, css });
}
