import { describe, expect, test } from "vitest";
import { apiErrorOf, isNetworkError, networkError } from "@/api/api-error";

const problem = (fields: object) =>
  JSON.stringify({ type: "about:blank", title: "x", status: 400, ...fields });

describe("7.client.2 the text of a failed call is '{status}: {detail or body text or status text}'", () => {
  test.each([
    {
      what: "a problem of ours",
      error: apiErrorOf(404, "Not Found", problem({ detail: "Event not found", code: "event_not_found" })),
      message: "404: Event not found",
      detail: "Event not found",
      code: "event_not_found",
    },
    {
      what: "a problem without a detail",
      error: apiErrorOf(400, "Bad Request", '{"code":"x"}'),
      message: '400: {"code":"x"}',
      detail: null,
      code: "x",
    },
    {
      what: "a proxy's page",
      error: apiErrorOf(502, "Bad Gateway", "<html>Bad gateway</html>\n"),
      message: "502: <html>Bad gateway</html>",
      detail: null,
      code: "unknown",
    },
    {
      what: "an empty body",
      error: apiErrorOf(503, "Service Unavailable", ""),
      message: "503: Service Unavailable",
      detail: null,
      code: "unknown",
    },
    {
      what: "JSON that is no object",
      error: apiErrorOf(500, "Internal Server Error", "null"),
      message: "500: null",
      detail: null,
      code: "unknown",
    },
    {
      what: "a detail that is no text",
      error: apiErrorOf(422, "Unprocessable", '{"detail":[1]}'),
      message: '422: {"detail":[1]}',
      detail: null,
      code: "unknown",
    },
  ])("$what", ({ error, message, detail, code }) => {
    expect(error.message).toBe(message);
    expect(error.detail).toBe(detail);
    expect(error.code).toBe(code);
  });
});

test("only well-formed field errors are kept", () => {
  const errors = [{ field: "name", message: "Too long" }, { field: "date" }, "nonsense", null];
  expect(apiErrorOf(400, "", problem({ errors })).errors).toEqual([{ field: "name", message: "Too long" }]);
});

test("the body stays readable for what only one screen knows", () => {
  const error = apiErrorOf(409, "", problem({ code: "version_conflict", current: { id: 7 } }));
  expect(error.body).toMatchObject({ current: { id: 7 } });
});

test("a call that was never answered is recognisable", () => {
  expect(isNetworkError(networkError(new TypeError("x")))).toBe(true);
  expect(isNetworkError(apiErrorOf(500, "", ""))).toBe(false);
});
