import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { openApp } from "@/testing/open-app";
import { type Call, problem, serve } from "@/testing/server";

const CLAIM = "POST /api/door/passes/claim";
const secretOf = ({ body }: Call) => (body as { secret: string }).secret;

test("2.pass.440 a second link that is opened in the same tab is the one that is claimed", async () => {
  const calls = serve({ [CLAIM]: () => problem(409, "pass_used", "This pass was used.") });
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
