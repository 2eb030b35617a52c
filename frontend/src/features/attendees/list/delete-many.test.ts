import { describe, expect, test } from "vitest";
import { ApiError } from "@/api/api-error";
import { deleteMany } from "@/features/attendees/list/delete-many";

const problem = (status: number) =>
  new ApiError({ status, code: "any", detail: null, errors: [], body: null, text: "" });

async function* people(count: number) {
  for (let id = 1; id <= count; id += 1) yield { id };
}

const pause = () => new Promise((passed) => setTimeout(passed, 1));

/** Deletes `count` people; `onCall` may fail a call or abort the run. */
async function run(count: number, onCall: (id: number, stop: () => void) => void = () => {}) {
  const stopper = new AbortController();
  const deleted: number[] = [];
  let underway = 0;
  let most = 0;
  const ending = deleteMany(people(count), {
    atMost: 20,
    signal: stopper.signal,
    deleteOne: async (id) => {
      underway += 1;
      most = Math.max(most, underway);
      await pause();
      underway -= 1;
      onCall(id, () => stopper.abort());
    },
    onDeleted: (id) => deleted.push(id),
  });
  const failure = await ending.then(
    () => null,
    (error: unknown) => error,
  );
  return { deleted, most, failure, underway };
}

describe("many deletions", () => {
  test("7.rest.10 each attendee once, never more than 20 at a time", async () => {
    const { deleted, most, failure } = await run(103);
    expect(failure).toBeNull();
    expect(deleted.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 103 }, (_, index) => index + 1));
    expect(most).toBe(20);
  });

  test("who is gone already counts as deleted", async () => {
    const { deleted, failure } = await run(3, (id) => {
      if (id === 2) throw problem(404);
    });
    expect(failure).toBeNull();
    expect(deleted).toHaveLength(3);
  });

  test("a failure stops the rest, and lets what is under way finish", async () => {
    const broken = problem(503);
    const { deleted, failure, underway } = await run(500, (id) => {
      if (id === 5) throw broken;
    });
    expect(failure).toBe(broken);
    expect(underway).toBe(0);
    expect(deleted.length).toBeLessThan(60);
    expect(deleted).not.toContain(5);
  });

  test("2.manage.19 stopped, it begins no further call and is no failure", async () => {
    const { deleted, failure } = await run(500, (id, stop) => {
      if (id === 40) stop();
    });
    expect(failure).toBeNull();
    expect(deleted).toContain(40);
    expect(deleted.length).toBeLessThan(80);
  });

  test("who comes next cannot be read: that is a failure, unless it was stopped", async () => {
    const unreadable = problem(500);
    const none = {
      next: () => Promise.reject(unreadable),
    };
    const rest = { deleteOne: pause, atMost: 20, onDeleted: () => {} };
    await expect(deleteMany(none, { ...rest, signal: new AbortController().signal })).rejects.toBe(
      unreadable,
    );

    const stopper = new AbortController();
    const brokenOff = {
      next: () => {
        stopper.abort();
        return Promise.reject(new DOMException("", "AbortError"));
      },
    };
    await expect(deleteMany(brokenOff, { ...rest, signal: stopper.signal })).resolves.toBeUndefined();
  });
});
