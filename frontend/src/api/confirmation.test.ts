import { afterEach, expect, test, vi } from "vitest";
import { api, unwrap } from "@/api/client";
import { askForConfirmationBy } from "@/api/confirmation";
import { upload } from "@/api/upload";
import { eventually } from "@/testing/eventually";
import { json, problem, serve } from "@/testing/server";

const refusal = () => problem(403, "confirm_password", "Type your password again to do this");
const file = new File(["{}"], "backup.json");

let stop = () => {};
afterEach(() => stop());

/** The screen: answers the question so, and counts how often it is asked. */
function person(isConfirmed: boolean) {
  const asked = vi.fn(() => Promise.resolve(isConfirmed));
  stop = askForConfirmationBy(asked);
  return asked;
}

/** Refuses the first requests, then succeeds. */
function afterOne(refusals = 1) {
  let left = refusals;
  return () => {
    left -= 1;
    return left >= 0 ? refusal() : json({ requiredFor: "nobody" });
  };
}

const put = () => unwrap(api.PUT("/api/second-factor", { body: { requiredFor: "nobody" } }));

test("2.confirm.866 a call is made again with all that it held, once the password is confirmed", async () => {
  const calls = serve({ "PUT /api/second-factor": afterOne() });
  const asked = person(true);
  await expect(put()).resolves.toEqual({ requiredFor: "nobody" });
  expect(asked).toHaveBeenCalledTimes(1);
  expect(calls.map(({ body }) => body)).toEqual([{ requiredFor: "nobody" }, { requiredFor: "nobody" }]);
});

test("2.confirm.866 so is an upload, with its file and fields", async () => {
  const calls = serve({ "POST /api/backup/restore-file": afterOne() });
  person(true);
  await upload("/api/backup/restore-file", file, { fields: { dryRun: undefined } });
  expect(calls.map(({ body }) => body)).toEqual([{ file: expect.any(File) }, { file: expect.any(File) }]);
});

test("2.confirm.867 a question that is cancelled leaves the refusal, and nothing is sent again", async () => {
  const calls = serve({ "PUT /api/second-factor": afterOne() });
  person(false);
  await expect(put()).rejects.toMatchObject({ status: 403, code: "confirm_password" });
  expect(calls).toHaveLength(1);
});

test("2.confirm.866 a second refusal is not asked about again", async () => {
  serve({ "PUT /api/second-factor": afterOne(9) });
  const asked = person(true);
  await expect(put()).rejects.toMatchObject({ code: "confirm_password" });
  expect(asked).toHaveBeenCalledTimes(1);
});

test("calls that are refused together are one question, and a later one is another", async () => {
  serve({ "PUT /api/second-factor": afterOne(2) });
  const asked = person(true);
  await Promise.all([put(), put()]);
  expect(asked).toHaveBeenCalledTimes(1);
  serve({ "PUT /api/second-factor": afterOne() });
  await put();
  expect(asked).toHaveBeenCalledTimes(2);
});

test("2.confirm.866 a refusal before the question can be shown waits for it", async () => {
  const calls = serve({ "PUT /api/second-factor": afterOne() });
  const put = unwrap(api.PUT("/api/second-factor", { body: { requiredFor: "nobody" } }));
  await eventually(() => expect(calls).toHaveLength(1));
  const asked = person(true);
  await expect(put).resolves.toEqual({ requiredFor: "nobody" });
  expect(asked).toHaveBeenCalledTimes(1);
});
