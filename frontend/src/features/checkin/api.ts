import { answer, api } from "@/api/client";
import type { ScanAnswer, ScanRequest, User } from "@/api/types";

/** Sends one scan. Not a mutation: the door answers for every failure itself, a lost sign-in included (contract 10). */
export function sendScan(request: ScanRequest, signal: AbortSignal): Promise<ScanAnswer> {
  return answer(api.POST("/api/attendees/scan", { body: request, signal }));
}

/** Who the server says is signed in, asked when it says a scan was somebody else's (contract 10: `not_you`). */
export function askWhoIsSignedIn(): Promise<User> {
  return answer(api.GET("/api/me"));
}
