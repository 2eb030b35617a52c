import { counted } from "@/lib/count";

const checkIns = (count: number) => counted(count, "check-in", "check-ins");

export const checkInsSent = (count: number, undos: number) => {
  const undone = counted(undos, "undone check-in", "undone check-ins");
  if (undos === 0) return `${checkIns(count)} sent`;
  return count === 0 ? `${undone} sent` : `${checkIns(count)} and ${undone} sent`;
};
export const needALook = (count: number) => `${checkIns(count)} ${count === 1 ? "needs" : "need"} review`;

export const OPEN_CONFLICTS = "Open conflicts";

export const signInToSend = (count: number) => `Sign in to send ${checkIns(count)}`;
export const SIGN_IN = "Sign in";
