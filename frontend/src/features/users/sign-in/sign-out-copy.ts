import { counted } from "@/lib/count";

/** Words of the ends of a sign-in (contract 8): apart from the others, because every page may need them. */
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
    text: (count: number) =>
      `${counted(count, "check-in is", "check-ins are")} not sent yet. ${count === 1 ? "It stays on this device and is" : "They stay on this device and are"} sent later.`,
    stay: "Stay",
    signOut: "Sign out",
  },
};
