import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { touchesSettings } from "@/api/live/change-notice";
import { QUERY_KEY } from "@/api/query-keys";
import type { InstallationSettings, SettingsUpdate } from "@/api/types";

const key = QUERY_KEY.settings;

/** The settings of the installation (contract 7.settings). Needs no session. */
export const settingsQuery = () =>
  queryOptions({
    queryKey: key,
    queryFn: (): Promise<InstallationSettings> => unwrap(api.GET("/api/settings")),
    meta: { isAffectedBy: touchesSettings },
  });

/** `onSuccess` applies the settings of the response to this page. */
function useChange<Change>(send: (change: Change) => Promise<InstallationSettings>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (settings) => queryClient.setQueryData(key, settings),
  });
}

export const useChangeSettings = () =>
  useChange((body: SettingsUpdate) => unwrap(api.PUT("/api/settings", { body })));

/** Null removes the logo. */
export const useChangeLogo = () =>
  useChange((file: File | null) => {
    if (file === null) return unwrap(api.DELETE("/api/settings/logo"));
    const form = new FormData();
    form.append("file", file);
    return unwrap(
      // The generated type of a file is a text.
      api.PUT("/api/settings/logo", { body: { file: "" }, bodySerializer: () => form }),
    );
  });
