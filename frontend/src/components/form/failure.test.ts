import { expect, test } from "vitest";
import { apiErrorOf, networkError } from "@/api/api-error";
import { showFailure } from "@/components/form/failure";
import { shownToast } from "@/components/ui/toast-store";

const COPY = { title: "Error", fallback: "Failed to update event" };
const problem = (status: number, code: string) =>
  apiErrorOf(status, "", JSON.stringify({ code, detail: "In words" }));

test("7.client.3 the toast shows the server's detail alone, without its status", () => {
  showFailure(problem(409, "x"), COPY);
  expect(shownToast()).toMatchObject({ title: "Error", description: "In words", variant: "destructive" });
});

test.each([
  ["no connection", networkError(new TypeError("Failed to fetch"))],
  ["a proxy's page", apiErrorOf(502, "Bad Gateway", "<html>")],
  ["a fault of our own", new Error("undefined is not a function")],
])("8.toast.2 %s shows the catalogue's text", (_what, error) => {
  showFailure(error, COPY);
  expect(shownToast()?.description).toBe("Failed to update event");
});

test("8.toast.1060 only a bare text about a request without a response has a second sentence", () => {
  showFailure(networkError(new TypeError("Failed to fetch")), COPY);
  expect(shownToast()?.reason).toBe("The server did not answer. Check the connection, then try again.");
  showFailure(networkError(new TypeError("Failed to fetch")), {
    ...COPY,
    fallback: "No answer came. Look first.",
  });
  expect(shownToast()?.reason).toBeUndefined();
  showFailure(apiErrorOf(502, "Bad Gateway", "<html>"), COPY);
  expect(shownToast()?.reason).toBeUndefined();
});

test.each([
  ["a lost sign-in", problem(401, "not_signed_in")],
  ["a password to be replaced", problem(403, "password_change_required")],
  ["a second factor to be set up", problem(403, "second_factor_setup_required")],
])("8.toast.1 %s gets no second message: the application answers it", (_what, error) => {
  showFailure(error, COPY);
  expect(shownToast()).toBeNull();
});
