import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { User } from "@/api/types";
import { beginSession, sessionRecord } from "@/features/users/sign-in/session";
import { UserManagementPage } from "@/pages/user-management-page";
import { OLIVE, SAM } from "@/testing/cast";
import { goTo, openApp, reload, toastRegion } from "@/testing/open-app";
import { json, laterResponse, problem, serve } from "@/testing/server";

const IDA: User = {
  ...OLIVE,
  id: 3,
  username: "ida",
  fullName: "Ida Inactive",
  isActive: false,
  createdAt: "2026-10-05T08:00:00.000Z",
  lastLogin: "2026-10-31T20:15:00.000Z",
  version: 4,
};
const EVERYBODY = [IDA, OLIVE, SAM];
const READ = { "GET /api/users": () => json(EVERYBODY) };

async function openUsers() {
  const opened = openApp("/user-management", { as: SAM });
  await screen.findByRole("heading", { name: /Olive Organizer/ });
  return opened;
}

function card(fullName: string) {
  const heading = screen.getByRole("heading", { name: new RegExp(fullName) });
  return within(heading.closest("li") ?? document.body);
}

async function openEditor(fullName: string) {
  const { user } = await openUsers();
  await user.click(card(fullName).getByRole("button", { name: /Edit/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit User" }));
  // The form's code loads.
  await dialog.findByLabelText("Full Name");
  return { user, dialog };
}

/** Presses Escape (first for the toast, then for the dialog) and clicks beside the dialog. Returns what is left. */
async function tryToLeave(user: ReturnType<typeof openApp>["user"]) {
  await user.keyboard("{Escape}{Escape}");
  await user.click(screen.getByRole("dialog").parentElement as HTMLElement);
  return within(screen.getByRole("dialog"));
}

/** Answers the question over the open editor. It takes clicks a moment after it shows: its layer is notified later. */
const answer = (user: Awaited<ReturnType<typeof openEditor>>["user"], name: string) =>
  waitFor(() => user.click(screen.getByRole("button", { name })));

test("2.guard.5 an organizer is sent to /", async () => {
  const calls = serve({ "GET /api/events": () => json([]) });
  openApp("/user-management", { as: OLIVE });
  await screen.findByRole("heading", { name: "Dashboard" });
  expect(window.location.pathname).toBe("/");
  expect(calls.some(({ path }) => path === "/api/users")).toBe(false);
});

test.each([
  ["a super admin", SAM, 1],
  ["an organizer", OLIVE, 0],
])("2.home.7 the dashboard leads %s here, or not", async (_who, as, links) => {
  serve({ "GET /api/events": () => json([]) });
  openApp("/", { as });
  await screen.findByRole("link", { name: "Create Event" });
  const entries = screen.queryAllByRole("link", { name: "User Management" });
  expect(entries).toHaveLength(links);
  for (const entry of entries) expect(entry).toHaveAttribute("href", "/user-management");
});

test("2.factor.395 the card of the second factor has its place, without a choice, before the server has said it", async () => {
  const requirement = laterResponse();
  serve({ ...READ, "GET /api/second-factor": () => requirement.response });
  await openUsers();
  const choice = screen.getByRole("combobox", { name: /^Second factor/ });
  expect(choice).toBeDisabled();
  expect(choice).toHaveDisplayValue("");
  requirement.respond(json({ requiredFor: "everyone" }));
  await waitFor(() => expect(choice).toHaveDisplayValue("Everyone"));
  expect(choice).toBeEnabled();
});

test("it says that it loads; what fails can be tried again", async () => {
  let respond: (response: Response) => void = () => {};
  const answers = [new Promise<Response>((resolve) => (respond = resolve)), json(EVERYBODY)];
  serve({ "GET /api/users": () => answers.shift() ?? json([]) });
  const { user } = openApp("/user-management", { as: SAM });
  await screen.findByText("Loading users...");
  respond(problem(503, "database_unavailable", "Down"));
  await screen.findByText("Failed to fetch users");
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("heading", { name: /Ida Inactive/ });
});

test("an empty list says what to do", async () => {
  serve({ "GET /api/users": () => json([]) });
  openApp("/user-management", { as: SAM });
  await screen.findByText("No users found");
});

test("2.users.1, 2, 3, 8 a card says who somebody is, since when, and when they last signed in", async () => {
  serve(READ);
  await openUsers();
  const ida = card("Ida Inactive");
  // 2.users.2, 2.users.3
  for (const text of ["ida", "Organizer", "Inactive", "5 Oct 2026"])
    expect(ida.getByText(text)).toBeVisible();
  expect(ida.getByText(/^(31 Oct|1 Nov) 2026$/)).toBeVisible();
  const sam = card("Sam Superadmin");
  // 2.users.8
  for (const text of ["sam", "Super Admin", "Active", "Never"]) expect(sam.getByText(text)).toBeVisible();
});

test("2.users.7, 4.users.2 somebody inactive can be reactivated and nothing else", async () => {
  const users = [...EVERYBODY];
  const calls = serve({
    "GET /api/users": () => json(users),
    "POST /api/users/3/reactivate": () => {
      users[0] = { ...IDA, isActive: true };
      return json(users[0]);
    },
  });
  const { user } = await openUsers();
  expect(card("Ida Inactive").getAllByRole("button")).toHaveLength(1);
  await user.click(card("Ida Inactive").getByRole("button", { name: /Reactivate/ }));
  await waitFor(() => expect(toastRegion()).toHaveTextContent("SuccessUser reactivated successfully"));
  await card("Ida Inactive").findByText("Active");
  expect(calls.filter(({ method }) => method === "POST")).toHaveLength(1);
});

test("2.users.5, 5.users.5 deactivating asks first, and Cancel does nothing", async () => {
  const users = [...EVERYBODY];
  const calls = serve({
    "GET /api/users": () => json(users),
    "DELETE /api/users/1": () => {
      users[1] = { ...OLIVE, isActive: false };
      return json(users[1]);
    },
  });
  const { user } = await openUsers();
  await user.click(card("Olive Organizer").getByRole("button", { name: /Deactivate/ }));
  const dialog = await screen.findByRole("dialog", { name: "Deactivate User" });
  expect(dialog).toHaveAccessibleDescription(/Are you sure you want to deactivate "Olive Organizer"\?/);
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  expect(calls.some(({ method }) => method === "DELETE")).toBe(false);

  await user.click(card("Olive Organizer").getByRole("button", { name: /Deactivate/ }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Deactivate" }));
  await waitFor(() => expect(toastRegion()).toHaveTextContent("SuccessUser deactivated successfully"));
  await card("Olive Organizer").findByText("Inactive");
});

test("5.users.4, 8.users.3 oneself is not deactivated, and nobody is asked", async () => {
  const calls = serve(READ);
  const { user } = await openUsers();
  await user.click(card("Sam Superadmin").getByRole("button", { name: /Deactivate/ }));
  await waitFor(() => expect(toastRegion()).toHaveTextContent("ErrorCannot deactivate yourself"));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(calls.some(({ method }) => method === "DELETE")).toBe(false);
});

test.each([
  ["the server's reason", problem(409, "last_super_admin", "The last one stays."), "The last one stays."],
  [
    "8.users.2 'Failed to deactivate user' without one",
    new Response("", { status: 502 }),
    "Failed to deactivate user",
  ],
])("%s: what a failed deactivation shows", async (_what, response, text) => {
  serve({ ...READ, "DELETE /api/users/1": () => response });
  const { user } = await openUsers();
  await user.click(card("Olive Organizer").getByRole("button", { name: /Deactivate/ }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Deactivate" }));
  await waitFor(() => expect(toastRegion()).toHaveTextContent(`Error${text}`));
});

test("5.users.3 Add User: what is missing is said under each field; organizer is the first choice", async () => {
  const calls = serve(READ);
  const { user } = await openUsers();
  await user.click(screen.getByRole("button", { name: "Add User" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add User" }));
  expect(dialog.getByLabelText("Role")).toHaveDisplayValue("Organizer");
  await user.click(dialog.getByRole("button", { name: "Add User" }));
  await dialog.findByText("Username is required");
  await user.type(dialog.getByLabelText("Username"), "ab");
  await dialog.findByText("Use 3 characters or more");
  expect(dialog.getByLabelText("Full Name")).toHaveAccessibleDescription("Full name is required");
  expect(dialog.getByLabelText("Password")).toHaveAccessibleDescription(/Use 10 characters or more/);
  expect(calls.some(({ method }) => method === "POST")).toBe(false);
});

test("2.users.20 Add User: a password is generated, shown in clear and copied; another by hand takes its place", async () => {
  const calls = serve({ "GET /api/users": () => json([SAM]), "POST /api/users": () => json(SAM, 201) });
  const { user } = openApp("/user-management", { as: SAM });
  await user.click(await screen.findByRole("button", { name: "Add User" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add User" }));
  await user.type(await dialog.findByLabelText("Full Name"), "Vera New");
  await user.type(dialog.getByLabelText("Username"), "vera");
  await user.click(dialog.getByRole("button", { name: "Generate a password" }));
  const first = dialog.getByRole("status").textContent ?? "";
  await user.click(dialog.getByRole("button", { name: "Generate another" }));
  const password = dialog.getByRole("status").textContent ?? "";
  expect(password).toMatch(/^([2-9a-hj-km-np-z]{4}-){3}[2-9a-hj-km-np-z]{4}$/);
  expect(password).not.toBe(first);
  await user.click(dialog.getByRole("button", { name: "Copy" }));
  expect(await dialog.findByText("Copied!")).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(password);

  await user.type(dialog.getByLabelText("Password"), "x");
  expect(dialog.queryByRole("status")).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Generate a password" }));
  const last = dialog.getByRole("status").textContent;
  await user.click(dialog.getByRole("button", { name: "Add User" }));
  await waitFor(() => expect(toastRegion()).toHaveTextContent("User added successfully"));
  expect(calls.find(({ method }) => method === "POST")?.body).toMatchObject({ password: last });
});

test("2.users.21, 2.users.23, 2.users.1100 a generated password that was not copied stays after saving until it is closed", async () => {
  const calls = serve({ "GET /api/users": () => json([SAM]), "POST /api/users": () => json(SAM, 201) });
  const { user } = openApp("/user-management", { as: SAM });
  await user.click(await screen.findByRole("button", { name: "Add User" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add User" }));
  expect(await dialog.findByLabelText("Full Name")).toHaveFocus();
  await user.keyboard("Vera New");
  await user.type(dialog.getByLabelText("Username"), "vera new");
  expect(dialog.getByLabelText("Username")).toHaveAccessibleDescription(/^Use no spaces/);
  await user.type(dialog.getByLabelText("Username"), "{Backspace>4}-new");
  await user.click(dialog.getByRole("button", { name: "Generate a password" }));
  const password = dialog.getByRole("status").textContent ?? "";
  await user.click(dialog.getByRole("button", { name: "Add User" }));
  await dialog.findByText(/The account has this password now/);
  expect(dialog.getByText("vera-new")).toBeVisible();
  expect(calls.find(({ method }) => method === "POST")?.body).toMatchObject({ password });
  expect((await tryToLeave(user)).getByRole("status")).toHaveTextContent(password);
  await user.click(dialog.getByRole("button", { name: "Copy" }));
  expect(await navigator.clipboard.readText()).toBe(password);
  await user.click(dialog.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("2.users.22 with more than eight users some can be found by name or username", async () => {
  const others = Array.from({ length: 8 }, (_, n) => ({
    ...OLIVE,
    id: 20 + n,
    fullName: `Helper ${n}`,
    username: `h${n}`,
  }));
  serve({ "GET /api/users": () => json([SAM, ...others]) });
  const { user } = openApp("/user-management", { as: SAM });
  await user.type(await screen.findByLabelText("Find User"), "HELP 3");
  expect(screen.getByText("Helper 3")).toBeVisible();
  expect(screen.queryByText("Helper 4")).toBeNull();
  await user.type(screen.getByLabelText("Find User"), "x");
  expect(screen.getByText("No user has this name or username.")).toBeVisible();
});

test("2.users.20 Edit User: a password is generated for somebody else, copied and sent", async () => {
  const calls = serve({
    "GET /api/users": () => json([SAM, OLIVE]),
    [`PUT /api/users/${OLIVE.id}`]: () => json(OLIVE),
  });
  const { user, dialog } = await openEditor("Olive Organizer");
  await user.click(await dialog.findByRole("button", { name: "Generate a password" }));
  const password = dialog.getByRole("status").textContent;
  await user.click(dialog.getByRole("button", { name: "Copy" }));
  expect(await navigator.clipboard.readText()).toBe(password);
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(toastRegion()).toHaveTextContent("User updated successfully"));
  expect(calls.find(({ method }) => method === "PUT")?.body).toMatchObject({ password });
});

test("2.users.21, 2.users.1100 Edit User: only 'Close' closes the window with the uncopied password", async () => {
  serve({
    "GET /api/users": () => json([SAM, OLIVE]),
    [`PUT /api/users/${OLIVE.id}`]: () => json(OLIVE),
  });
  const { user, dialog } = await openEditor("Olive Organizer");
  await user.click(await dialog.findByRole("button", { name: "Generate a password" }));
  const password = dialog.getByRole("status").textContent ?? "";
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await dialog.findByText(/The account has this password now/);
  expect((await tryToLeave(user)).getByRole("status")).toHaveTextContent(password);
  await user.click(dialog.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("2.users.6 Add User: a taken username is said under it; a success shows the new card", async () => {
  const users = [...EVERYBODY];
  const answers = [
    () => problem(409, "username_taken", "The username nora is taken. Choose another."),
    () => {
      users.push({ ...OLIVE, id: 9, username: "nora2", fullName: "Nora New" });
      return json(users.at(-1), 201);
    },
  ];
  const calls = serve({
    "GET /api/users": () => json(users),
    "POST /api/users": () => (answers.shift() as () => Response)(),
  });
  const { user } = await openUsers();
  await user.click(screen.getByRole("button", { name: "Add User" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add User" }));
  expect(dialog.getByLabelText("Password")).toHaveAccessibleDescription(/replace it at the first sign-in/);
  await user.type(dialog.getByLabelText("Full Name"), " Nora New ");
  await user.type(dialog.getByLabelText("Username"), "nora");
  await user.type(dialog.getByLabelText("Password"), "lemon tree house");
  await user.click(dialog.getByRole("button", { name: "Add User" }));
  await waitFor(() => expect(dialog.getByLabelText("Username")).toHaveAccessibleDescription(/nora is taken/));
  expect(toastRegion()).not.toHaveTextContent("Error");
  await user.type(dialog.getByLabelText("Username"), "2");
  await user.click(dialog.getByRole("button", { name: "Add User" }));
  await screen.findByRole("heading", { name: /Nora New/ });
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(toastRegion()).toHaveTextContent("SuccessUser added successfully");
  expect(calls.findLast(({ method }) => method === "POST")?.body).toEqual({
    username: "nora2",
    fullName: "Nora New",
    role: "organizer",
    password: "lemon tree house",
  });
});

test("2.frame.1223 Add User: a username that is refused after the user has left is named in a toast", async () => {
  const { response, respond } = laterResponse();
  const calls = serve({ ...READ, "POST /api/users": () => response });
  const { user } = await openUsers();
  await user.click(screen.getByRole("button", { name: "Add User" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add User" }));
  await user.type(await dialog.findByLabelText("Full Name"), "Nora New");
  await user.type(dialog.getByLabelText("Username"), "nora");
  await user.type(dialog.getByLabelText("Password"), "lemon tree house");
  await user.click(dialog.getByRole("button", { name: "Add User" }));
  await waitFor(() => expect(calls.some(({ method }) => method === "POST")).toBe(true));
  goTo("/");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  respond(problem(409, "username_taken", "The username nora is taken. Choose another."));
  await waitFor(() => expect(toastRegion()).toHaveTextContent("The username nora is taken"));
});

test("2.users.4, 5.users.1, 5.users.2 an edit carries the version that was read, and no password where none was typed", async () => {
  const calls = serve({ ...READ, "PUT /api/users/1": () => json({ ...OLIVE, version: 2 }) });
  const { user, dialog } = await openEditor("Olive Organizer");
  expect(dialog.getByLabelText("Username")).toHaveValue("olive");
  await user.clear(dialog.getByLabelText("Full Name"));
  await user.clear(dialog.getByLabelText("Username"));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  // 5.users.1
  await dialog.findByText("Full name is required");
  expect(dialog.getByLabelText("Username")).toBeInvalid();
  expect(calls.some(({ method }) => method === "PUT")).toBe(false);
  await user.type(dialog.getByLabelText("Username"), "olive");
  await user.type(dialog.getByLabelText("Full Name"), "Olive Oyl");
  await user.selectOptions(dialog.getByLabelText("Role"), "Super Admin");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(toastRegion()).toHaveTextContent("SuccessUser updated successfully"));
  expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({
    username: "olive",
    fullName: "Olive Oyl",
    role: "super_admin",
    version: 1,
  });
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a dialog stays until its save is answered, so that nobody misses what came of it", async () => {
  let respond: (response: Response) => void = () => {};
  serve({ ...READ, "PUT /api/users/1": () => new Promise<Response>((resolve) => (respond = resolve)) });
  const { user, dialog } = await openEditor("Olive Organizer");
  await user.type(dialog.getByLabelText("Full Name"), " Two");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await user.keyboard("{Escape}");
  expect(dialog.getByRole("button", { name: "Cancel" })).toBeDisabled();
  respond(problem(409, "username_taken", "This username is taken"));
  expect(await dialog.findByText("This username is taken")).toBeVisible();
  await user.keyboard("{Escape}");
  await answer(user, "Discard");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a new password has the usual length, and the server's word about it lands under it", async () => {
  const calls = serve({
    ...READ,
    "PUT /api/users/1": () =>
      problem(400, "validation_failed", "Check the password", {
        errors: [{ field: "password", message: "Too common" }],
      }),
  });
  const { user, dialog } = await openEditor("Olive Organizer");
  const password = dialog.getByLabelText("New Password (Optional)");
  await user.type(password, "short");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await dialog.findByText("Use 10 characters or more");
  await user.type(password, " but longer");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await dialog.findByText("Too common");
  expect(calls.find(({ method }) => method === "PUT")?.body).toMatchObject({ password: "short but longer" });
  expect(toastRegion()).not.toHaveTextContent("Error");
});

const ROLES =
  "Organizers work with events, guests and doors. Super admins also see Analytics and Activity, manage users, settings and backups, and erase guests' data.";

test("2.users.1070, 24 the role has the hint what each may do; another role, that it signs the person out", async () => {
  serve(READ);
  const { user, dialog } = await openEditor("Olive Organizer");
  expect(dialog.getByLabelText("Role")).toHaveAccessibleDescription(ROLES);
  await user.selectOptions(dialog.getByLabelText("Role"), "Super Admin");
  expect(dialog.getByLabelText("Role")).toHaveAccessibleDescription(
    `${ROLES} Another role signs this person out.`,
  );
});

test("the last super admin's role stays, said under the role", async () => {
  serve({ ...READ, "PUT /api/users/2": () => problem(409, "last_super_admin", "The last one stays.") });
  const { user, dialog } = await openEditor("Sam Superadmin");
  await user.selectOptions(dialog.getByLabelText("Role"), "Organizer");
  expect(dialog.getByLabelText("Role")).toHaveAccessibleDescription(
    `${ROLES} Changing your own role signs you out.`,
  );
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await dialog.findByText("The last one stays.");
  expect(toastRegion()).not.toHaveTextContent("Error");
  expect(sessionRecord().user?.role).toBe("super_admin");
});

test("2.frame.12, 8.users.1 a failed edit without a message is 'Failed to update user'", async () => {
  serve({ ...READ, "PUT /api/users/1": () => new Response("", { status: 500 }) });
  const { user, dialog } = await openEditor("Olive Organizer");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByRole("alert")).toHaveTextContent("Failed to update user");
  expect(toastRegion()).not.toHaveTextContent("Failed to update user");
  expect(dialog.getByLabelText("Username")).toHaveValue("olive");
});

test("one's own new name shows in the frame at once", async () => {
  serve({ ...READ, "PUT /api/users/2": () => json({ ...SAM, fullName: "Samuel" }) });
  const { user, dialog } = await openEditor("Sam Superadmin");
  await user.type(dialog.getByLabelText("Full Name"), "!");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(within(screen.getByRole("banner")).getByText("Samuel")).toBeVisible();
});

test("one's own change of role ends the session, with one message", async () => {
  const calls = serve({ ...READ, "PUT /api/users/2": () => json({ ...SAM, role: "organizer" }) });
  const { user, dialog } = await openEditor("Sam Superadmin");
  await user.selectOptions(dialog.getByLabelText("Role"), "Organizer");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await screen.findByRole("heading", { name: "Sign in" });
  expect(toastRegion()).toHaveTextContent("SuccessYour role has changed. Please sign in again.");
  expect(sessionRecord()).toEqual({ user: null, authenticated: false, authTime: 0 });
  expect(calls.filter(({ path }) => path === "/api/users")).toHaveLength(1);
});

const conflict = (current: User) => problem(409, "version_conflict", "Changed meanwhile", { current });

test("2.users.9 somebody else was quicker: both versions are shown, and mine can stand", async () => {
  const theirs = { ...OLIVE, fullName: "Olivia", version: 7, updatedBy: { id: 8, fullName: "Una Other" } };
  const answers = [conflict(theirs), json({ ...theirs, fullName: "Olive Oyl", version: 8 })];
  const calls = serve({ ...READ, "PUT /api/users/1": () => answers.shift() ?? json(theirs) });
  const { user, dialog } = await openEditor("Olive Organizer");
  await user.clear(dialog.getByLabelText("Full Name"));
  await user.type(dialog.getByLabelText("Full Name"), "Olive Oyl");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  const question = await screen.findByRole("dialog", { name: "Someone else changed this user" });
  expect(within(question).getByRole("cell", { name: "Olive Oyl" })).toBeVisible();
  expect(within(question).getByRole("cell", { name: "Olivia" })).toBeVisible();
  expect(question).toHaveTextContent("Una Other");
  await answer(user, "Save mine");
  await waitFor(() => expect(toastRegion()).toHaveTextContent("User updated successfully"));
  expect(calls.findLast(({ method }) => method === "PUT")?.body).toMatchObject({ version: 7 });
});

test("2.users.9 somebody else was quicker: theirs can stand, and the next save builds on it", async () => {
  const theirs = { ...OLIVE, fullName: "Olivia", version: 7 };
  const answers = [conflict(theirs), json({ ...theirs, version: 8 })];
  const calls = serve({ ...READ, "PUT /api/users/1": () => answers.shift() ?? json(theirs) });
  const { user, dialog } = await openEditor("Olive Organizer");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await answer(user, "Use the saved version");
  expect(dialog.getByLabelText("Full Name")).toHaveValue("Olivia");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(toastRegion()).toHaveTextContent("User updated successfully"));
  expect(calls.findLast(({ method }) => method === "PUT")?.body).toMatchObject({
    version: 7,
    fullName: "Olivia",
  });
});

test("2.users.10 mine that stands changes only what I changed, a new password among it", async () => {
  const theirs = { ...OLIVE, fullName: "Olivia", role: "super_admin" as const, version: 7 };
  const answers = [conflict(theirs), json({ ...theirs, version: 8 })];
  const calls = serve({ ...READ, "PUT /api/users/1": () => answers.shift() ?? json(theirs) });
  const { user, dialog } = await openEditor("Olive Organizer");
  await user.type(dialog.getByLabelText("New Password (Optional)"), "lemon tree house");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  const question = within(await screen.findByRole("dialog", { name: "Someone else changed this user" }));
  expect(await question.findByRole("row", { name: "Password A new one No change" })).toBeVisible();
  await answer(user, "Save mine");
  await waitFor(() => expect(toastRegion()).toHaveTextContent("User updated successfully"));
  expect(calls.findLast(({ method }) => method === "PUT")?.body).toEqual({
    username: "olive",
    fullName: "Olivia",
    role: "super_admin",
    password: "lemon tree house",
    version: 7,
  });
});

test("4.form.1 a user form that was open outlives a reload, but for its password", async () => {
  serve(READ);
  const opened = await openUsers();
  await opened.user.click(screen.getByRole("button", { name: "Add User" }));
  await opened.user.type(await screen.findByLabelText("Full Name"), "Nora New");
  await opened.user.type(screen.getByLabelText("Password"), "lemon tree house");
  const again = reload(opened, "/user-management", { as: SAM });
  await again.user.click(await screen.findByRole("button", { name: "Add User" }));
  expect(await screen.findByLabelText("Full Name")).toHaveValue("Nora New");
  expect(screen.getByLabelText("Password")).toHaveValue("");
});

test("4.form.970 Escape asks before it discards a new user, also one with a password alone", async () => {
  serve(READ);
  const { user } = await openUsers();
  const add = screen.getByRole("button", { name: "Add User" });
  await user.click(add);
  await user.type(await screen.findByLabelText("Password"), "lemon tree house");
  await user.keyboard("{Escape}");
  await screen.findByRole("dialog", { name: "Discard what you typed?" });
  await answer(user, "Keep editing");
  expect(screen.getByLabelText("Password")).toHaveValue("lemon tree house");
  await user.keyboard("{Escape}");
  await screen.findByRole("dialog", { name: "Discard what you typed?" });
  await answer(user, "Discard");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(add).toHaveFocus());
  await user.click(add);
  expect(await screen.findByLabelText("Password")).toHaveValue("");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("4.form.970 Escape asks before it discards an edit of a user", async () => {
  serve(READ);
  const { user, dialog } = await openEditor("Olive Organizer");
  await user.type(dialog.getByLabelText("Full Name"), " II");
  await user.keyboard("{Escape}");
  await screen.findByRole("dialog", { name: "Discard what you typed?" });
  await answer(user, "Discard");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("4.form.970 Escape asks before it discards an edit of a user's password alone", async () => {
  serve(READ);
  const { user, dialog } = await openEditor("Olive Organizer");
  await user.type(dialog.getByLabelText(/Password/), "lemon tree house");
  await user.keyboard("{Escape}");
  await screen.findByRole("dialog", { name: "Discard what you typed?" });
  await answer(user, "Discard");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("2.users.11 somebody deactivated them meanwhile: nothing can be saved, and the editor closes", async () => {
  serve({ ...READ, "PUT /api/users/1": () => conflict({ ...OLIVE, isActive: false, version: 2 }) });
  const { user, dialog } = await openEditor("Olive Organizer");
  await user.type(dialog.getByLabelText("Full Name"), " II");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  const question = within(await screen.findByRole("dialog", { name: /Someone else/ }));
  expect(await question.findAllByRole("cell", { name: "Inactive" })).toHaveLength(2);
  expect(question.getByText(/your changes cannot be saved/)).toBeVisible();
  expect(question.queryByRole("button", { name: "Save mine" })).toBeNull();
  await answer(user, "Use the saved version");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test.each([
  [
    "deactivated",
    [IDA, { ...OLIVE, isActive: false, version: 2 }, SAM],
    () => conflict({ ...OLIVE, isActive: false, version: 2 }),
    /your changes cannot be saved/,
  ],
  [
    "removed",
    [IDA, SAM],
    () => problem(404, "user_not_found", "This account no longer exists."),
    /This account no longer exists/,
  ],
] as const)(
  "2.users.1000, 2.users.1001 somebody %s their account meanwhile: the edit stays, and says so",
  async (_what, later, refusal, text) => {
    let users: readonly User[] = EVERYBODY;
    serve({ "GET /api/users": () => json(users), "PUT /api/users/1": refusal });
    beginSession(SAM);
    const queryClient = createQueryClient(() => {});
    render(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <UserManagementPage />
        </MemoryRouter>
      </QueryClientProvider>,
    );
    const user = userEvent.setup({ delay: null });
    await screen.findByRole("heading", { name: /Olive Organizer/ });
    await user.click(card("Olive Organizer").getByRole("button", { name: /Edit/ }));
    const dialog = within(await screen.findByRole("dialog", { name: "Edit User" }));
    await user.type(await dialog.findByLabelText("Full Name"), " II");
    users = later;
    void queryClient.invalidateQueries();
    await waitFor(() =>
      expect(screen.queryByRole("button", { name: "Edit Olive Organizer", hidden: true })).toBeNull(),
    );
    expect(dialog.getByLabelText("Full Name")).toHaveValue("Olive Organizer II");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    expect(await screen.findByText(text)).toBeVisible();
    if (screen.queryByRole("button", { name: "Back to the form" })) await answer(user, "Back to the form");
    await waitFor(() => expect(dialog.getByLabelText("Full Name")).toHaveValue("Olive Organizer II"));
  },
);

test("5.user.1000 a new username with a space is refused at its field, and nothing is sent", async () => {
  const calls = serve(READ);
  const { user } = await openUsers();
  await user.click(screen.getByRole("button", { name: "Add User" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add User" }));
  await user.type(await dialog.findByLabelText("Full Name"), "Nora New");
  await user.type(dialog.getByLabelText("Password"), "lemon tree house");
  await user.type(dialog.getByLabelText("Username"), "nora new");
  await user.click(dialog.getByRole("button", { name: "Add User" }));
  const username = dialog.getByLabelText("Username");
  await waitFor(() => expect(username).toBeInvalid());
  expect(username).toHaveAccessibleDescription(
    "Use no spaces. Write a dot or a hyphen instead, as in maria.lopez",
  );
  expect(username).toHaveFocus();
  expect(calls.filter(({ method }) => method === "POST")).toEqual([]);
});

test("5.user.1001 an old username with a space stays in an edit", async () => {
  const old = { ...OLIVE, username: "olive o" };
  const calls = serve({ "GET /api/users": () => json([old, SAM]), "PUT /api/users/1": () => json(old) });
  const { user, dialog } = await openEditor("Olive Organizer");
  await user.type(dialog.getByLabelText("Full Name"), " II");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(calls.some(({ method }) => method === "PUT")).toBe(true));
});

test("a sign-in that ends while somebody is added keeps what was typed, but never a password", async () => {
  serve({ ...READ, "POST /api/users": () => problem(401, "not_signed_in", "Sign in") });
  const { user } = await openUsers();
  await user.click(screen.getByRole("button", { name: "Add User" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add User" }));
  await user.type(dialog.getByLabelText("Full Name"), "Nora New");
  await user.type(dialog.getByLabelText("Username"), "nora");
  await user.type(dialog.getByLabelText("Password"), "lemon tree house");
  await user.click(dialog.getByRole("button", { name: "Add User" }));
  await screen.findByRole("heading", { name: "Sign in" });
  expect(JSON.stringify({ ...sessionStorage })).toContain("Nora New");
  expect(JSON.stringify({ ...sessionStorage })).not.toContain("lemon tree");
});
