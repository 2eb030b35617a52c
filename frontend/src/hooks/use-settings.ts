import { useSyncExternalStore } from "react";
import { currentSettings, onSettings, type Settings } from "@/lib/settings";

export const useSettings = (): Settings => useSyncExternalStore(onSettings, currentSettings);
