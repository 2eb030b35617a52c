import { answer, api } from "@/api/client";
import type { ScanAnswer, ScanRequest } from "@/api/types";

/** Sends one scan. Not a mutation: the door answers for every failure itself, a lost sign-in included (contract 10). */
export function sendScan(request: ScanRequest, signal: AbortSignal): Promise<ScanAnswer> {
  return answer(api.POST("/api/attendees/scan", { body: request, signal }));
}
