import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { ApiError } from "@/api/api-error";
import type { Event, PassMade } from "@/api/types";
import { failureText } from "@/components/form/failure";
import { ErrorNote } from "@/components/form/failure-note";
import { useFailureAfterLeaving } from "@/components/form/use-failure";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { doorsQuery } from "@/features/door/figures/api";
import { useMakePass } from "@/features/door/passes/api";
import { hoursOf, NEW_PASS_COPY, PASSES_COPY } from "@/features/door/passes/copy";
import { beginsAt, NAME_MAX, PASS_HOURS, PASS_HOURS_UNLESS_SAID } from "@/features/door/passes/rules";
import { LIST_COPY } from "@/features/door/ui/copy";
import { ListSelect } from "@/features/door/ui/list-select";
import { now } from "@/lib/clock";
import { formatTimeOfDay } from "@/lib/event-date";

interface NewPassDialogProps {
  event: Pick<Event, "id" | "date" | "time">;
  onMade: (made: PassMade) => void;
  onClose: () => void;
}

export function NewPassDialog({ event, onMade, onClose }: NewPassDialogProps) {
  const formId = useId();
  const make = useMakePass(event.id);
  // /doors has loaded them with its figures.
  const lists = useQuery(doorsQuery(event.id)).data?.lists ?? [];
  const showIfLeft = useFailureAfterLeaving();
  const [door, setDoor] = useState("");
  const [listId, setListId] = useState<number | null>(null);
  const [hours, setHours] = useState<number>(PASS_HOURS_UNLESS_SAID);
  const [waits, setWaits] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const listError =
    make.error instanceof ApiError
      ? make.error.errors.find(({ field }) => field === "listId")?.message
      : undefined;
  const begins = beginsAt(event, now());

  function submit() {
    const named = door.trim();
    setIsMissing(named === "");
    if (named === "") return;
    const claimUntil = waits && begins ? begins.toISOString() : null;
    void make
      .mutateAsync({ door: named, listId, hours, claimUntil })
      .then(onMade, (error) => showIfLeft(error, PASSES_COPY.makeFailed));
  }

  return (
    <Dialog
      open
      onOpenChange={() => make.isPending || onClose()}
      title={NEW_PASS_COPY.title}
      description={PASSES_COPY.hint}
      actions={
        <>
          <Button variant="secondary" disabled={make.isPending} onClick={onClose}>
            {NEW_PASS_COPY.cancel}
          </Button>
          <Button type="submit" form={formId} pending={make.isPending} pendingText={NEW_PASS_COPY.making}>
            {NEW_PASS_COPY.make}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(submitted) => {
          submitted.preventDefault();
          submit();
        }}
      >
        <Field label={NEW_PASS_COPY.door} error={isMissing ? NEW_PASS_COPY.doorMissing : undefined}>
          <Input
            value={door}
            maxLength={NAME_MAX}
            autoComplete="off"
            placeholder={NEW_PASS_COPY.doorExample}
            onChange={({ target }) => setDoor(target.value)}
          />
        </Field>
        {lists.length > 0 || listId !== null ? (
          <Field label={LIST_COPY.label} error={listError}>
            <ListSelect lists={lists} listId={listId} onChoose={setListId} />
          </Field>
        ) : null}
        <Field label={NEW_PASS_COPY.hours}>
          <Select value={hours} onChange={({ target }) => setHours(Number(target.value))}>
            {PASS_HOURS.map((choice) => (
              <option key={choice} value={choice}>
                {hoursOf(choice)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={NEW_PASS_COPY.claim}>
          <Select
            value={waits ? "begins" : "soon"}
            onChange={({ target }) => setWaits(target.value === "begins")}
          >
            <option value="soon">{NEW_PASS_COPY.soon}</option>
            {begins ? <option value="begins">{NEW_PASS_COPY.begins(formatTimeOfDay(begins))}</option> : null}
          </Select>
        </Field>
        <ErrorNote
          text={make.isError && !listError ? failureText(make.error, PASSES_COPY.makeFailed.fallback) : null}
        />
      </form>
    </Dialog>
  );
}
