/** Names of the roles on the screen (contract 2). */
export const ROLE_NAME = { super_admin: "Super Admin", organizer: "Organizer" } as const;

export const USERS_COPY = {
  title: "User Management",
  add: "Add User",
  find: "Find User",
  noMatch: "No user has this name or username.",
  loading: "Loading users...",
  loadingForm: "Loading the form...",
  fetchFailed: "Failed to fetch users",
  empty: "No users found",
  emptyText: "Add a user to get started.",
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
  usernameMissing: "Username is required",
  usernameShort: "Use 3 characters or more",
  usernameLong: "Use 64 characters or fewer",
  usernameSpace: "Use no spaces. Write a dot or a hyphen instead, as in maria.lopez",
  fullNameMissing: "Full name is required",
  fullNameLong: "Use 200 characters or fewer",
  addHint: "10 to 128 characters, hard to guess. The person has to replace it at the first sign-in.",
  editHint: "Blank keeps the current one. The person has to replace a new one at the next sign-in.",
  ownHint: "Blank keeps the current one. A new one signs your other devices out.",
  roles:
    "Organizers work with events, guests and doors. Super admins also see Analytics and Activity, manage users, settings and backups, and erase guests' data.",
  ownRoleHint: "Changing your own role signs you out.",
  roleHint: "Another role signs this person out.",
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
  keptPassword: "No change",
  deactivated:
    "The account is inactive now. Inactive accounts cannot be edited, so your changes cannot be saved. Go back to keep what you typed, and save again once someone has reactivated the account.",
};

export const DEACTIVATE_USER_COPY = {
  title: "Deactivate User",
  text: (fullName: string) =>
    `Are you sure you want to deactivate "${fullName}"? They are signed out at once, and cannot sign in again until a super admin reactivates them.`,
  yourself: { title: "Error", description: "Cannot deactivate yourself" },
  done: { title: "Success", description: "User deactivated successfully" },
  failure: { title: "Error", fallback: "Failed to deactivate user" },
};

export const REACTIVATE_USER_COPY = {
  done: { title: "Success", description: "User reactivated successfully" },
  failure: { title: "Error", fallback: "Failed to reactivate user" },
};
