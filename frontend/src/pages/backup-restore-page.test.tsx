import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { BackupComparison, BackupPreview, Protection, Retention, ServerBackup } from "@/api/types";
import { onToastChange, shownToast } from "@/components/ui/toast-store";
import { sessionRecord } from "@/features/users/sign-in/session";
import * as files from "@/lib/save-file";
import { GALA, OLIVE, SAM } from "@/testing/cast";
import { openApp, toastRegion } from "@/testing/open-app";
import { type Call, json, page, problem, serve } from "@/testing/server";

const saved = () => vi.mocked(files.saveFile);
beforeEach(() => void vi.spyOn(files, "saveFile").mockReturnValue());
afterEach(() => {
  vi.useRealTimers();
});

const FINE: Protection = {
  lastBackupAt: "2026-11-20T07:00:00.000Z",
  lastProvenRestoreAt: "2026-11-20T07:01:00.000Z",
  databaseIntegrity: "ok",
  automaticBackups: true,
  warnings: [],
  version: "0.1.0",
};

const DAILY: ServerBackup = {
  filename: "doorlist-daily-2026-11-20.db",
  sizeBytes: 12_400_000,
  createdAt: "2026-11-20T07:00:00.000Z",
  keptUntil: "2026-11-28T07:00:00.000Z",
  verified: true,
  kind: "daily",
  note: null,
};
const BACKUPS: ServerBackup[] = [
  DAILY,
  { ...DAILY, filename: "by-hand.db", kind: "manual", keptUntil: null, verified: null },
  { ...DAILY, filename: "old.db", kind: "safety", verified: false, note: "CREATEDB is not granted" },
];

const PREVIEW: BackupPreview = {
  version: "1",
  exportDate: "2026-11-19T10:00:00.000Z",
  totalEvents: 4,
  totalAttendees: 1203,
  attendedCount: 77,
  erasures: null,
  erased: 0,
  hasSettings: false,
  problems: ["3 attendees were sold by somebody who is not here"],
};

const COMPARISON: BackupComparison = {
  backup: { events: 2, attendees: 1400, users: 3, newestChangeAt: null },
  present: { events: 3, attendees: 1575, users: 4, newestChangeAt: "2026-11-21T08:30:00.000Z" },
  accounts: [],
  erased: 0,
  keepDays: null,
  stayDeactivated: [],
};

const RETENTION: Retention = {
  keepDays: null,
  changedAt: null,
  changedBy: null,
  lastRun: null,
  lastErasedAt: null,
  announced: [],
  postponed: [],
};

function serveBackups(routes: Parameters<typeof serve>[0] = {}) {
  return serve({
    "GET /api/events": () => json([GALA]),
    "GET /api/attendees": () => page([], { total: 123 }),
    "GET /api/imports": () => json([]),
    "GET /api/protection/status": () => json(FINE),
    "GET /api/backup/list": () => json(BACKUPS),
    "GET /api/privacy": () => json(RETENTION),
    ...routes,
  });
}

const open = (as = SAM) => openApp("/backup-restore", { as });
const file = (name: string) =>
  new Response("x", { headers: { "Content-Disposition": `attachment; filename="${name}"` } });
const rowOf = async (filename: string) =>
  (await screen.findByText(new RegExp(filename))).closest("li") as HTMLElement;

