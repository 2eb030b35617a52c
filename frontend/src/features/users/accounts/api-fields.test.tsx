import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { UserUpdate } from "@/api/types";
import { EditUserForm } from "@/features/users/accounts/edit-user-form";
import { changesOf, valuesOf } from "@/features/users/accounts/user-values";
import { beginSession } from "@/features/users/sign-in/session";
import { OLIVE, SAM } from "@/testing/cast";

/** A field that the API gains is missing here until the form has it: tsc names it. */
const CONTROLS: Record<Exclude<keyof UserUpdate, "version">, string> = {
  username: "Username",
  fullName: "Full Name",
  role: "Role",
  password: "New Password (Optional)",
};

test("each field that an edit of a user may change has a control, and what it holds is sent", () => {
  beginSession(SAM);
  render(
    <QueryClientProvider client={createQueryClient(() => {})}>
      <EditUserForm user={OLIVE} onClose={() => {}} onHold={() => {}} />
    </QueryClientProvider>,
  );
  for (const label of Object.values(CONTROLS)) expect(screen.getByLabelText(label)).toBeEnabled();
  const { version: _version, ...changes } = changesOf({ ...valuesOf(OLIVE), password: "a new one" }, 1);
  expect(Object.keys(changes).sort()).toEqual(Object.keys(CONTROLS).sort());
});
