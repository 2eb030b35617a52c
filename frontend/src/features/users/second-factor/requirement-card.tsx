import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SecondFactorRequirement, User } from "@/api/types";
import { showFailure } from "@/components/form/failure";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Question } from "@/components/ui/question";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast-store";
import { requirementQuery, useSetRequirement } from "@/features/users/second-factor/api";
import { REQUIREMENT_COPY } from "@/features/users/second-factor/copy";
import { useSignedInUser } from "@/features/users/sign-in/session";

type RequiredFor = SecondFactorRequirement["requiredFor"];
const CHOICES: RequiredFor[] = ["nobody", "super_admins", "everyone"];

/** Counts the active users who would have to set one up. */
const lacking = (users: User[], requiredFor: RequiredFor) =>
  users.filter(
    ({ isActive, hasSecondFactor, role }) =>
      isActive && !hasSecondFactor && (requiredFor === "everyone" || role === "super_admin"),
  );

/** The setting of who must have a second factor (contract 2.factor). */
export function RequirementCard({ users }: { users: User[] }) {
  const me = useSignedInUser();
  const { data, isError } = useQuery(requirementQuery());
  const save = useSetRequirement();
  const [asked, setAsked] = useState<RequiredFor | null>(null);

  function set(requiredFor: RequiredFor) {
    setAsked(null);
    void save.mutateAsync({ requiredFor }).then(
      () => toast(REQUIREMENT_COPY.done),
      (error) => showFailure(error, REQUIREMENT_COPY.failure),
    );
  }
  const without = lacking(users, asked ?? "nobody");

  return (
    <Card>
      <Field
        label={`${REQUIREMENT_COPY.title}: ${REQUIREMENT_COPY.label.toLowerCase()}`}
        hint={isError ? REQUIREMENT_COPY.failed : REQUIREMENT_COPY.hint}
        className="sm:max-w-md"
      >
        <Select
          value={asked ?? data?.requiredFor ?? ""}
          disabled={!data || save.isPending}
          onChange={({ target }) => {
            const wanted = CHOICES.find((choice) => choice === target.value) ?? "nobody";
            if (wanted === "nobody") set(wanted);
            else setAsked(wanted);
          }}
        >
          {data ? null : <option value="" />}
          {CHOICES.map((choice) => (
            <option key={choice} value={choice}>
              {REQUIREMENT_COPY.options[choice]}
            </option>
          ))}
        </Select>
      </Field>
      <Question
        open={asked !== null}
        title={REQUIREMENT_COPY.askTitle}
        description={REQUIREMENT_COPY.ask(
          without.filter(({ id }) => id !== me.id).length,
          without.some(({ id }) => id === me.id),
        )}
        submit={REQUIREMENT_COPY.require}
        variant="primary"
        onCancel={() => setAsked(null)}
        onSubmit={() => asked && set(asked)}
      />
    </Card>
  );
}