describe("for everybody", () => {
  test("2.backup.1 it counts events and attendees", async () => {
    serveBackups();
    open(OLIVE);
    const figure = async (label: string) => (await screen.findByText(label)).parentElement as HTMLElement;
    expect(await within(await figure("Events")).findByText("1")).toBeVisible();
    expect(await within(await figure("Attendees")).findByText("123")).toBeVisible();
  });

  test("2.backup.8 what could not be counted is said, and counted again", async () => {
    let down = true;
    const answer = (response: () => Response) => () =>
      down ? problem(503, "database_unavailable", "Down") : response();
    const calls = serveBackups({
      "GET /api/events": answer(() => json([GALA])),
      "GET /api/attendees": answer(() => page([], { total: 123 })),
    });
    const { user } = open(OLIVE);
    await screen.findByText("Not everything could be counted.");
    down = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    const card = screen.getByRole("heading", { name: "Your data" }).closest("section");
    await waitFor(() => expect(card).toHaveTextContent("Events1Attendees123"));
    expect(card).not.toHaveTextContent("Not everything");
    expect(calls.filter(({ path }) => path === "/api/events")).toHaveLength(2);
  });

  test("2.export.1022 each export says what it holds, and how many", async () => {
    serveBackups({});
    open(OLIVE);
    expect(
      await screen.findByText("123 attendees with the event, and events without attendees"),
    ).toBeVisible();
    expect(screen.getByText(/^\d+ events? with price, place and numbers of guests$/)).toBeVisible();
    expect(screen.getByText("123 attendees of all events")).toBeVisible();
  });

  test.each([
    ["Export All Data CSV", "/api/export/all.csv"],
    ["Events CSV", "/api/export/events.csv"],
    ["Attendees CSV", "/api/export/attendees.csv"],
    ["Export All Data Excel", "/api/export/all.xlsx"],
    ["Events Excel", "/api/export/events.xlsx"],
    ["Attendees Excel", "/api/export/attendees.xlsx"],
    ["Complete System Backup JSON", "/api/export/backup.json"],
  ])(
    "2.backup.2, 2.backup.230, 9.export.1 '%s' saves the file under the server's name",
    async (name, path) => {
      serveBackups({ [`GET ${path}`]: () => file("doorlist-2026-11-20.x") });
      const { user } = open(OLIVE);
      await user.click(await screen.findByRole("button", { name }));
      await waitFor(() => expect(saved()).toHaveBeenCalledOnce());
      expect(saved().mock.calls[0]?.[0].name).toBe("doorlist-2026-11-20.x");
    },
  );

  test.each([
    ["8.manage.4", "Events CSV", "Export Failed"],
    ["8.backup.1", "Complete System Backup JSON", "Backup Failed"],
  ])("%s '%s' that fails is '%s'", async (_id, name, title) => {
    serveBackups();
    const { user } = open(OLIVE);
    await user.click(await screen.findByRole("button", { name }));
    await waitFor(() => expect(toastRegion()).toHaveTextContent(title));
    expect(saved()).not.toHaveBeenCalled();
  });

  test("2.backup.2 the ways in are 'Import CSV/Excel' and 'Restore JSON'", async () => {
    serveBackups();
    open(OLIVE);
    expect(await screen.findByRole("button", { name: "Import CSV/Excel" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Restore JSON" })).toBeVisible();
  });

  test("6.roles.4 what super admins see is not even asked for by an organizer", async () => {
    const calls = serveBackups();
    open(OLIVE);
    await screen.findByText("Nothing has been imported yet.");
    expect(screen.queryByRole("heading", { name: "Protection" })).toBeNull();
    expect(screen.queryByRole("heading", { name: "Backups on the server" })).toBeNull();
    expect(calls.some(({ path }) => path.startsWith("/api/backup") || path.includes("protection"))).toBe(
      false,
    );
  });
});

describe("Restore JSON", () => {
  const BACKUP = new File(["{}"], "doorlist-backup-2026-11-19.json", { type: "application/json" });
  const isDryRun = ({ body }: Call) => (body as Record<string, string>).dryRun === "true";

  async function look(as = SAM, answer: (call: Call) => Response | Promise<Response> = () => json(PREVIEW)) {
    const calls = serveBackups({ "POST /api/backup/restore-file": answer });
    const opened = open(as);
    await opened.user.click(await screen.findByRole("button", { name: "Restore JSON" }));
    const dialog = await screen.findByRole("dialog");
    await opened.user.upload(within(dialog).getByLabelText("Complete System Backup"), BACKUP);
    return { ...opened, calls, dialog };
  }

  test("4.restore.1, 6.roles.5, 6.roles.6 an organizer sees what is in it, and who could apply it", async () => {
    const { calls, dialog } = await look(OLIVE);
    await within(dialog).findByText("1,203");
    expect(dialog).toHaveTextContent("Events4");
    expect(dialog).toHaveTextContent("Attended77");
    expect(dialog).toHaveTextContent("Version1");
    expect(dialog).toHaveTextContent("19 Nov 2026");
    expect(dialog).toHaveTextContent("3 attendees were sold by somebody who is not here");
    expect(dialog).toHaveTextContent("Only a super admin can restore it.");
    expect(within(dialog).queryByRole("button", { name: "Restore" })).toBeNull();
    expect(calls.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  test("4.restore.1, 4.restore.2, 2.erase.558 a super admin types the word, and everything is read again", async () => {
    const restored = { events: 4, attendees: 1203 };
    const answer = { restored, safetyBackup: "safety-1.db", erasedAgain: 2, broughtBack: 0, problems: [] };
    const { calls, dialog, user } = await look(SAM, (call) => json(isDryRun(call) ? PREVIEW : answer));
    const restore = await within(dialog).findByRole("button", { name: "Restore" });
    expect(restore).toBeDisabled();
    await user.type(within(dialog).getByLabelText("Type RESTORE to confirm"), "restor");
    expect(restore).toBeDisabled();
    await user.type(within(dialog).getByLabelText("Type RESTORE to confirm"), "e");
    calls.length = 0;
    await user.click(restore);
    const done = await screen.findByRole("dialog", { name: "Restore Complete" });
    expect(done).toHaveTextContent("2 guests who were erased since stay erased.");
    expect(done).toHaveTextContent("4 events and 1,203 attendees restored.");
    expect(done).toHaveTextContent("safety-1.db");
    await waitFor(() =>
      expect(calls.map(({ path }) => path)).toEqual(
        expect.arrayContaining(["/api/events", "/api/attendees", "/api/imports", "/api/backup/list"]),
      ),
    );
    await user.click(within(done).getByRole("button", { name: "Done" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("2.erase.572 guests of it who were erased stay so, unless a super admin brings them back", async () => {
    const preview = { ...PREVIEW, erased: 2 };
    const restored = { events: 4, attendees: 1203 };
    const answer = { restored, safetyBackup: "safety-1.db", erasedAgain: 0, broughtBack: 2, problems: [] };
    const { calls, dialog, user } = await look(SAM, (call) => json(isDryRun(call) ? preview : answer));
    const { findByText, getByLabelText, getByRole, getByText } = within(dialog);
    expect(await findByText("2 guests of this file were erased since, and stay erased.")).toBeVisible();
    await user.click(getByRole("checkbox", { name: "Bring them back" }));
    expect(getByText("2 guests of this file were erased since, and come back.")).toBeVisible();
    await user.type(getByLabelText("Type RESTORE to confirm"), "restore");
    await user.click(getByRole("button", { name: "Restore" }));
    const done = await screen.findByRole("dialog", { name: "Restore Complete" });
    expect(done).toHaveTextContent("2 guests who were erased since are guests again.");
    expect(calls.find((call) => call.method === "POST" && !isDryRun(call))?.body).toMatchObject({
      bringBack: "true",
    });
  });

  test("2.erase.572 an organizer only hears of them", async () => {
    const { dialog } = await look(OLIVE, () => json({ ...PREVIEW, erased: 1 }));
    expect(
      await within(dialog).findByText("One guest of this file was erased since, and stays erased."),
    ).toBeVisible();
    expect(within(dialog).queryByRole("checkbox")).toBeNull();
  });

  test("4.restore.10 who leaves by the browser's Back while it runs hears what came of it", async () => {
    let respond: (response: Response) => void = () => {};
    serveBackups({
      "POST /api/backup/restore-file": (call) =>
        isDryRun(call) ? json(PREVIEW) : new Promise<Response>((resolve) => (respond = resolve)),
    });
    const { user } = openApp("/", { as: SAM });
    await user.click(await screen.findByRole("link", { name: "Backup & Restore" }));
    await user.click(await screen.findByRole("button", { name: "Restore JSON" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.upload(dialog.getByLabelText("Complete System Backup"), BACKUP);
    await user.type(await dialog.findByLabelText("Type RESTORE to confirm"), "RESTORE");
    await user.click(dialog.getByRole("button", { name: "Restore" }));
    await screen.findByRole("dialog", { name: "Restoring..." });
    act(() => window.history.back());
    await screen.findByRole("heading", { name: "Dashboard" });
    respond(json({ restored: { events: 4, attendees: 1203 }, safetyBackup: "safety-1.db", problems: [] }));
    await waitFor(() =>
      expect(toastRegion()).toHaveTextContent(
        "Restore Complete4 events and 1,203 attendees restored. What was there before is kept as safety-1.db.",
      ),
    );
  });

  test("2.frame.12, 5.restore.1, 8.backup.3 a file that is no backup is refused in the dialog, with the place", async () => {
    const errors = [{ field: "events.3.date", message: "There is no such day" }];
    const { dialog } = await look(SAM, () =>
      problem(400, "backup_invalid", "Invalid backup file or corrupted data", { errors }),
    );
    const alert = await within(dialog).findByRole("alert");
    expect(alert).toHaveTextContent("Invalid backup file or corrupted data");
    expect(alert).toHaveTextContent("events.3.date: There is no such day");
    expect(toastRegion()).not.toHaveTextContent("Invalid backup file");
    expect(within(dialog).getByRole("button", { name: "Choose another file" })).toBeVisible();
  });

  test("8.backup.3 of a file of another kind nothing is said but that", async () => {
    const errors = [{ field: "version", message: "This field is required" }];
    const { dialog } = await look(SAM, () =>
      problem(400, "backup_invalid", "Invalid backup file or corrupted data", { errors }),
    );
    const alert = await within(dialog).findByRole("alert");
    expect(alert).toHaveTextContent("Invalid backup file or corrupted data");
    expect(alert).not.toHaveTextContent("required");
  });

  test("2.frame.12, 8.backup.2 a restore that fails is 'Restore Failed' in the dialog, and can be tried again", async () => {
    const { dialog, user } = await look(SAM, (call) =>
      isDryRun(call) ? json(PREVIEW) : problem(503, "being_restored", "The server is being restored"),
    );
    await user.type(await within(dialog).findByLabelText("Type RESTORE to confirm"), "RESTORE");
    await user.click(within(dialog).getByRole("button", { name: "Restore" }));
    expect(await within(dialog).findByRole("alert")).toHaveTextContent(
      "Restore FailedThe server is being restored",
    );
    expect(within(dialog).getByRole("button", { name: "Restore" })).toBeEnabled();
  });
});

describe("for super admins", () => {
  /** A restore on its way: the word is typed, the button pressed, and the server takes its time. `end` ends all sessions. */
  async function restoreDaily() {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let answer: { respond: (response: Response) => void; fail: (reason: Error) => void } | undefined;
    let ended = false;
    const calls = serveBackups({
      "POST /api/backup/restore": () =>
        new Promise<Response>((respond, fail) => {
          answer = { respond, fail };
        }),
      "GET /api/backup/list": () => (ended ? problem(401, "not_signed_in", "Sign in first") : json(BACKUPS)),
    });
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: `Restore ${DAILY.filename}` }));
    await user.type(screen.getByLabelText("Type RESTORE to confirm"), "RESTORE");
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Restore" }));
    await waitFor(() => expect(answer).toBeDefined());
    return {
      endSessions: async () => {
        ended = true;
        const asked = calls.length;
        await act(() => vi.advanceTimersByTimeAsync(31_000));
        expect(calls.slice(asked).map(({ path }) => path)).toContain("/api/backup/list");
      },
      respond: (response: Response) => answer?.respond(response),
      fail: () => answer?.fail(new TypeError("offline")),
    };
  }

  test("2.backup.5 the protection status in words", async () => {
    serveBackups();
    open();
    const card = (await screen.findByRole("heading", { name: "Protection" })).closest("section");
    await waitFor(() => expect(card).toHaveTextContent(/Last backup20 Nov 2026/));
    expect(card).toHaveTextContent(/Last restore test20 Nov 2026/);
    expect(card).toHaveTextContent("DatabaseIntact");
    expect(card).toHaveTextContent("Automatic backupsOn");
    expect(within(card as HTMLElement).queryByRole("alert")).toBeNull();
  });

  test("2.backup.260 super admins alone read the version at the foot", async () => {
    serveBackups();
    const { unmount } = open(SAM);
    expect(await screen.findByText("Version 0.1.0")).toBeVisible();
    unmount();
    open(OLIVE);
    await screen.findByText("Import and restore");
    expect(screen.queryByText(/^Version \d/)).toBeNull();
  });

  test("2.backup.5 warnings are said loudly", async () => {
    const warnings = ["The last tested backup is 31 hours old"];
    serveBackups({
      "GET /api/protection/status": () =>
        json({
          ...FINE,
          lastProvenRestoreAt: null,
          databaseIntegrity: "damaged",
          automaticBackups: false,
          warnings,
        }),
    });
    open();
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Needs attentionThe last tested backup is 31 hours old",
    );
    expect(screen.getByText("Never")).toBeVisible();
    expect(screen.getByText("Damaged")).toBeVisible();
    expect(screen.getByText("Off")).toBeVisible();
  });

  test("2.backup.3, 2.backup.6, 2.backup.640 each backup has name, kind, size, time, and whether it is tested or why not", async () => {
    serveBackups();
    open();
    const daily = await rowOf(DAILY.filename);
    expect(daily).toHaveTextContent("Daily · 12.4 MB");
    expect(daily).toHaveTextContent(/20 Nov 2026, \d\d:\d\d:00/);
    expect(within(daily).getByText("Tested")).toBeVisible();
    expect(within(await rowOf("by-hand.db")).getByText("Checking...")).toBeVisible();
    const old = await rowOf("old.db");
    expect(within(old).getByText("Not tested")).toBeVisible();
    expect(old).toHaveTextContent("CREATEDB is not granted");
  });

  test("2.backup.4 a backup is created, and the list read again", async () => {
    const calls = serveBackups({ "POST /api/backup/create": () => json({ filename: "new.db" }) });
    const { user } = open();
    await rowOf(DAILY.filename);
    const before = calls.filter(({ path }) => path === "/api/backup/list").length;
    await user.click(screen.getByRole("button", { name: "Create backup" }));
    await waitFor(() => expect(toastRegion()).toHaveTextContent("Backup created"));
    await waitFor(() =>
      expect(calls.filter(({ path }) => path === "/api/backup/list").length).toBeGreaterThan(before),
    );
  });

  test("8.backup.1 one that cannot be made is 'Backup Failed'", async () => {
    serveBackups({ "POST /api/backup/create": () => problem(507, "backup_failed", "The disk is full") });
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Create backup" }));
    await waitFor(() => expect(toastRegion()).toHaveTextContent("Backup FailedThe disk is full"));
  });

  test("2.backup.4 a backup is downloaded", async () => {
    serveBackups({ [`GET /api/backup/${DAILY.filename}`]: () => file(DAILY.filename) });
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: `Download ${DAILY.filename}` }));
    await waitFor(() => expect(saved().mock.calls[0]?.[0].name).toBe(DAILY.filename));
  });

  test("2.backup.4 a backup on its way is 'Fetching...', which is no export", async () => {
    serveBackups({ [`GET /api/backup/${DAILY.filename}`]: () => new Promise<Response>(() => {}) });
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: `Download ${DAILY.filename}` }));
    expect(await screen.findByRole("button", { name: "Fetching..." })).toBeDisabled();
  });

  test.each([
    ["old.db", "This backup is not testedCREATEDB is not granted"],
    ["by-hand.db", "This backup is not tested yet"],
  ])(
    "2.backup.9 the question whether %s shall be restored repeats that it is not proven",
    async (name, words) => {
      serveBackups();
      const { user } = open();
      await user.click(await screen.findByRole("button", { name: `Restore ${name}` }));
      expect(await screen.findByRole("dialog")).toHaveTextContent(words);
    },
  );

  test("2.backup.9 of a proven one it says nothing, nor of one that is proven while the question stands", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let list = BACKUPS;
    serveBackups({ "GET /api/backup/list": () => json(list) });
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Restore by-hand.db" }));
    expect(await screen.findByRole("dialog")).toHaveTextContent("This backup is not tested yet");
    list = BACKUPS.map((backup) => ({ ...backup, verified: true, note: null }));
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    await waitFor(() => expect(screen.getByRole("dialog")).not.toHaveTextContent("tested"));
  });

  test("2.backup.4, 4.restore.2, 4.restore.8 a backup is restored once the word is typed; then everybody signs in again", async () => {
    const calls = serveBackups({
      "POST /api/backup/restore": () =>
        json({
          restored: { events: 1, attendees: 2 },
          safetyBackup: "safety-1.db",
          erasedAgain: 1,
          broughtBack: 0,
        }),
    });
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: `Restore ${DAILY.filename}` }));
    const dialog = screen.getByRole("dialog", { name: "Restore backup" });
    expect(dialog).toHaveTextContent("afterwards everybody signs in again");
    const restore = within(dialog).getByRole("button", { name: "Restore" });
    expect(restore).toBeDisabled();
    await user.type(within(dialog).getByLabelText("Type RESTORE to confirm"), " restore ");
    await user.click(restore);
    await screen.findByRole("heading", { name: "Sign in" });
    expect(toastRegion()).toHaveTextContent(
      "Backup restoredPlease sign in again. One guest who was erased since stays erased.",
    );
    expect(sessionRecord().authenticated).toBe(false);
    expect(calls.find(({ path }) => path === "/api/backup/restore")?.body).toEqual({
      filename: DAILY.filename,
      expectedErasures: 0,
      bringBack: false,
    });
  });

  test("2.erase.571 those who were erased since are brought back where that is chosen", async () => {
    const calls = serveBackups({
      [`GET /api/backup/${DAILY.filename}/comparison`]: () => json({ ...COMPARISON, erased: 3 }),
      "POST /api/backup/restore": () =>
        json({
          restored: { events: 1, attendees: 2 },
          safetyBackup: "safety-1.db",
          erasedAgain: 0,
          broughtBack: 2,
        }),
    });
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: `Restore ${DAILY.filename}` }));
    const dialog = within(screen.getByRole("dialog", { name: "Restore backup" }));
    const stay = "3 guests were erased after this backup. Those that it holds stay erased.";
    expect(await dialog.findByText(stay)).toBeVisible();
    await user.click(dialog.getByRole("checkbox", { name: "Bring them back" }));
    expect(
      dialog.getByText("3 guests were erased after this backup. Those that it holds come back."),
    ).toBeVisible();
    await user.type(dialog.getByLabelText("Type RESTORE to confirm"), "RESTORE");
    await user.click(dialog.getByRole("button", { name: "Restore" }));
    await screen.findByRole("heading", { name: "Sign in" });
    expect(toastRegion()).toHaveTextContent("2 guests who were erased since are guests again.");
    expect(calls.find(({ path }) => path === "/api/backup/restore")?.body).toMatchObject({ bringBack: true });
  });

  test("4.restore.9 sessions that end before the answer comes are no news of their own: there is one message", async () => {
    const { endSessions, respond } = await restoreDaily();
    const told: (string | undefined)[] = [];
    const stopListening = onToastChange(() => told.push(shownToast()?.title));
    await endSessions();
    expect(screen.getByRole("dialog", { name: "Restore backup" })).toBeVisible();
    respond(json({ restored: { events: 1, attendees: 2 }, safetyBackup: "safety-1.db" }));
    await screen.findByRole("heading", { name: "Sign in" });
    expect(told).toEqual(["Backup restored"]);
    stopListening();
  });

  test("4.restore.9 where the answer is lost and the session is gone, one signs in again all the same", async () => {
    const { endSessions, fail } = await restoreDaily();
    await endSessions();
    fail();
    await screen.findByRole("heading", { name: "Sign in" });
    expect(toastRegion()).toHaveTextContent("Please sign in again");
  });

  test("4.backup.30, 31 the dialog shows what the backup holds beside what is here, and which accounts go back", async () => {
    const vera = { fullName: "Vera New" };
    serveBackups({
      [`GET /api/backup/${DAILY.filename}/comparison`]: () =>
        json({
          ...COMPARISON,
          accounts: [
            { ...vera, action: "user.created" },
            { ...vera, action: "user.password_set" },
            { fullName: "Olive Organizer", action: "user.password_changed" },
            { fullName: "Ida Inactive", action: "user.reactivated" },
            { fullName: "Oscar Organizer", action: "user.second_factor_added" },
          ],
        }),
    });
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: `Restore ${DAILY.filename}` }));
    // 2.backup.390
    expect(screen.getByText(/the secrets of second factors included/)).toBeVisible();
    const dialog = within(screen.getByRole("dialog"));
    expect(await dialog.findByRole("row", { name: "Attendees 1,400 1,575" })).toBeVisible();
    expect(dialog.getByRole("row", { name: /^Newest change Unknown 21 Nov 2026/ })).toBeVisible();
    expect(dialog.getByText("Accounts added since then disappear: Vera New.")).toBeVisible();
    expect(dialog.getByText("Older passwords are valid again: Olive Organizer.")).toBeVisible();
    expect(dialog.getByText(/^Second factors and recovery codes revert: Oscar Organizer\.$/)).toBeVisible();
    expect(dialog.getByText("Names, roles and reactivations revert: Ida Inactive.")).toBeVisible();
  });

  test("2.frame.12, 8.backup.2 a restore that fails is 'Restore Failed' in the dialog, and nobody is signed out", async () => {
    serveBackups({
      "POST /api/backup/restore": () => problem(404, "backup_not_found", "Backup not found"),
    });
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: `Restore ${DAILY.filename}` }));
    await user.type(screen.getByLabelText("Type RESTORE to confirm"), "RESTORE");
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Restore" }));
    expect(await within(screen.getByRole("dialog")).findByRole("alert")).toHaveTextContent(
      "Restore FailedBackup not found",
    );
    expect(sessionRecord().authenticated).toBe(true);
  });

  test("2.backup.550, 551 a backup is deleted after one question that names its file and its date", async () => {
    let list = BACKUPS;
    const calls = serveBackups({
      "GET /api/backup/list": () => json(list),
      [`DELETE /api/backup/${DAILY.filename}`]: () => {
        list = BACKUPS.slice(1);
        return new Response(null, { status: 204 });
      },
    });
    const { user } = open();
    const remove = { name: `Delete backup ${DAILY.filename}` };
    await user.click(await screen.findByRole("button", remove));
    const dialog = screen.getByRole("dialog", { name: "Delete backup" });
    expect(dialog).toHaveTextContent(/The backup of .*20 Nov 2026.* \(doorlist-daily-2026-11-20\.db\)/);
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    expect(calls.some(({ method }) => method === "DELETE")).toBe(false);
    await user.click(screen.getByRole("button", remove));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(toastRegion()).toHaveTextContent("Backup deleted"));
    await waitFor(() => expect(screen.queryByRole("button", remove)).toBeNull());
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(calls.filter(({ path }) => path === "/api/protection/status").length).toBeGreaterThan(1);
  });

  test("8.backup.550 the last good backup stays, and the dialog says why", async () => {
    const sentence = "This is the only tested backup. Create another one.";
    serveBackups({
      [`DELETE /api/backup/${DAILY.filename}`]: () => problem(409, "last_good_backup", sentence),
    });
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: `Delete backup ${DAILY.filename}` }));
    const dialog = screen.getByRole("dialog");
    await user.click(within(dialog).getByRole("button", { name: "Delete" }));
    expect(await within(dialog).findByRole("alert")).toHaveTextContent(`Failed to delete backup${sentence}`);
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    expect(screen.getByRole("button", { name: `Delete backup ${DAILY.filename}` })).toBeVisible();
  });

  test("7.client.8 the backups are read every 30 s and the status every 60 s, but not in a hidden tab", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const calls = serveBackups();
    open();
    await rowOf(DAILY.filename);
    await screen.findByText("Intact");
    const asked = (path: string) => calls.filter((call) => call.path === path).length;
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    expect([asked("/api/backup/list"), asked("/api/protection/status")]).toEqual([1, 1]);
    await pass(121_000);
    expect([asked("/api/backup/list"), asked("/api/protection/status")]).toEqual([5, 3]);
    expect(asked("/api/events")).toBe(1);
    vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    await pass(240_000);
    expect([asked("/api/backup/list"), asked("/api/protection/status")]).toEqual([5, 3]);
  });

  test("what cannot be read says so, and is asked for again", async () => {
    let down = true;
    const answer = (body: unknown) => () =>
      down ? problem(503, "database_unavailable", "Down") : json(body);
    serveBackups({
      "GET /api/protection/status": answer(FINE),
      "GET /api/backup/list": answer([]),
      "GET /api/imports": answer([]),
    });
    const { user } = open();
    await screen.findByText("The protection status could not be loaded");
    await screen.findByText("The backups could not be loaded");
    await screen.findByText("The imports could not be loaded");
    down = false;
    for (const button of screen.getAllByRole("button", { name: "Try again" })) await user.click(button);
    await screen.findByText("There is no backup yet.");
    await screen.findByText("Intact");
    await screen.findByText("Nothing has been imported yet.");
  });
});

