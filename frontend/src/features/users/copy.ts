/** Words of sign-in, sign-out, passwords and the management of users: contract 2, 4, 5 and 8. */
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

export const PASSWORD_COPY = {
  forcedHeading: "Choose your own password",
  forcedReason: "Somebody else set the one you signed in with. Replace it to go on.",
  dialogTitle: "Change password",
  dialogReason: "Your other devices are signed out. This one stays signed in.",
  current: "Current password",
  next: "New password",
  nextHint: "10 to 128 characters. A few words in a row are easy to keep in mind.",
  repeat: "Repeat new password",
  submit: "Change password",
  submitting: "Changing...",
  cancel: "Cancel",
  someoneElse: "Sign in as somebody else",
  currentMissing: "Enter your current password",
  tooShort: "Use 10 characters or more",
  tooLong: "Use 128 characters or fewer",
  different: "The two passwords do not match",
  done: { title: "Success", description: "Password changed" },
  failure: { title: "Error", fallback: "Failed to change password" },
};

/** What a role is called on the screen (contract 2). */
export const ROLE_NAME = { super_admin: "Super Admin", organizer: "Organizer" } as const;

export const USERS_COPY = {
  title: "User Management",
  add: "Add User",
  loading: "Loading users...",
  fetchFailed: "Failed to fetch users",
  empty: "No users found",
  emptyText: "Add somebody to get started.",
  you: "You",
  active: "Active",
  inactive: "Inactive",
  username: "Username",
  created: "Created",
  lastLogin: "Last login",
  never: "Never",
  edit: "Edit",
  deactivate: "Deactivate",
  deactivating: "Deactivating...",
  reactivate: "Reactivate",
  reactivating: "Reactivating...",
  cancel: "Cancel",
};

export const USER_FIELDS_COPY = {
  username: "Username",
  fullName: "Full Name",
  role: "Role",
  password: "Password",
  newPassword: "New Password (Optional)",
  usernameShort: "Use 3 characters or more",
  usernameLong: "Use 64 characters or fewer",
  fullNameMissing: "Full name is required",
  fullNameLong: "Use 200 characters or fewer",
  addHint: "10 to 128 characters. The person has to replace it at the first sign-in.",
  editHint: "Blank keeps the current one. The person has to replace a new one at the next sign-in.",
  ownHint: "Blank keeps the current one. A new one signs your other devices out.",
  ownRoleHint: "Changing your own role signs you out.",
};

export const ADD_USER_COPY = {
  title: "Add User",
  submit: "Add User",
  submitting: "Adding...",
  done: { title: "Success", description: "User added successfully" },
  failure: { title: "Error", fallback: "Failed to add user" },
};

export const EDIT_USER_COPY = {
  title: "Edit User",
  submit: "Save",
  submitting: "Saving...",
  done: { title: "Success", description: "User updated successfully" },
  signedOut: { title: "Success", description: "Your role has changed. Please sign in again." },
  failure: { title: "Error", fallback: "Failed to update user" },
  what: "user",
  status: "Status",
  newPassword: "A new one",
  keptPassword: "As it is",
};

export const DEACTIVATE_USER_COPY = {
  title: "Deactivate User",
  text: (fullName: string) =>
    `Are you sure you want to deactivate "${fullName}"? They are signed out at once, and cannot sign in again until somebody reactivates them.`,
  yourself: { title: "Error", description: "Cannot deactivate yourself" },
  done: { title: "Success", description: "User deactivated successfully" },
  failure: { title: "Error", fallback: "Failed to deactivate user" },
};

export const REACTIVATE_USER_COPY = {
  done: { title: "Success", description: "User reactivated successfully" },
  failure: { title: "Error", fallback: "Failed to reactivate user" },
};
