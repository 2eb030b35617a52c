export const BRAND_COPY = {
  name: "Doorlist",
  sentence: "Doorlist streamlines event operations from attendee registration to QR scanning.",
  blurbs: [
    { title: "Event Management", text: "Create and manage multiple events" },
    { title: "Attendee Tracking", text: "Comprehensive attendee management" },
    { title: "QR Code Scanning", text: "Fast and reliable check-ins" },
  ],
} as const;

export const LOGIN_COPY = {
  heading: "Sign in",
  username: "Username",
  password: "Password",
  showPassword: "Show password",
  hidePassword: "Hide password",
  submit: "Sign In",
  submitting: "Signing in...",
  noAccount: "No account yet? Contact your administrator for access credentials.",
  missing: { title: "Error", description: "Please fill in all fields" },
  failure: { title: "Login failed", fallback: "Invalid username or password" },
  welcome: (fullName: string) => ({ title: "Welcome back!", description: `Logged in as ${fullName}` }),
};

/** Texts of the forced set-up of a second factor; its other texts load with the component. */
export const SECOND_FACTOR_WORDS = {
  heading: "Set up your second factor",
  reason: "Your account needs a code from an app besides the password. Set it up to continue.",
};

export const PASSWORD_COPY = {
  forcedHeading: "Choose your own password",
  forcedReason: "This password was set for you. Choose your own to continue.",
  dialogTitle: "Change password",
  dialogReason: "Your other devices will be signed out. This one stays signed in.",
  current: "Current password",
  next: "New password",
  nextHint: "10 to 128 characters. Four or more words that do not belong together are hard to guess.",
  repeat: "Repeat new password",
  submit: "Change password",
  submitting: "Changing...",
  cancel: "Cancel",
  someoneElse: "Sign in as someone else",
  currentMissing: "Enter your current password",
  tooShort: "Use 10 characters or more",
  tooLong: "Use 128 characters or fewer",
  different: "The two passwords do not match",
  done: { title: "Success", description: "Password changed" },
  failure: { title: "Error", fallback: "Failed to change password" },
};
