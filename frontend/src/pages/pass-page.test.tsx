import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { OLIVE, SAM } from "@/testing/cast";
import { openApp } from "@/testing/open-app";
import { type Call, json, problem, serve } from "@/testing/server";

const CLAIM = "POST /api/door/passes/claim";
const ME = "GET /api/me";
const LOGOUT = "POST /api/logout";
const nobody = () => problem(401, "not_signed_in", "Please sign in.");
const used = () => problem(409, "pass_used", "This pass was used.");
const done = (calls: readonly Call[]) =>
  calls.map(({ method, path }) => `${method} ${path}`).filter((call) => call === LOGOUT || call === CLAIM);
const secretOf = ({ body }: Call) => (body as { secret: string }).secret;

test("2.pass.440 a second link that is opened in the same tab is the one that is claimed", async () => {
  const calls = serve({ [ME]: nobody, [CLAIM]: used });
  const { user } = openApp("/pass#first");
  await user.type(await screen.findByLabelText("Your name"), "Kim{Enter}");
  expect(await screen.findByRole("alert")).toBeVisible();
  window.location.hash = "#second";
  await expect.poll(() => window.location.hash).toBe("");
  await expect.poll(() => screen.queryByRole("alert")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Start" }));
  await screen.findByRole("alert");
  expect(calls.filter(({ body }) => body).map(secretOf)).toEqual(["first", "second"]);
});

test("2.pass.517 who is signed in is asked of the server, whatever this browser remembers", async () => {
  const calls = serve({
    [ME]: () => json(OLIVE),
    [LOGOUT]: () => new Response(null, { status: 204 }),
    [CLAIM]: used,
  });
  const { user } = openApp("/pass#first");
  expect(await screen.findByText("Olive Organizer is signed in on this phone.")).toBeVisible();
  await user.type(screen.getByLabelText("Your name"), "Kim");
  await user.click(screen.getByRole("button", { name: "Sign out and start" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("This pass was used.");
  expect(done(calls)).toEqual([LOGOUT, CLAIM]);
  // From then on nobody is signed in.
  expect(screen.getByRole("button", { name: "Start" })).toBeVisible();
  expect(screen.queryByText(/is signed in on this phone/)).toBeNull();
});

test("2.pass.517 nobody is signed out where nobody is signed in", async () => {
  const calls = serve({ [ME]: nobody, [CLAIM]: used });
  const { user } = openApp("/pass#first", { as: OLIVE });
  await expect.poll(() => screen.queryByRole("button", { name: "Start" })).not.toBeNull();
  expect(screen.queryByText(/is signed in on this phone/)).toBeNull();
  await user.type(screen.getByLabelText("Your name"), "Kim{Enter}");
  expect(await screen.findByRole("alert")).toHaveTextContent("This pass was used.");
  expect(done(calls)).toEqual([CLAIM]);
  expect(window.location.pathname).toBe("/pass");
});

test("2.pass.517 a sign-in since the page was opened is told before it is ended", async () => {
  let signedIn: typeof OLIVE | typeof SAM | null = null;
  const calls = serve({
    [ME]: () => (signedIn ? json(signedIn) : nobody()),
    [LOGOUT]: () => new Response(null, { status: 204 }),
    [CLAIM]: used,
  });
  const { user } = openApp("/pass#first");
  await user.type(await screen.findByLabelText("Your name"), "Kim");
  signedIn = OLIVE;
  await user.click(screen.getByRole("button", { name: "Start" }));
  expect(await screen.findByText("Olive Organizer is signed in on this phone.")).toBeVisible();
  // And another one since then.
  signedIn = SAM;
  await user.click(screen.getByRole("button", { name: "Sign out and start" }));
  expect(await screen.findByText("Sam Superadmin is signed in on this phone.")).toBeVisible();
  expect(done(calls)).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Sign out and start" }));
  await screen.findByText("This pass was used.");
  expect(done(calls)).toEqual([LOGOUT, CLAIM]);
});

test("2.pass.517 without an answer nobody is signed out and nothing is claimed", async () => {
  const calls = serve({ [ME]: () => new Response("Bad gateway", { status: 502 }), [CLAIM]: used });
  const { user } = openApp("/pass#first", { as: OLIVE });
  expect(await screen.findByText("Olive Organizer is signed in on this phone.")).toBeVisible();
  await user.type(screen.getByLabelText("Your name"), "Kim{Enter}");
  expect(await screen.findByRole("alert")).toHaveTextContent("No answer from the server.");
  expect(done(calls)).toEqual([]);
});
