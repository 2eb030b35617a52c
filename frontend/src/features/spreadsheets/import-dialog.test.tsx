import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Import, ImportReport } from "@/api/types";
import * as files from "@/lib/save-file";
import { GALA, OLIVE, SAM } from "@/testing/cast";
import { openApp, toastRegion } from "@/testing/open-app";
import { type Call, json, page, problem, serve } from "@/testing/server";

const saved = () => vi.mocked(files.saveFile);
beforeEach(() => void vi.spyOn(files, "saveFile").mockReturnValue());
afterEach(() => {
  vi.useRealTimers();
});

const GUESTS = new File(["Guest;Mobile\nAda;1\n"], "guests.csv", { type: "text/csv" });

const JUDGEMENT: ImportReport = {
  importId: null,
  imported: 12,
  errors: 10,
  rowErrors: Array.from({ length: 10 }, (_, index) => ({
    row: index + 4,
    field: "tableNumber",
    message: `'x${index}' is no number`,
  })),
  duplicates: 1,
  duplicateRows: [{ row: 3, fullName: "Ben Okri", phone: "0400 1" }],
  warnings: [{ row: 2, message: "Somebody else has this phone", paidCents: null, priceCents: null }],
  guestNames: { 2: "Ada Byron", 4: "Cy Twombly" },
  columns: ["Guest", "Mobile", "Table #", ""],
  mapping: { fullName: 0, phone: 1, tableNumber: 2 },
  rows: 23,
  leftOut: 0,
  withoutPhone: 0,
  withoutName: 0,
  withoutNameRows: [],
  matching: 0,
  erased: 0,
  broughtBack: 0,
  sample: [["Ada", "0400 123", "7", "vip"]],
  notes: ["The last line looks like a total and is left out"],
  questions: [],
  guests: [],
  ticketCodes: null,
  parties: null,
  defaultEvent: null,
  newTicketTypes: [],
  erasures: null,
};

const TEMPLATE: Import = {
  id: 0,
  state: "running",
  fileName: "guests.csv",
  event: { id: GALA.id, name: GALA.name, date: GALA.date },
  total: 12,
  added: 3,
  imported: 12,
  errors: 10,
  duplicates: 1,
  erased: 0,
  broughtBack: 0,
  createdAt: "2026-11-20T09:00:00.000Z",
  finishedAt: null,
  createdBy: { id: OLIVE.id, fullName: OLIVE.fullName },
  canUndo: false,
  message: null,
};
/** One import for each test: a page that was left still follows its import, and must not follow the next test's. */
let IMPORT = TEMPLATE;
let DONE = TEMPLATE;
let path = "";
beforeEach(() => {
  IMPORT = { ...TEMPLATE, id: IMPORT.id + 1 };
  DONE = { ...IMPORT, state: "done", added: 12, canUndo: true, finishedAt: "2026-11-20T09:00:02.000Z" };
  path = `/api/imports/${IMPORT.id}`;
});

const fields = ({ body }: Call) => body as Record<string, string | File>;
const isDryRun = (call: Call) => fields(call).dryRun === "true";

/** Both pages as a server would answer them; the import is judged, then runs for as long as `progress` has answers. */
function serveImport({
  judge = () => json(JUDGEMENT) as Response | Promise<Response>,
  start = () => json({ ...JUDGEMENT, importId: IMPORT.id }, 202) as Response | Promise<Response>,
  progress = [IMPORT, DONE],
  list = [] as Import[],
  ...routes
}: {
  judge?: (call: Call) => Response | Promise<Response>;
  start?: () => Response | Promise<Response>;
  progress?: (Import | Error)[];
  list?: Import[];
} & Record<string, unknown> = {}) {
  let at = 0;
  return serve({
    "GET /api/events": () => json([GALA]),
    "GET /api/attendees": () => page([], { total: 0 }),
    "GET /api/imports": () => json(list),
    [`GET ${path}`]: () => {
      const answer = progress[Math.min(at++, progress.length - 1)];
      return answer instanceof Error ? Promise.reject(answer) : json(answer);
    },
    "POST /api/attendees/import": (call) => (isDryRun(call) ? judge(call) : start()),
    ...(routes as Parameters<typeof serve>[0]),
  });
}

const ADDRESS = { manage: "/manage-attendees?eventId=7", backup: "/backup-restore" };
const BUTTON = { manage: "Import CSV", backup: "Import CSV/Excel" };

/** The dialog of one of the two pages, with the file chosen. */
async function chooseFile(place: "manage" | "backup", file = GUESTS, as = OLIVE) {
  const opened = openApp(ADDRESS[place], { as });
  const button = await screen.findByRole("button", { name: BUTTON[place] });
  await waitFor(() => expect(document.body).not.toHaveTextContent("Loading events"));
  await opened.user.click(button);
  const dialog = await screen.findByRole("dialog", { name: BUTTON[place] });
  await opened.user.upload(within(dialog).getByLabelText("Spreadsheet with attendees"), file);
  return { ...opened, dialog };
}

