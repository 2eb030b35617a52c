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
};
