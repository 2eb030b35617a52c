import { useSyncExternalStore } from "react";
import { currentSettings, onSettings, type Settings } from "@/lib/settings";

/** The settings of the installation; updates when they change. */
export const useSettings = (): Settings => useSyncExternalStore(onSettings, currentSettings);
