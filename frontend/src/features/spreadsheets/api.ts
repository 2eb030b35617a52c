import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api, longTimeoutFetch, unwrap } from "@/api/client";
import { touchesImports } from "@/api/live/change-notice";
import { QUERY_KEY } from "@/api/query-keys";
import type { Import, ImportReport } from "@/api/types";
import { type Sending, upload } from "@/api/upload";
import type { ColumnMapping } from "@/features/spreadsheets/preview-copy";
import { deviceTimeZone } from "@/lib/clock";

export const importKeys = {
  all: QUERY_KEY.imports,
  watch: () => [...importKeys.all, "watch"] as const,
};

/**
 * An import in the list. `watched`: it ran while the page was open; `unreachable`: its progress cannot be loaded now.
 */
export type ListedImport = Import & { watched?: boolean; unreachable?: boolean };

/** True until the import is finished: rows are still being added or removed. */
export const isUnderWay = ({ finishedAt }: Import): boolean => finishedAt === null;

/** Keeps fields that the page already knows of an import. */
async function refreshImports() {
  const read = await unwrap(api.GET("/api/imports"));
  return (known: unknown) =>
    read.map((one) => ({
      ...(known as ListedImport[] | undefined)?.find(({ id }) => id === one.id),
      ...one,
    }));
}

/** The newest imports. Reloaded on each visit, because one may be running. */
export const importListQuery = () =>
  queryOptions({
    queryKey: importKeys.all,
    queryFn: (): Promise<ListedImport[]> => unwrap(api.GET("/api/imports")),
    refetchOnMount: "always",
    meta: { isAffectedBy: touchesImports, refresh: refreshImports },
  });

/** Updates an import in the list, or adds it on top. */
export function showImport(queryClient: QueryClient, seen: ListedImport): void {
  queryClient.setQueryData(importListQuery().queryKey, (list: ListedImport[] | undefined) => {
    const known = list?.some(({ id }) => id === seen.id);
    return known ? list?.map((one) => (one.id === seen.id ? seen : one)) : [seen, ...(list ?? [])];
  });
}

/** Changes an import in the list, if the list has it. */
export function updateImport(queryClient: QueryClient, id: number, changes: Partial<ListedImport>): void {
  queryClient.setQueryData(importListQuery().queryKey, (list: ListedImport[] | undefined) =>
    list?.map((one) => (one.id === id ? { ...one, ...changes } : one)),
  );
}

export const readImport = (id: number): Promise<Import> =>
  unwrap(api.GET("/api/imports/{import_id}", { params: { path: { import_id: id } } }));

/** Cancels a running import, or undoes a finished one. */
export const endImport = (id: number): Promise<Import> =>
  unwrap(
    api.DELETE("/api/imports/{import_id}", { params: { path: { import_id: id } }, fetch: longTimeoutFetch }),
  );

export interface ImportRequest {
  file: File;
  /** Null if each row names its event. */
  eventId: number | null;
  /** Null for the server's guess. */
  mapping: ColumnMapping | null;
  includeDuplicates: boolean;
  /** Imports only the first of rows that match each other. */
  oneOfEach: boolean;
  /** Imports guests too whose status says that they cancelled. */
  includeLeftOut: boolean;
  includeWithoutPhone: boolean;
  /** Use the other tool's ticket codes as QR texts. */
  keepTicketCodes: boolean;
  bringBack: boolean;
  createTypes: boolean;
  /** Fields of the questions that the user has answered. */
  answered: readonly string[];
}

const IMPORT = "/api/attendees/import";

const flag = (isSet: boolean) => (isSet ? "true" : undefined);

const fieldsOf = ({ eventId, mapping, ...choices }: ImportRequest) => ({
  eventId: eventId === null ? undefined : String(eventId),
  mapping: mapping === null ? undefined : JSON.stringify(mapping),
  includeDuplicates: flag(choices.includeDuplicates),
  oneOfEach: flag(choices.oneOfEach),
  includeLeftOut: flag(choices.includeLeftOut),
  includeWithoutPhone: flag(choices.includeWithoutPhone),
  keepTicketCodes: flag(choices.keepTicketCodes),
  bringBack: flag(choices.bringBack),
  createTypes: choices.createTypes ? undefined : "false",
  // For times in the file without a zone.
  timeZone: deviceTimeZone(),
});

/** Previews an import; nothing is written. */
export const checkImport = (importRequest: ImportRequest, sending: Sending): Promise<ImportReport> =>
  upload(IMPORT, importRequest.file, { fields: { ...fieldsOf(importRequest), dryRun: "true" }, ...sending });

/** Starts an import on the server and returns its id. */
export const startImport = (
  importRequest: ImportRequest,
  expectedErasures: number,
  sending: Sending,
): Promise<ImportReport> =>
  upload(IMPORT, importRequest.file, {
    fields: {
      ...fieldsOf(importRequest),
      background: "true",
      expectedErasures: expectedErasures ? String(expectedErasures) : undefined,
    },
    ...sending,
  });
