/** Words of the question before a backup is deleted: contract 2.backup and 8.backup. */
export const DELETE_BACKUP_COPY = {
  title: "Delete backup",
  text: (filename: string, when: string) =>
    `The backup of ${when} (${filename}) leaves this server for good. Copies that were downloaded stay where they are.`,
  submit: "Delete",
  deleting: "Deleting...",
  cancel: "Cancel",
  done: { title: "Success", description: "Backup deleted" },
  failure: { title: "Failed to delete backup", fallback: "No answer came. Please try again." },
} as const;