describe("the retention period", () => {
  const DUE = {
    guests: 3,
    eraseOn: "2026-11-28",
    events: [{ id: 1, name: "Spring Gala", date: "2025-03-01", guests: 3 }],
  };
  const ON: Retention = {
    ...RETENTION,
    keepDays: 30,
    lastRun: { at: "2026-11-20T05:12:00.000Z", erased: 1 },
  };
  const change = async () => screen.findByRole("button", { name: "Change" });
  const button = (name: string) => within(screen.getByRole("dialog")).getByRole("button", { name });

  test("2.keep.560, 561 who is due is shown before it is set, and the word is typed", async () => {
    let retention = RETENTION;
    const calls = serveBackups({
      "GET /api/privacy": () => json(retention),
      "GET /api/privacy/due": () => json(DUE),
      "PUT /api/privacy": () => {
        retention = { ...ON, keepDays: 60, lastRun: null };
        return json(retention);
      },
    });
    const { user } = open();
    await user.click(await change());
    expect(screen.getByText(/Guests are kept until someone deletes or erases them/)).toBeInTheDocument();
    const days = screen.getByLabelText("Days after the event");
    expect(days).toHaveValue("90");
    await user.clear(days);
    expect(button("Preview")).toBeDisabled();
    await user.type(days, "60");
    await user.click(button("Preview"));
    const dialog = screen.getByRole("dialog");
    await within(dialog).findByText("3 guests would be erased on Sat 28 Nov 2026:");
    expect(dialog).toHaveTextContent("Spring Gala, Sat 1 Mar 2025");
    expect(button("Erase after 60 days")).toBeDisabled();
    await user.type(screen.getByLabelText("Type ERASE to confirm"), "erase");
    await user.click(button("Erase after 60 days"));
    await waitFor(() => expect(toastRegion()).toHaveTextContent("Retention period saved"));
    expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({ keepDays: 60, guests: 3 });
    expect(await screen.findByText(/^60 days after their event, .* Next run within the hour/)).toBeVisible();
  });

  test("2.keep.562 another number of days has to be looked at again; with nobody due no word is asked for", async () => {
    serveBackups({ "GET /api/privacy/due": () => json({ guests: 0, eraseOn: "2026-11-28", events: [] }) });
    const { user } = open();
    await user.click(await change());
    await user.click(button("Preview"));
    await within(screen.getByRole("dialog")).findByText(/No guests would be erased/);
    expect(button("Erase after 90 days")).toBeEnabled();
    await user.type(screen.getByLabelText("Days after the event"), "1");
    expect(button("Preview")).toBeEnabled();
    await user.type(screen.getByLabelText("Days after the event"), "9");
    expect(screen.getByText("Enter a whole number from 1 to 3,650")).toBeVisible();
  });

  test("8.keep.560 more are due than were shown: the sentence of the server, and another look", async () => {
    const sentence = "5 guests would be erased by now, and not 3. Nothing was changed. Look at them again.";
    serveBackups({
      "GET /api/privacy/due": () => json(DUE),
      "PUT /api/privacy": () => problem(409, "more_are_due", sentence),
    });
    const { user } = open();
    await user.click(await change());
    await user.click(button("Preview"));
    await user.type(await screen.findByLabelText("Type ERASE to confirm"), "ERASE");
    await user.click(button("Erase after 90 days"));
    expect(await within(screen.getByRole("dialog")).findByRole("alert")).toHaveTextContent(sentence);
    expect(button("Preview")).toBeEnabled();
  });

  test("2.keep.560, 563 it says when Doorlist last looked, and is taken back with one click", async () => {
    const calls = serveBackups({
      "GET /api/privacy": () => json(ON),
      "PUT /api/privacy": () => json(RETENTION),
    });
    const { user } = open();
    expect(
      await screen.findByText(/^30 days after their event.*Last run .*: 1 guest erased\.$/),
    ).toBeVisible();
    await user.click(await change());
    await user.click(button("Keep until deleted"));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({ keepDays: null, guests: 0 }),
    );
  });

  test.each<[string, string | null, ServerBackup[], RegExp | null]>([
    ["nobody was erased", null, [DAILY], null],
    ["it was taken since", "2026-11-20T06:59:59.000Z", [DAILY], null],
    [
      "it was taken before",
      "2026-11-20T08:00:00.000Z",
      [DAILY],
      /1 server backup still contains erased guests, until about Sat 28 Nov 2026/,
    ],
    [
      "a person asked for it",
      "2026-11-20T08:00:00.000Z",
      [DAILY, { ...DAILY, filename: "by-hand.db", keptUntil: null }],
      /2 server backups still contain erased guests\. Not all expire: delete them above/,
    ],
  ])("2.keep.564 a backup, and %s", async (_why, lastErasedAt, backups, words) => {
    serveBackups({
      "GET /api/privacy": () => json({ ...RETENTION, lastErasedAt }),
      "GET /api/backup/list": () => json(backups),
    });
    open();
    const card = (await screen.findByRole("heading", { name: "Data retention" })).closest("section");
    await rowOf("doorlist-daily");
    if (words) await waitFor(() => expect(card).toHaveTextContent(words));
    else expect(card).not.toHaveTextContent("erased guests");
  });

  test("2.keep.566 announced erasures are listed, and postponed to a day", async () => {
    const event = { id: 7, name: "Spring Gala", date: "2025-03-01" };
    let retention: Retention = { ...ON, announced: [{ ...event, guests: 250, eraseOn: "2026-11-28" }] };
    const calls = serveBackups({
      "GET /api/privacy": () => json(retention),
      "PUT /api/privacy/events/7": () => {
        retention = { ...ON, postponed: [{ ...event, keepUntil: "2027-01-31" }] };
        return json(retention);
      },
    });
    const { user } = open();
    expect(await screen.findByText("250 guests will be erased on Sat 28 Nov 2026")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Keep until: Spring Gala" }));
    expect(button("Save")).toBeDisabled();
    await user.type(within(screen.getByRole("dialog")).getByLabelText("Keep until"), "31 Jan 2027{Escape}");
    await user.click(button("Save"));
    expect(await screen.findByText("Kept until Sun 31 Jan 2027")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Change: Spring Gala" }));
    await user.click(button("Do not keep longer"));
    await waitFor(() =>
      expect(calls.filter(({ method }) => method === "PUT").map(({ body }) => body)).toEqual([
        { keepUntil: "2027-01-31" },
        { keepUntil: null },
      ]),
    );
  });

  test("6.keep.490, 6.keep.491 an organizer sees nothing of it", async () => {
    const calls = serveBackups();
    open(OLIVE);
    await screen.findByText("Nothing has been imported yet.");
    expect(screen.queryByRole("heading", { name: "Data retention" })).toBeNull();
    expect(calls.some(({ path }) => path === "/api/privacy")).toBe(false);
  });
});
