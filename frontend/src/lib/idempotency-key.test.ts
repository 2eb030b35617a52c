import { expect, test } from "vitest";
import { newIdempotencyKey } from "@/lib/idempotency-key";

const UUID_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test("a key is a version 4 UUID and never the same twice", () => {
  expect(newIdempotencyKey()).toMatch(UUID_4);
  expect(newIdempotencyKey()).not.toBe(newIdempotencyKey());
});

test("a browser without randomUUID makes the same kind of key from random bytes", () => {
  const old = {
    getRandomValues: <T extends ArrayBufferView>(bytes: T) => {
      new Uint8Array(bytes.buffer).fill(0xff);
      return bytes;
    },
  } as Pick<Crypto, "getRandomValues">;
  expect(newIdempotencyKey(old)).toBe("ffffffff-ffff-4fff-bfff-ffffffffffff");
});
