import { useQuery } from "@tanstack/react-query";
import { ActivityList } from "@/features/activity/activity-list";
import { ACTIVITY_COPY } from "@/features/activity/copy";
import { UndoImport } from "@/features/spreadsheets/undo-import";
import { userListQuery } from "@/features/users/accounts/api";
import { StaffFrame } from "@/features/users/sign-in/staff-frame";

/** /activity (contract 2). If the users cannot be loaded, the list works without their filter. */
export function ActivityPage() {
  const users = useQuery(userListQuery());
  return (
    <StaffFrame title={ACTIVITY_COPY.title}>
      <ActivityList people={users.data} undoImport={(undo) => <UndoImport {...undo} />} />
    </StaffFrame>
  );
}
