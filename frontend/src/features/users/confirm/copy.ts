/** Words of the question for the password before a critical action: contract 2.confirm and 8. */
export const CONFIRM_COPY = {
  title: "Confirm your password",
  text: "You last typed it more than 30 minutes ago. Type it again to continue.",
  password: "Password",
  passwordMissing: "Enter your password",
  code: "Code from the app, or a recovery code",
  codeMissing: "Type the code first",
  submit: "Confirm",
  submitting: "Checking...",
  cancel: "Cancel",
  failure: { title: "Error", fallback: "The password could not be checked. Please try again." },
};
