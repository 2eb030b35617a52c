import { useState } from "react";
import type { User } from "@/api/types";
import { Button } from "@/components/ui/button";
import { DateField } from "@/components/ui/date-field";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { ACTIVITY_COPY, KINDS } from "@/features/activity/copy";
import {
  type ActivityFilters as Filters,
  idOf,
  isFiltered,
  kindOf,
  NO_FILTERS,
} from "@/features/activity/filters";
import { parseIsoDate } from "@/lib/event-date";

interface ActivityFiltersProps {
  filters: Filters;
  /** Undefined while loading. */
  people: Pick<User, "id" | "fullName">[] | undefined;
  onChange: (change: Partial<Filters>) => void;
}

/** Filters by person, kind and day (contract 2.activity). */
export function ActivityFilters({ filters, people, onChange }: ActivityFiltersProps) {
  // The text typed for a day, until it is a date.
  const [typed, setTyped] = useState<string | null>(null);
  const { userId, kind, day } = filters;

  function changeDay(value: string) {
    const isDay = value === "" || parseIsoDate(value) !== null;
    setTyped(isDay ? null : value);
    if (isDay) onChange({ day: value || null });
  }

  return (
    <section
      aria-label={ACTIVITY_COPY.filters}
      className="grid grid-cols-2 items-start gap-3 sm:grid-cols-3 lg:max-w-4xl lg:grid-cols-[1fr_1fr_1fr_auto]"
    >
      <Field label={ACTIVITY_COPY.person} className="min-w-0">
        <Select value={userId ?? ""} onChange={({ target }) => onChange({ userId: idOf(target.value) })}>
          <option value="">{ACTIVITY_COPY.everyone}</option>
          {userId === null || people?.some(({ id }) => id === userId) ? null : (
            <option value={userId}>{people ? ACTIVITY_COPY.unknownPerson : ACTIVITY_COPY.loading}</option>
          )}
          {people?.map(({ id, fullName }) => (
            <option key={id} value={id}>
              {fullName}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={ACTIVITY_COPY.kind} className="min-w-0">
        <Select value={kind ?? ""} onChange={({ target }) => onChange({ kind: kindOf(target.value) })}>
          <option value="">{ACTIVITY_COPY.everything}</option>
          {Object.entries(KINDS).map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label={ACTIVITY_COPY.day}
        error={typed === null ? undefined : ACTIVITY_COPY.dayWrong}
        className="min-w-0 max-sm:col-span-2"
      >
        <DateField
          value={typed ?? day ?? ""}
          onChange={changeDay}
          placeholder={ACTIVITY_COPY.dayHint}
          calendarLabel={ACTIVITY_COPY.calendar}
          towards="past"
        />
      </Field>
      {isFiltered(filters) ? (
        <Button
          variant="ghost"
          className="max-sm:col-span-2 sm:justify-self-start lg:mt-7"
          onClick={() => onChange(NO_FILTERS)}
        >
          {ACTIVITY_COPY.clear}
        </Button>
      ) : null}
    </section>
  );
}
