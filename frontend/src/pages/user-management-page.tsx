import { useQuery } from "@tanstack/react-query";
import { UserPlus, Users } from "lucide-react";
import { useState } from "react";
import type { User } from "@/api/types";
import { useDiscardQuestion } from "@/components/form/use-discard-question";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { lazyComponent } from "@/components/ui/lazy-component";
import { EmptyState, LoadingState, QueryView } from "@/components/ui/states";
import { userListQuery } from "@/features/users/accounts/api";
import { ADD_USER_COPY, USERS_COPY } from "@/features/users/accounts/copy";
import { EditUserDialog } from "@/features/users/accounts/edit-user-dialog";
import { UserCard } from "@/features/users/accounts/user-card";
import { useIsSaving } from "@/features/users/api";
import { RequirementCard } from "@/features/users/second-factor/requirement-card";
import { StaffFrame } from "@/features/users/sign-in/staff-frame";
import { isFormTouched } from "@/hooks/drafts";
import { hasEveryWord } from "@/lib/event-search";

const AddUserForm = lazyComponent(
  async () => (await import("@/features/users/accounts/add-user-form")).AddUserForm,
  <LoadingState text={USERS_COPY.loadingForm} />,
);

const ADD_USER_DRAFT = "add-user";

/** There is no sign-up: a super admin creates each account (contract 1 and 2). */
function AddUserDialog({ onClose }: { onClose: () => void }) {
  const saving = useIsSaving();
  const [isHeld, setIsHeld] = useState(false);
  const { leave, question } = useDiscardQuestion(() => isFormTouched(ADD_USER_DRAFT), onClose);
  return (
    <Dialog open onOpenChange={() => saving || isHeld || leave()} title={ADD_USER_COPY.title}>
      <AddUserForm draftName={ADD_USER_DRAFT} onClose={onClose} onHold={() => setIsHeld(true)} />
      {question}
    </Dialog>
  );
}

const LISTED_WITHOUT_SEARCH = 8;

/** /user-management, for super admins only (contract 2). */
export function UserManagementPage() {
  const users = useQuery(userListQuery());
  const [adding, setAdding] = useState(false);
  const [edited, setEdited] = useState<User | null>(null);
  const [words, setWords] = useState("");
  const found =
    users.data?.filter(({ fullName, username }) => hasEveryWord(`${fullName} ${username}`, words)) ?? [];
  return (
    <StaffFrame title={USERS_COPY.title}>
      <div className="flex flex-col gap-6">
        <Button onClick={() => setAdding(true)} className="sm:self-start">
          <UserPlus />
          {USERS_COPY.add}
        </Button>
        {users.isSuccess ? null : (
          <Card>
            <QueryView query={users} loading={USERS_COPY.loading} failed={USERS_COPY.fetchFailed} isTall />
          </Card>
        )}
        {users.data?.length === 0 ? (
          <Card>
            <EmptyState icon={<Users />} title={USERS_COPY.empty} description={USERS_COPY.emptyText} />
          </Card>
        ) : null}
        {users.data?.length ? <RequirementCard users={users.data} /> : null}
        {(users.data?.length ?? 0) > LISTED_WITHOUT_SEARCH ? (
          <Field label={USERS_COPY.find}>
            <Input
              type="search"
              autoComplete="off"
              value={words}
              onChange={(typed) => setWords(typed.target.value)}
            />
          </Field>
        ) : null}
        {users.data?.length && found.length === 0 ? <p role="status">{USERS_COPY.noMatch}</p> : null}
        {found.length > 0 ? (
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {found.map((user) => (
              <li key={user.id}>
                <UserCard user={user} onEdit={() => setEdited(user)} />
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      {adding ? <AddUserDialog onClose={() => setAdding(false)} /> : null}
      {edited ? <EditUserDialog user={edited} onClose={() => setEdited(null)} /> : null}
    </StaffFrame>
  );
}
