import { createHash, randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { answered } from "./api";

const MINUTE_MS = 60_000;

/** A check-in that a door without the server decided, and how many minutes ago. */
export interface MadeApart {
  /** The ticket's text, as the camera read it. */
  qrData: string;
  minutesAgo: number;
  shown?: "admitted" | "not_on_list" | "already";
  certainty?: "list" | "text";
}

/** Sends records of a door without the server, as its device does: the real call that applies them. */
export async function sendApart(
  call: APIRequestContext,
  door: { eventId: number; device: string },
  made: readonly MadeApart[],
  /** The time of the server's clock. */
  serverNow: number = Date.now(),
): Promise<void> {
  const sentAt = Date.now();
  const { id: scannedBy } = await answered<{ id: number }>(call.get("/api/me"));
  const items = made.map(({ qrData, minutesAgo, shown = "admitted", certainty = "list" }) => ({
    key: randomUUID(),
    kind: "check_in",
    at: sentAt - minutesAgo * MINUTE_MS,
    qrHash: createHash("sha256").update(qrData).digest("base64url"),
    shown,
    certainty,
    asOf: serverNow - (minutesAgo + 12) * MINUTE_MS,
  }));
  await answered(call.post("/api/door/scans", { data: { ...door, scannedBy, sentAt, pending: 0, items } }));
}
