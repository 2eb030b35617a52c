import { counted } from "@/lib/count";

export const CODE_STEP_COPY = {
  text: "Type the 6-digit code that your authenticator app shows for Doorlist.",
  code: "Code",
  recoveryText: "Type one of the recovery codes that you kept. Each works once.",
  recoveryCode: "Recovery code",
  useRecovery: "Use a recovery code",
  useApp: "Use the app's code",
  back: "Back",
  submit: "Sign In",
  submitting: "Signing in...",
  missing: "Type the code first",
  failure: "The code could not be checked. Please try again.",
};

export const SECOND_FACTOR_COPY = {
  title: "Second factor",
  text: "A code from an app on your phone, asked for after your password.",
  loading: "Loading...",
  fetchFailed: "Your second factor could not be loaded",
  on: "On",
  off: "Off",
  setUp: "Set up",
  change: "Change",
  codesLeft: (left: number) => `${counted(left, "recovery code is", "recovery codes are")} left.`,
  newPhone: "For a new phone or new recovery codes, remove it and set it up again.",
  required: "Your account needs one. After you remove it, you set up another at once.",
  password: "Current password",
  passwordMissing: "Enter your current password",
  next: "Next",
  nextPending: "Checking...",
  beginFailure: { title: "Error", fallback: "The set-up could not begin. Please try again." },
  scan: "Scan this with an authenticator app, like Google Authenticator, Aegis or 1Password.",
  qrLabel: "QR code for your authenticator app",
  open: "Open in an app on this phone",
  type: "Or type this into the app:",
  copySecret: "Copy",
  confirmCode: "Code from the app",
  confirmHint: "The 6 digits that the app shows now",
  codeMissing: "Type the 6 digits that the app shows",
  confirm: "Turn on",
  confirming: "Turning on...",
  confirmFailure: { title: "Error", fallback: "The code could not be checked. Please try again." },
  codesTitle: "Keep these recovery codes",
  codesText:
    "Each signs you in once, in place of the app's code, if you lose your phone. They are shown only now.",
  codesLabel: "Recovery codes",
  copy: "Copy",
  copyFailed: "They could not be copied. Download or print them.",
  download: "Download",
  print: "Print",
  done: "I have kept them",
  cancel: "Cancel",
  remove: "Remove second factor",
  removing: "Removing...",
  removeCode: "Code from the app, or a recovery code",
  removed: { title: "Success", description: "Second factor removed" },
  added: { title: "Success", description: "Second factor is on" },
  removeFailure: { title: "Error", fallback: "Failed to remove the second factor" },
};

export const REQUIREMENT_COPY = {
  title: "Second factor",
  label: "Who must have one",
  hint: "A code from an app, asked for after the password.",
  failed: "Could not be loaded.",
  options: { nobody: "No one", super_admins: "Super admins", everyone: "Everyone" },
  askTitle: "Require a second factor?",
  /** `others`: number of other users without one. */
  ask: (others: number, isOwnMissing: boolean) => {
    const people = `${counted(others, "other person has", "other people have")} none yet and must set it up before anything else. Their doors stop until then, so do this before an evening, not during one.`;
    const own = "You have none yet: you set yours up right after this.";
    if (others === 0) return isOwnMissing ? own : "All of them have one already.";
    return isOwnMissing ? `${people} ${own}` : people;
  },
  require: "Require it",
  done: { title: "Success", description: "Saved" },
  failure: { title: "Error", fallback: "It could not be saved" },
};

export const RESET_COPY = {
  has: "Second factor",
  lacks: "No second factor yet",
  button: "Remove second factor",
  removing: "Removing...",
  text: (fullName: string) =>
    `For when "${fullName}" lost their phone. They are signed out at once, and their password alone signs them in again.`,
  done: { title: "Success", description: "Second factor removed" },
  failure: { title: "Error", fallback: "Failed to remove the second factor" },
};
