import { api, unwrap } from "@/api/client";
import type { DoorScans, DoorScansAnswer, ScanAnswer, ScanRequest } from "@/api/types";

/** Sends one scan. Not a mutation: the door handles every failure itself, even a lost sign-in (contract 4.scan.20). */
export function sendScan(request: ScanRequest, signal: AbortSignal): Promise<ScanAnswer> {
  return unwrap(api.POST("/api/attendees/scan", { body: request, signal }));
}

/** Sends what a door kept. Throws `ApiError`. */
export function sendDoorScans(body: DoorScans, signal: AbortSignal): Promise<DoorScansAnswer> {
  return unwrap(api.POST("/api/door/scans", { body, signal }));
}