describe("the preview", () => {
  test("4.import.1, 4.import.3, 5.import.15, 2.import.1123 shows what would happen: rows to add, errors with their reason, likely duplicates", async () => {
    const calls = serveImport();
    const { dialog } = await chooseFile("manage");
    expect(await within(dialog).findByRole("button", { name: "Import 12 attendees" })).toBeEnabled();
    const figure = (label: string) => within(dialog).getByText(label, { selector: "dt" }).parentElement;
    expect(figure("To add")).toHaveTextContent("12");
    expect(figure("Errors")).toHaveTextContent("10");
    expect(figure("Duplicates")).toHaveTextContent("1");
    expect(dialog).toHaveTextContent("Row 4Cy TwomblyTable #: 'x0' is no number");
    expect(within(dialog).getByText("Table #: 'x5' is no number")).not.toBeVisible();
    expect(dialog).toHaveTextContent("and 5 more");
    expect(dialog).toHaveTextContent("Ben Okri, 0400 1");
    expect(dialog).toHaveTextContent("Row 2Ada ByronSomebody else has this phone");
    expect(dialog).toHaveTextContent("The last line looks like a total and is left out");
    const sent = calls.filter(({ method }) => method === "POST");
    expect(sent).toHaveLength(1);
    expect(fields(sent[0] as Call)).toEqual({
      eventId: "7",
      dryRun: "true",
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      file: expect.any(File),
    });
  });

  test("2.import.1180 the rows beyond five open, as far as the server lists them", async () => {
    serveImport({ judge: () => json({ ...JUDGEMENT, errors: 30 }) });
    const { dialog, user } = await chooseFile("manage");
    const hidden = await within(dialog).findByText("Table #: 'x9' is no number");
    expect(hidden).not.toBeVisible();
    await user.click(within(dialog).getByText("and 25 more"));
    expect(hidden).toBeVisible();
    expect(within(dialog).getByText("Table #: 'x5' is no number")).toBeVisible();
    expect(within(dialog).getByText("and 20 more")).toBeVisible();
  });

  test("2.import.1180 a warning about an amount ends with the amount and the price", async () => {
    const warnings = [
      { row: 2, message: "Too much.", paidCents: 50_000, priceCents: 10_000 },
      { row: 3, message: "It is free.", paidCents: 1000, priceCents: null },
    ];
    serveImport({ judge: () => json({ ...JUDGEMENT, warnings }) });
    const { dialog } = await chooseFile("manage");
    expect(
      await within(dialog).findByText("Too much. Paid: $500.00, ticket price: $100.00."),
    ).toBeInTheDocument();
    expect(within(dialog).getByText("It is free. Paid: $10.00.")).toBeInTheDocument();
  });

  test("2.import.6 names the event that everybody goes to, before the file is chosen and after", async () => {
    serveImport();
    const { user } = openApp("/manage-attendees?eventId=7", { as: OLIVE });
    await user.click(await screen.findByRole("button", { name: "Import CSV" }));
    const dialog = await screen.findByRole("dialog");
    await waitFor(() => expect(dialog).toHaveTextContent("is added to Midwinter Gala"));
    await user.upload(within(dialog).getByLabelText("Spreadsheet with attendees"), GUESTS);
    await within(dialog).findByRole("button", { name: "Import 12 attendees" });
    expect(dialog).toHaveAccessibleDescription("guests.csv, into Midwinter Gala");
  });

  test("2.import.2 a column is corrected, and the preview follows", async () => {
    const calls = serveImport({
      judge: (call) => json(fields(call).mapping ? { ...JUDGEMENT, imported: 22, errors: 0 } : JUDGEMENT),
    });
    const { dialog, user } = await chooseFile("manage");
    await within(dialog).findByRole("button", { name: "Import 12 attendees" });
    await user.click(within(dialog).getByText("Columns"));
    expect(within(dialog).getByLabelText("Full Name")).toHaveDisplayValue("Guest");
    expect(within(dialog).getByLabelText("Full Name")).toHaveAccessibleDescription("e.g. Ada");
    expect(within(dialog).getByLabelText("Payment Status")).toHaveDisplayValue("Not in the file");
    // With an event chosen the file's own do not count.
    expect(within(dialog).queryByLabelText("Event ID")).toBeNull();
    await user.selectOptions(within(dialog).getByLabelText("Table Number"), "Column 4");
    expect(await within(dialog).findByRole("button", { name: "Import 22 attendees" })).toBeEnabled();
    expect(JSON.parse(String(fields(calls.at(-1) as Call).mapping))).toEqual({
      fullName: 0,
      phone: 1,
      tableNumber: 3,
    });
  });

  test("2.import.10 who cancelled and who has no phone stays out unless the person chooses otherwise", async () => {
    const judged = { ...JUDGEMENT, mapping: { firstName: 0, phone: 1 }, leftOut: 3, withoutPhone: 1 };
    const calls = serveImport({ judge: () => json(judged) });
    const { dialog, user } = await chooseFile("manage");
    expect(await within(dialog).findByText("3 cancelled or refunded, left out")).toBeVisible();
    await user.click(within(dialog).getByRole("checkbox", { name: "Import them too" }));
    expect(await within(dialog).findByText("3 cancelled or refunded, imported")).toBeVisible();
    await user.click(
      within(dialog).getByRole("checkbox", { name: "Import 1 person without a phone number" }),
    );
    await user.click(await within(dialog).findByRole("button", { name: "Import 12 attendees" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const start = calls.find((call) => call.method === "POST" && !isDryRun(call)) as Call;
    expect(fields(start)).toMatchObject({ includeLeftOut: "true", includeWithoutPhone: "true" });
  });

  test.each([
    [1, [3], "1 row without a name, left out: row 3"],
    [3, [3, 5, 1009], "3 rows without a name, left out: rows 3, 5 and 1,009"],
    [1200, [3, 4, 5, 6, 9], "1,200 rows without a name, left out: rows 3, 4, 5, 6, 9 and 1,195 more"],
  ])("2.import.1090 rows without a name are counted and named: %i", async (withoutName, rows, text) => {
    serveImport({ judge: () => json({ ...JUDGEMENT, withoutName, withoutNameRows: rows }) });
    const { dialog } = await chooseFile("manage");
    expect(await within(dialog).findByText(text)).toBeVisible();
  });

  test("2.import.940 matching rows are a ticket each unless the person takes one of each", async () => {
    const calls = serveImport({
      judge: (call) => json({ ...JUDGEMENT, matching: 2, imported: fields(call).oneOfEach ? 10 : 12 }),
    });
    const { dialog, user } = await chooseFile("manage");
    await within(dialog).findByText(
      "2 rows have the same event, name and phone as an earlier row. Each becomes another ticket.",
    );
    await user.click(within(dialog).getByRole("checkbox", { name: "Take one of each" }));
    await within(dialog).findByText(
      "2 rows have the same event, name and phone as an earlier row. They are left out.",
    );
    await user.click(await within(dialog).findByRole("button", { name: "Import 10 attendees" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const start = calls.find((call) => call.method === "POST" && !isDryRun(call)) as Call;
    expect(fields(start)).toMatchObject({ oneOfEach: "true" });
  });

  test("2.import.1122 the counts add up to the rows of the file, whatever the person chooses", async () => {
    const sorted = { ...JUDGEMENT, rows: 30, withoutName: 1, leftOut: 2, matching: 3, erased: 4 };
    serveImport({
      judge: (call) => {
        const { oneOfEach, includeLeftOut, includeDuplicates } = fields(call);
        const added = (includeLeftOut ? 2 : 0) + (includeDuplicates ? 1 : 0) - (oneOfEach ? 3 : 0);
        return json({ ...sorted, imported: 12 + added });
      },
    });
    const { dialog, user } = await chooseFile("manage");
    const within_ = within(dialog);
    const counts = () =>
      within_.getAllByRole("term").flatMap((term) => {
        const value = Number(term.nextElementSibling?.textContent);
        return term.textContent === "Warnings" ? [] : [`${term.textContent} ${value}`];
      });
    expect(await within_.findByText("The file has 30 rows.")).toBeVisible();
    const rest = ["Errors 10", "Duplicates 1", "Without a name 1"];
    expect(counts()).toEqual(["To add 12", ...rest, "Cancelled 2", "Erased 4"]);
    await user.click(within_.getByRole("checkbox", { name: "Take one of each" }));
    await within_.findByRole("button", { name: "Import 9 attendees" });
    expect(counts()).toEqual(["To add 9", ...rest, "Cancelled 2", "Repeated rows 3", "Erased 4"]);
    await user.click(within_.getByRole("checkbox", { name: "Import them too" }));
    await user.click(within_.getByRole("checkbox", { name: "Import duplicates too" }));
    await within_.findByRole("button", { name: "Import 12 attendees" });
    expect(counts()).toEqual([
      "To add 12",
      "Errors 10",
      "Duplicates 0",
      "Without a name 1",
      "Repeated rows 3",
      "Erased 4",
    ]);
  });

  test("2.import.1122 guests of rows for several people are in the counts", async () => {
    const parties = { column: 3, rows: 2, guests: 5, divided: null };
    serveImport({ judge: () => json({ ...JUDGEMENT, imported: 12, broughtBack: 3, rows: 23, parties }) });
    const { dialog } = await chooseFile("manage");
    expect(await within(dialog).findByText("The file has 23 rows for 26 guests.")).toBeVisible();
    expect(within(dialog).getByText("To add").parentElement).toHaveTextContent("To add15");
  });

  test("2.erase.570 guests who were erased stay out unless a super admin brings them back", async () => {
    const calls = serveImport({
      judge: (call) =>
        json(
          fields(call).bringBack
            ? { ...JUDGEMENT, imported: 0, broughtBack: 2 }
            : { ...JUDGEMENT, imported: 0, erased: 2 },
        ),
    });
    const { dialog, user } = await chooseFile("manage", GUESTS, SAM);
    expect(
      await within(dialog).findByText("2 guests of this file were erased, and are left out."),
    ).toBeVisible();
    expect(within(dialog).getByRole("button", { name: "Import 0 attendees" })).toBeDisabled();
    await user.click(within(dialog).getByRole("checkbox", { name: "Bring them back" }));
    expect(
      await within(dialog).findByText("2 guests of this file were erased, and come back."),
    ).toBeVisible();
    await user.click(await within(dialog).findByRole("button", { name: "Import 2 attendees" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const start = calls.find((call) => call.method === "POST" && !isDryRun(call)) as Call;
    expect(fields(start)).toMatchObject({ bringBack: "true" });
  });

  test("2.erase.570 an organizer only hears of them", async () => {
    serveImport({ judge: () => json({ ...JUDGEMENT, erased: 1 }) });
    const { dialog } = await chooseFile("manage");
    expect(
      await within(dialog).findByText("One guest of this file was erased, and is left out."),
    ).toBeVisible();
    expect(within(dialog).queryByRole("checkbox", { name: "Bring them back" })).toBeNull();
  });

  test("4.import.5 duplicates are skipped unless the person chooses otherwise", async () => {
    const calls = serveImport({
      judge: (call) =>
        json(fields(call).includeDuplicates ? { ...JUDGEMENT, imported: 13, duplicates: 0 } : JUDGEMENT),
    });
    const { dialog, user } = await chooseFile("manage");
    await user.click(await within(dialog).findByRole("checkbox", { name: "Import duplicates too" }));
    await user.click(await within(dialog).findByRole("button", { name: "Import 13 attendees" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const start = calls.find((call) => call.method === "POST" && !isDryRun(call)) as Call;
    expect(fields(start)).toMatchObject({ includeDuplicates: "true", background: "true", eventId: "7" });
  });

  test("2.import.870 new ticket types are named, and created unless the person chooses otherwise", async () => {
    const newTicketTypes = [{ eventName: "Midwinter Gala", name: "Student", guests: 3 }];
    const calls = serveImport({ judge: () => json({ ...JUDGEMENT, newTicketTypes }) });
    const { dialog, user } = await chooseFile("manage");
    const box = await within(dialog).findByRole("checkbox", { name: "Create these ticket types" });
    expect(box).toBeChecked();
    expect(dialog).toHaveTextContent("New ticket types: Student (3)");
    await user.click(box);
    await waitFor(() =>
      expect(fields(calls.filter(({ method }) => method === "POST").at(-1) as Call).createTypes).toBe(
        "false",
      ),
    );
  });

  test("a file with nothing to add cannot be imported, and another can be chosen", async () => {
    serveImport({ judge: () => json({ ...JUDGEMENT, imported: 0 }) });
    const { dialog, user } = await chooseFile("manage");
    expect(await within(dialog).findByRole("button", { name: "Import 0 attendees" })).toBeDisabled();
    expect(dialog).toHaveTextContent("There is nothing to import in this file.");
    await user.click(within(dialog).getByRole("button", { name: "Choose another file" }));
    expect(within(dialog).getByRole("button", { name: "Choose a file" })).toBeVisible();
  });

  test("2.import.4 the list of errors can be taken along", async () => {
    serveImport();
    const { dialog, user } = await chooseFile("manage");
    await user.click(await within(dialog).findByRole("button", { name: "Download error list" }));
    expect(saved().mock.calls[0]?.[0].name).toBe("guests-errors.csv");
  });

  test("2.import.1 a file can be dropped, too", async () => {
    serveImport();
    const { user } = openApp("/manage-attendees?eventId=7", { as: OLIVE });
    await user.click(await screen.findByRole("button", { name: "Import CSV" }));
    const dialog = await screen.findByRole("dialog");
    const zone = within(dialog).getByText("or drop it here").parentElement as HTMLElement;
    const drop = new Event("drop", { bubbles: true, cancelable: true });
    Object.assign(drop, { dataTransfer: { files: [GUESTS] } });
    act(() => void zone.dispatchEvent(drop));
    expect(drop.defaultPrevented).toBe(true);
    await within(dialog).findByRole("button", { name: "Import 12 attendees" });
  });
});

test("2.import.21 it names the columns that are not imported", async () => {
  serveImport({
    judge: () =>
      json({
        ...JUDGEMENT,
        columns: ["Guest", "Mobile", "Table #", "", "Diet", " "],
        sample: [["Ada", "1", "7", "vip"]],
      }),
  });
  const { dialog } = await chooseFile("manage");
  expect(await within(dialog).findByText("These columns are not imported: Column 4, Diet.")).toBeVisible();
});

const ADA_OF_FILE = {
  row: 2,
  eventName: GALA.name,
  fullName: "Ada Byron",
  phone: "0400 1",
  tableNumber: 1,
  paymentStatus: "paid",
  amountPaidCents: 2500,
  attendedAt: null,
  invoiceNumber: null,
  notes: null,
  ticketCode: null,
  columns: { fullName: [0, 1], phone: [2], paymentStatus: [3] },
};

test("2.import.1091 a column of notes shows even if the first guests have none", async () => {
  const columns = ["First", "Last", "Phone", "Status", "Comment"];
  const mapping = { ...JUDGEMENT.mapping, notes: 4 };
  serveImport({ judge: () => json({ ...JUDGEMENT, columns, mapping, guests: [ADA_OF_FILE] }) });
  const { dialog } = await chooseFile("manage");
  const guest = within(await within(dialog).findByRole("region", { name: /^Preview of the first guests/ }));
  expect(guest.getByText('from "Comment"').closest("dt")).toHaveTextContent('Notes from "Comment"');
});

test("2.import.1120 it says how many guests rows for several people add, and that their amount is divided", async () => {
  const columns = ["Guest", "Mobile", "Table #", "Tickets"];
  const divided = { row: 5, amountCents: 9500, guests: 3 };
  let parties: ImportReport["parties"] = { column: 3, rows: 2, guests: 5, divided };
  serveImport({ judge: () => json({ ...JUDGEMENT, columns, parties }) });
  const { dialog, user } = await chooseFile("manage");
  await within(dialog).findByText(/^By "Tickets", 2 rows are for several people: 5 guests, named/);
  const amount = "The amount of a row is for all its guests: $95.00 in row 5 is divided among 3.";
  expect(within(dialog).getByText(amount)).toBeVisible();
  parties = { column: 3, rows: 1, guests: 2, divided: null };
  await user.click(within(dialog).getByRole("checkbox", { name: "Import duplicates too" }));
  await within(dialog).findByText(/^By "Tickets", 1 row is for several people: 2 guests/);
  expect(dialog).not.toHaveTextContent("is divided among");
});

test.each([
  [1, "2020-11-20", "1 row names no eventIt belongs to Midwinter Gala, Fri 20 Nov 2020. This event is over."],
  [3, "2090-11-20", "3 rows name no eventThey belong to Midwinter Gala, Mon 20 Nov 2090.To choose another"],
])("2.import.1121 a warning names the event of rows without one: %i", async (rows, date, text) => {
  const event = { id: GALA.id, name: GALA.name, date };
  serveImport({ judge: () => json({ ...JUDGEMENT, defaultEvent: { event, rows } }) });
  const { dialog } = await chooseFile("backup");
  const other = await within(dialog).findByText(
    /^To choose another event, import the file on Manage Attendees/,
  );
  expect(other.parentElement).toHaveTextContent(text);
});

test("2.import.200 it shows the first guests, each value with the heading that it came from", async () => {
  serveImport({
    judge: () => json({ ...JUDGEMENT, columns: ["First", "Last", "", "Status"], guests: [ADA_OF_FILE] }),
  });
  const { dialog } = await chooseFile("manage");
  const guest = within(await within(dialog).findByRole("region", { name: /^Preview of the first guests/ }));
  expect(guest.getByText("Ada Byron").closest("dl")).toHaveTextContent(
    'Full Name from "First" + "Last"Ada ByronPhone from "Column 3"0400 1Table Number (not in the file)1' +
      'Payment Status from "Status"paidAmount Paid (not in the file)$25.00',
  );
});

test("2.import.202 ticket codes of another tool are kept where the person wants that", async () => {
  const ticketCodes = { column: 3, guests: 12, problem: null };
  const calls = serveImport({
    judge: () => json({ ...JUDGEMENT, columns: ["Guest", "Mobile", "Table #", "Secret"], ticketCodes }),
  });
  const { dialog, user } = await chooseFile("manage");
  expect(await within(dialog).findByText("This column is not imported: Secret.")).toBeVisible();
  expect(
    within(dialog).getByText('"Secret" holds ticket codes of another tool, for 12 guests'),
  ).toBeVisible();
  const keep = within(dialog).getByRole("checkbox", { name: /^Keep them as QR codes/ });
  expect(keep).not.toBeChecked();
  await user.click(keep);
  await user.click(await within(dialog).findByRole("button", { name: "Import 12 attendees" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const start = calls.find((call) => call.method === "POST" && !isDryRun(call)) as Call;
  expect(fields(start)).toMatchObject({ keepTicketCodes: "true" });
});

test("2.import.202 ticket codes that can be guessed are not offered, and it says why", async () => {
  const ticketCodes = { column: 3, guests: 12, problem: "sequential" as const };
  serveImport({ judge: () => json({ ...JUDGEMENT, ticketCodes }) });
  const { dialog } = await chooseFile("manage");
  expect(
    await within(dialog).findByText(/^"Column 4" holds ticket codes, but they are numbers/),
  ).toBeVisible();
  expect(within(dialog).queryByRole("checkbox", { name: /^Keep them/ })).toBeNull();
});

describe("a question about the columns", () => {
  const ASKED = {
    ...JUDGEMENT,
    imported: 0,
    errors: 23,
    columns: ["Wer", "Nachname", "Home phone", "Work phone"],
    mapping: { lastName: 1, phone: 2 },
    sample: [["Ada", "Byron", "0400 1", "0400 2"]],
    questions: [
      { field: "name", reason: "lastNameOnly", columns: [1] },
      { field: "phone", reason: "equal", columns: [2, 3] },
    ],
  } satisfies ImportReport;
  const judge = (call: Call) => json(fields(call).mapping ? { ...JUDGEMENT, columns: ASKED.columns } : ASKED);
  const sentMapping = (calls: Call[]) =>
    JSON.parse(String(fields(calls.findLast(({ method }) => method === "POST") as Call).mapping));

  test("2.import.201 is answered before anything is imported", async () => {
    const calls = serveImport({ judge });
    const { dialog, user } = await chooseFile("manage");
    expect(await within(dialog).findByText("Answer 2 questions before you import")).toBeVisible();
    expect(within(dialog).getByText('Name: only last names were found, under "Nachname".')).toBeVisible();
    expect(within(dialog).getByText('Phone: "Home phone" and "Work phone" both look like it.')).toBeVisible();
    expect(within(dialog).getByRole("button", { name: "Import 0 attendees" })).toBeDisabled();
    expect(dialog).not.toHaveTextContent("Left out because of errors");
    await user.selectOptions(within(dialog).getByLabelText("Column with the last name"), "1");
    await user.selectOptions(within(dialog).getByLabelText("Column with the name"), "Wer (e.g. Ada)");
    expect(await within(dialog).findByRole("button", { name: "Import 12 attendees" })).toBeDisabled();
    expect(within(dialog).getByText("Answer one question before you import")).toBeVisible();
    await user.selectOptions(within(dialog).getByLabelText("Column with the phone"), "3");
    expect(await within(dialog).findByRole("button", { name: "Import 12 attendees" })).toBeEnabled();
    expect(sentMapping(calls)).toEqual({
      fullName: null,
      firstName: 0,
      middleName: null,
      lastName: 1,
      phone: 3,
    });
    expect(within(dialog).getByText("Your answers")).toBeVisible();
  });

  test("2.import.201 is answered in the list of columns too, or with 'No column'", async () => {
    const calls = serveImport({ judge });
    const { dialog, user } = await chooseFile("manage");
    await user.click(await within(dialog).findByText("Columns"));
    await user.selectOptions(within(dialog).getByLabelText("First Name"), "0");
    await user.selectOptions(within(dialog).getByLabelText("Column with the phone"), "none");
    expect(await within(dialog).findByRole("button", { name: "Import 12 attendees" })).toBeEnabled();
    expect(fields(calls.findLast(({ method }) => method === "POST") as Call)).toMatchObject({
      includeWithoutPhone: "true",
    });
    expect(sentMapping(calls)).toEqual({ firstName: 0, lastName: 1, phone: null });
    await user.selectOptions(within(dialog).getByLabelText("Column with the phone"), "2");
    await waitFor(() => expect(sentMapping(calls)).toMatchObject({ phone: 2 }));
    expect(fields(calls.findLast(({ method }) => method === "POST") as Call)).not.toHaveProperty(
      "includeWithoutPhone",
    );
  });
});

describe("what goes wrong", () => {
  test("2.import.20 the only event is chosen at first", async () => {
    const calls = serveImport();
    const { user } = openApp("/manage-attendees", { as: OLIVE });
    await user.click(await screen.findByRole("button", { name: "Import CSV" }));
    const dialog = within(await screen.findByRole("dialog"));
    await waitFor(() => expect(dialog.getByLabelText("Event")).toHaveValue(String(GALA.id)));
    await user.upload(dialog.getByLabelText("Spreadsheet with attendees"), GUESTS);
    await dialog.findByRole("button", { name: "Import 12 attendees" });
    expect(calls.findLast(({ body }) => body)?.body).toMatchObject({ eventId: String(GALA.id) });
  });

  test("5.manage-import.1, 8.import.4, 2.import.20, 2.import.640, 2.import.1092 without an event chosen it asks for one, and then reads the file", async () => {
    const calls = serveImport({
      "GET /api/events": () => json([GALA, { ...GALA, id: 8, name: "Jazz Supper" }]),
    });
    const { user } = openApp("/manage-attendees", { as: OLIVE });
    await user.click(await screen.findByRole("button", { name: "Import CSV" }));
    const dialog = within(await screen.findByRole("dialog"));
    const event = dialog.getByLabelText("Event");
    expect(event).toHaveAccessibleDescription("Please select a specific event for import");
    await user.upload(dialog.getByLabelText("Spreadsheet with attendees"), GUESTS);
    expect(await dialog.findByText(`${GUESTS.name} is read as soon as an event is chosen.`)).toBeVisible();
    expect(dialog.queryByRole("alert")).toBeNull();
    expect(event).toHaveAccessibleDescription("Please select a specific event for import");
    expect(calls.some(({ method }) => method === "POST")).toBe(false);
    await dialog.findByRole("option", { name: /Midwinter Gala/ });
    await user.selectOptions(event, String(GALA.id));
    const submit = await dialog.findByRole("button", { name: "Import 12 attendees" });
    expect(dialog.queryByRole("alert")).toBeNull();
    expect(calls.findLast(({ body }) => body)?.body).toMatchObject({ eventId: String(GALA.id) });
    await user.selectOptions(event, "");
    expect(submit).toBeDisabled();
  });

  test.each([
    ["2.frame.12, 5.manage-import.4, 8.import.5", "manage", "Failed to parse CSV file"],
    ["8.import.3", "backup", "CSV Import Failed"],
  ] as const)("%s a file that cannot be read on the %s page is '%s'", async (_id, place, title) => {
    serveImport({ judge: () => problem(400, "unreadable_file", "There are no rows in this file.") });
    const { dialog } = await chooseFile(place);
    const alert = await within(dialog).findByRole("alert");
    expect(alert).toHaveTextContent(`${title}There are no rows in this file. Please check the file format.`);
    expect(toastRegion()).not.toHaveTextContent(title);
    expect(within(dialog).getByRole("button", { name: "Choose another file" })).toBeVisible();
  });

  test.each([
    ["8.import.2", "manage", "Failed to import attendees"],
    ["8.import.3", "backup", "CSV Import Failed"],
  ] as const)(
    "%s any other failure on the %s page is '%s', and can be tried again",
    async (_id, place, title) => {
      let down = true;
      serveImport({ judge: () => (down ? Promise.reject(new TypeError("offline")) : json(JUDGEMENT)) });
      const { dialog, user } = await chooseFile(place);
      expect(await within(dialog).findByRole("alert")).toHaveTextContent(title);
      down = false;
      await user.click(within(dialog).getByRole("button", { name: "Try again" }));
      await within(dialog).findByRole("button", { name: "Import 12 attendees" });
      expect(within(dialog).queryByRole("alert")).toBeNull();
    },
  );

  test("8.import.2 a start without a response may have begun the import", async () => {
    serveImport({ start: () => Promise.reject(new TypeError("offline")) });
    const { dialog, user } = await chooseFile("manage");
    await user.click(await within(dialog).findByRole("button", { name: "Import 12 attendees" }));
    expect(await within(dialog).findByRole("alert")).toHaveTextContent(
      "Failed to import attendeesThe import may have begun.",
    );
  });

  test("a limit is told in the server's words", async () => {
    serveImport({ judge: () => problem(413, "payload_too_large", "At most 200,000 rows") });
    const { dialog } = await chooseFile("manage");
    expect(await within(dialog).findByRole("alert")).toHaveTextContent(
      "Failed to import attendeesAt most 200,000 rows",
    );
  });

  test("a file over 50 MB is not even sent", async () => {
    const calls = serveImport();
    const large = new File([], "large.csv");
    Object.defineProperty(large, "size", { value: 52_428_801 });
    const { dialog } = await chooseFile("manage", large);
    expect(await within(dialog).findByRole("alert")).toHaveTextContent("The file is larger than 50 MB.");
    // Another file can be chosen right there.
    expect(within(dialog).getByLabelText("Spreadsheet with attendees")).toBeInTheDocument();
    expect(calls.some(({ method }) => method === "POST")).toBe(false);
  });

  test("4.restore.7 while the server is being restored it says so", async () => {
    serveImport({ start: () => problem(503, "being_restored", "The server is being restored") });
    const { dialog, user } = await chooseFile("manage");
    await user.click(await within(dialog).findByRole("button", { name: "Import 12 attendees" }));
    expect(await within(dialog).findByRole("alert")).toHaveTextContent("The server is being restored");
    expect(within(dialog).getByRole("button", { name: "Import 12 attendees" })).toBeEnabled();
  });
});

describe("the run", () => {
  const panel = () => screen.findByRole("region", { name: "Imports" });

  test("8.import.1 shows how far it is, and says how it ended", async () => {
    serveImport({ progress: [IMPORT, { ...IMPORT, added: 9 }, DONE] });
    const { dialog, user } = await chooseFile("manage");
    await user.click(await within(dialog).findByRole("button", { name: "Import 12 attendees" }));
    const bar = await screen.findByRole("progressbar", { name: "Importing guests.csv" });
    expect(bar).toHaveAttribute("max", "12");
    expect(await panel()).toHaveTextContent("3 of 12");
    await within(await panel()).findByText("9 of 12");
    await waitFor(() =>
      expect(toastRegion()).toHaveTextContent("Import Complete12 attendees imported. 10 errors."),
    );
    expect(await panel()).toHaveTextContent("12 attendees imported · 10 errors · 1 duplicate");
    await user.click(within(await panel()).getByRole("button", { name: "Download error list" }));
    expect(saved()).toHaveBeenCalledOnce();
    await user.click(within(await panel()).getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("region", { name: "Imports" })).toBeNull();
  });

  test("7.client.9 its progress is read about twice a second, and no more once it has ended", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const running = Array.from({ length: 20 }, (_, added) => ({ ...IMPORT, added }));
    const calls = serveImport({ list: [IMPORT], progress: [...running, DONE] });
    openApp("/manage-attendees", { as: OLIVE });
    await panel();
    const asked = () => calls.filter((call) => call.path === path).length;
    const before = asked();
    await act(() => vi.advanceTimersByTimeAsync(3000));
    expect(asked() - before).toBeGreaterThanOrEqual(5);
    expect(asked() - before).toBeLessThanOrEqual(7);
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(asked()).toBe(21);
  });

  test("2.import.3 a page that is opened during a run finds it again, whoever began it", async () => {
    const sams = { ...IMPORT, createdBy: { id: SAM.id, fullName: SAM.fullName } };
    serveImport({ list: [sams], progress: [sams] });
    openApp("/manage-attendees", { as: OLIVE });
    expect(await panel()).toHaveTextContent("by Sam Superadmin");
    expect(await panel()).toHaveTextContent("3 of 12");
  });

  test("without a connection it says that the import goes on, and finds it again", async () => {
    serveImport({ list: [IMPORT], progress: [new TypeError("offline"), DONE] });
    openApp("/manage-attendees", { as: OLIVE });
    await within(await panel()).findByText("No connection. The import goes on at the server.");
    await waitFor(() => expect(toastRegion()).toHaveTextContent("Import Complete"));
  });

  test("4.import.7 a running import is cancelled", async () => {
    const taken = [IMPORT, { ...IMPORT, state: "cancelled" }, { ...DONE, state: "cancelled" }];
    let step = 0;
    serve({
      "GET /api/events": () => json([]),
      "GET /api/attendees": () => page([], { total: 0 }),
      "GET /api/imports": () => json([IMPORT]),
      [`GET ${path}`]: () => json(taken[step === 0 ? 0 : Math.min(step++, 2)]),
      [`DELETE ${path}`]: () => {
        step = 1;
        return json(taken[1]);
      },
    });
    const { user } = openApp("/manage-attendees", { as: OLIVE });
    await user.click(await screen.findByRole("button", { name: "Cancel" }));
    await screen.findByText("Removing the imported guests...");
    await waitFor(() => expect(toastRegion()).toHaveTextContent("Import cancelled"));
    // Only once all of it is gone.
    await waitFor(() => expect(screen.queryByText("Removing the imported guests...")).toBeNull());
    expect(await panel()).toHaveTextContent("Cancelled");
  });

  test("8.import.2 an import that failed at the server says why", async () => {
    serveImport({
      list: [IMPORT],
      progress: [{ ...DONE, state: "failed", canUndo: false, message: "The disk is full" }],
    });
    openApp("/manage-attendees", { as: OLIVE });
    await waitFor(() =>
      expect(toastRegion()).toHaveTextContent("Failed to import attendeesThe disk is full"),
    );
    expect(await panel()).toHaveTextContent("The disk is full");
  });
});

describe("the way back", () => {
  const openHistory = async (routes: Parameters<typeof serve>[0] = {}) => {
    serveImport({ list: [DONE], ...routes });
    const opened = openApp("/backup-restore", { as: OLIVE });
    await opened.user.click(await screen.findByRole("button", { name: "Undo import guests.csv" }));
    return { ...opened, dialog: await screen.findByRole("dialog", { name: "Undo import" }) };
  };

  test("2.import.1066 an import whose guests were scanned or edited since says that it stays", async () => {
    serveImport({ list: [{ ...DONE, canUndo: false }] });
    openApp("/backup-restore", { as: OLIVE });
    const reason = "This import cannot be undone: its attendees were scanned, edited or deleted since.";
    expect(await screen.findByText(reason)).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Undo import/ })).toBeNull();
  });

  test("2.import.5, 4.import.7 an import is taken out again, after a question", async () => {
    const undone = vi.fn(() => json({ ...DONE, state: "undone", canUndo: false }));
    const { dialog, user } = await openHistory({ [`DELETE ${path}`]: undone });
    expect(dialog).toHaveTextContent(
      "12 attendees came from guests.csv. All of them who are still there will be deleted",
    );
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    expect(undone).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "Undo import guests.csv" }));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Undo import" }));
    await waitFor(() =>
      expect(toastRegion()).toHaveTextContent("Import undoneAll attendees that came with it are deleted."),
    );
    expect(screen.getByText("Undone")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Undo import guests.csv" })).toBeNull();
  });

  test("4.import.7 progress that was read before the undo, and arrives after it, changes nothing", async () => {
    let answerLate: (response: Response) => void = () => {};
    let list = [IMPORT];
    serve({
      "GET /api/events": () => json([GALA]),
      "GET /api/attendees": () => page([], { total: 0 }),
      "GET /api/imports": () => json(list),
      [`GET ${path}`]: () => new Promise((resolve) => (answerLate = resolve)),
      [`DELETE ${path}`]: () => json({ ...DONE, state: "undone", canUndo: false }),
    });
    const { user } = openApp("/backup-restore", { as: OLIVE });
    await screen.findByRole("progressbar", { name: "Importing guests.csv" });
    list = [DONE];
    await user.click(screen.getByRole("link", { name: "Back" }));
    await user.click(await screen.findByRole("link", { name: "Backup & Restore" }));
    await user.click(await screen.findByRole("button", { name: "Undo import guests.csv" }));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Undo import" }));
    await waitFor(() => expect(toastRegion()).toHaveTextContent("Import undone"));
    await act(async () => answerLate(json(DONE)));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(toastRegion()).toHaveTextContent("Import undone");
    expect(screen.getByText("Undone")).toBeVisible();
  });

  test("4.import.7 once somebody of it was scanned or edited there is none, and it says so", async () => {
    const { dialog, user } = await openHistory({
      [`DELETE ${path}`]: () => problem(409, "import_used", "In use"),
    });
    await user.click(within(dialog).getByRole("button", { name: "Undo import" }));
    await waitFor(() => expect(toastRegion()).toHaveTextContent("This import can no longer be undone"));
    expect(screen.queryByRole("button", { name: "Undo import guests.csv" })).toBeNull();
  });
});
