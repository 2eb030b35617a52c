import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { shownToast, toast } from "@/components/ui/toast-store";
import { SettingsForm } from "@/features/settings/settings-form";
import { DEFAULT_SETTINGS } from "@/lib/settings";
import { json, problem, serve } from "@/testing/server";

function openForm() {
  render(
    <QueryClientProvider client={createQueryClient(() => {})}>
      <SettingsForm settings={DEFAULT_SETTINGS} />
    </QueryClientProvider>,
  );
  return userEvent.setup({ delay: null });
}

const accent = () => screen.getByLabelText("Accent colour");
const save = () => screen.getByText("Save", { selector: "button" });
const WRONG = "Enter a colour such as #0b6e4f, or leave it blank";

test("2.settings.1110 a save with a wrong colour leads to it and closes the message of the logo", async () => {
  const calls = serve({});
  const user = openForm();
  await user.type(accent(), "red");
  await user.click(save());
  await waitFor(() => expect(accent()).toHaveFocus());
  expect(accent()).toHaveAccessibleDescription(WRONG);
  toast({ title: "Saved", description: "The logo is in use." });
  await user.click(save());
  await waitFor(() => expect(shownToast()).toBeNull());
  expect(calls).toEqual([]);
});

test("2.settings.1110 a value that only the server refuses leads to its field too", async () => {
  const answer = problem(400, "invalid_request", "Wrong", {
    errors: [{ field: "ticketText", message: "Too many lines" }],
  });
  serve({ "PUT /api/settings": () => answer });
  const user = openForm();
  await user.type(screen.getByLabelText("Text on the ticket"), "No refunds");
  toast({ title: "Saved", description: "The logo is in use." });
  await user.click(save());
  await waitFor(() => expect(screen.getByLabelText("Text on the ticket")).toHaveFocus());
  expect(screen.getByLabelText("Text on the ticket")).toHaveAccessibleDescription("Too many lines");
  expect(shownToast()).toBeNull();
});

test("2.settings.1111 a wrong colour is named when its field is left, until it is right", async () => {
  serve({});
  const user = openForm();
  await user.type(accent(), "#ff");
  expect(accent()).toBeValid();
  await user.tab();
  await waitFor(() => expect(accent()).toHaveAccessibleDescription(WRONG));
  await user.type(accent(), "ee00");
  await waitFor(() => expect(accent()).toBeValid());
});

test("2.settings.1112 a colour without its '#' has a preview and is saved with it", async () => {
  const calls = serve({
    "PUT /api/settings": () => json({ ...DEFAULT_SETTINGS, accentColor: "#ffee00" }),
  });
  const user = openForm();
  await user.type(accent(), " FFee00 ");
  expect(screen.getByLabelText("Preview")).toBeVisible();
  await user.click(save());
  await waitFor(() => expect(accent()).toHaveValue("#ffee00"));
  expect(calls.map(({ body }) => body)).toEqual([{ accentColor: "#ffee00" }]);
});

test("2.settings.1139 a long text on the ticket says that it gets small", async () => {
  serve({});
  const user = openForm();
  const text = screen.getByLabelText("Text on the ticket");
  await user.click(text);
  await user.paste("x".repeat(120));
  expect(text).toHaveAccessibleDescription(/^Blank means the standard text/);
  await user.paste("x");
  expect(text).toHaveAccessibleDescription(
    /^121 of 500 characters\. Over 120 the text gets small on the ticket/,
  );
});
