import { useQuery } from "@tanstack/react-query";
import { UserPlus, Users } from "lucide-react";
import { useState } from "react";
import type { User } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { EmptyState, QueryView } from "@/components/ui/states";
import { userListQuery } from "@/features/users/accounts/api";
import { USERS_COPY } from "@/features/users/accounts/copy";
import { UserCard } from "@/features/users/accounts/user-card";
import { UserDialog } from "@/features/users/accounts/user-dialog";
import { RequirementCard } from "@/features/users/second-factor/requirement-card";
import { StaffFrame } from "@/features/users/sign-in/staff-frame";
import { hasEveryWord } from "@/lib/event-search";

const LISTED_WITHOUT_SEARCH = 8;

/** /user-management, for super admins only, who create each account: there is no sign-up (contract 1 and 2). */
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
      {adding ? <UserDialog user={null} onClose={() => setAdding(false)} /> : null}
      {edited ? <UserDialog user={edited} onClose={() => setEdited(null)} /> : null}
    </StaffFrame>
  );
}
