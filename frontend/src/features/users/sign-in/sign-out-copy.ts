import { counted, formatCount } from "@/lib/count";

/** Warning about check-ins that signing out would lose (contract 4.logout.13). */
function notSaved(count: number, unsaved: number): string {
  const which = unsaved < count ? `${formatCount(unsaved)} of them` : count === 1 ? "It" : "They";
  return unsaved === 1
    ? `${which} is not saved on this device: it is lost if this page closes.`
    : `${which} are not saved on this device: they are lost if this page closes.`;
}

/** Texts of the end of a session (contract 8), separate because every page may need them. */
export const LOGOUT_COPY = {
  frameDone: { title: "Logged out successfully", description: "You have been logged out of the system" },
  frameFailure: { title: "Logout failed", description: "There was an error logging out" },
  homeButton: "Logout",
  homeDone: { title: "Logged Out", description: "You have been successfully logged out" },
  endedElsewhere: {
    title: "Please sign in again",
    description: "Your sign-in has ended. What you typed is kept.",
  },
  unsent: {
    title: "Sign out?",
    text: (count: number, unsaved: number) =>
      `${counted(count, "check-in is", "check-ins are")} not sent yet. ${unsaved > 0 ? notSaved(count, unsaved) : `${count === 1 ? "It stays on this device and is" : "They stay on this device and are"} sent later.`}`,
    stay: "Stay",
    signOut: "Sign out",
  },
};
