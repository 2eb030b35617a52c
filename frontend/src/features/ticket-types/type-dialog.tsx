import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { ApiError } from "@/api/api-error";
import type { TicketType, TicketTypeColor } from "@/api/types";
import { failureText } from "@/components/form/failure";
import { useDialogResult } from "@/components/form/use-dialog-result";
import { useDiscardQuestion } from "@/components/form/use-discard-question";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Switch } from "@/components/ui/switch";
import { TypeMark } from "@/components/ui/type-mark";
import { owingGuestsQuery, useDeleteType, useSaveType } from "@/features/ticket-types/api";
import { COLOR_NAMES, TYPE_DIALOG_COPY as COPY } from "@/features/ticket-types/dialog-copy";
import { MoveDialog } from "@/features/ticket-types/move-dialog";
import { TYPE_NAME_MAX } from "@/features/ticket-types/rules";
import { isTouched } from "@/hooks/drafts";
import { amountText, parseAmount } from "@/lib/amount";

const COLORS = Object.keys(COLOR_NAMES) as TicketTypeColor[];

interface TypeDialogProps {
  eventId: number;
  /** Null for a new one. */
  type: TicketType | null;
  types: readonly TicketType[];
  onClose: () => void;
}

/** Adds, changes or deletes a ticket type, and shows its failures (contract 2.ticket-type). */
export function TypeDialog({ eventId, type, types, onClose }: TypeDialogProps) {
  const formId = useId();
  const save = useSaveType(eventId, type);
  const remove = useDeleteType(type?.id ?? 0);
  const saved = useDialogResult({ failure: COPY.saveFailure }, onClose);
  const removed = useDialogResult({ failure: COPY.removeFailure }, onClose);
  const [name, setName] = useState(type?.name ?? "");
  const [color, setColor] = useState<TicketTypeColor>(type?.color ?? freeColor(types));
  const [price, setPrice] = useState(type?.priceCents == null ? "" : amountText(type.priceCents));
  const [announces, setAnnounces] = useState(type?.announce ?? false);
  const [wrong, setWrong] = useState<{ name?: string; price?: string }>({});
  const values = { name, color, price, announces };
  const [opened] = useState(values);
  const { leave, question } = useDiscardQuestion(() => isTouched(values, opened), onClose);
  const priceCents = price.trim() === "" ? null : parseAmount(price);
  const isPriceWrong = price.trim() !== "" && priceCents === null;
  const isPriceChanged = type !== null && !isPriceWrong && priceCents !== type.priceCents;
  const owing = useQuery({ ...owingGuestsQuery(eventId, type?.id ?? 0), enabled: isPriceChanged });
  const isBusy = save.isPending || remove.isPending;

  function submit(submitEvent: FormEvent) {
    submitEvent.preventDefault();
    const nameError = !name.trim()
      ? COPY.nameMissing
      : name.trim().length > TYPE_NAME_MAX
        ? COPY.nameTooLong
        : null;
    const found = {
      ...(nameError ? { name: nameError } : {}),
      ...(isPriceWrong ? { price: COPY.priceWrong } : {}),
    };
    setWrong(found);
    if (Object.keys(found).length > 0) return;
    void save
      .mutateAsync({ name: name.trim(), color, priceCents, announce: announces })
      .then(saved.onSuccess, saved.onError);
  }

  const inUse =
    remove.error instanceof ApiError && remove.error.code === "type_in_use"
      ? (remove.error.body as { attendees: number }).attendees
      : null;
  if (type && inUse !== null) {
    return (
      <MoveDialog
        type={type}
        guests={inUse}
        others={types.filter(({ id }) => id !== type.id)}
        onClose={onClose}
      />
    );
  }
  const failure = save.isError
    ? failureText(save.error, COPY.saveFailure.fallback)
    : remove.isError
      ? failureText(remove.error, COPY.removeFailure.fallback)
      : null;
  return (
    <Dialog
      open
      onOpenChange={() => isBusy || leave()}
      title={type ? COPY.editTitle : COPY.newTitle}
      actions={
        <>
          {type ? (
            <Button
              variant="danger"
              className="sm:mr-auto"
              pending={remove.isPending}
              pendingText={COPY.removing}
              onClick={() => void remove.mutateAsync(null).then(removed.onSuccess, removed.onError)}
            >
              {COPY.remove}
            </Button>
          ) : null}
          <Button variant="secondary" onClick={onClose} disabled={isBusy}>
            {COPY.cancel}
          </Button>
          <Button type="submit" form={formId} pending={save.isPending} pendingText={COPY.saving}>
            {COPY.save}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate autoComplete="off" className="flex flex-col gap-5">
        {failure ? (
          <p role="alert" className="font-medium text-danger-text">
            {failure}
          </p>
        ) : null}
        <Field label={COPY.name} error={wrong.name}>
          <Input value={name} onChange={({ target }) => setName(target.value)} autoCapitalize="words" />
        </Field>
        <fieldset>
          <legend className="mb-2 font-medium text-sm">{COPY.color}</legend>
          <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3">
            {COLORS.map((one) => (
              <label key={one} className="flex min-h-11 items-center gap-2">
                <input
                  type="radio"
                  name={`${formId}-color`}
                  checked={color === one}
                  onChange={() => setColor(one)}
                  className="size-5 shrink-0 accent-accent"
                />
                <TypeMark type={{ name: COLOR_NAMES[one], color: one }} />
              </label>
            ))}
          </div>
        </fieldset>
        <Field
          label={COPY.price}
          hint={`${COPY.priceHint} ${isPriceChanged && owing.data ? COPY.priceChanged(owing.data) : ""}`}
          error={wrong.price}
        >
          <Input value={price} inputMode="decimal" onChange={({ target }) => setPrice(target.value)} />
        </Field>
        <Switch label={COPY.announce} hint={COPY.announceHint} checked={announces} onChange={setAnnounces} />
      </form>
      {question}
    </Dialog>
  );
}

const freeColor = (types: readonly TicketType[]): TicketTypeColor =>
  COLORS.find((color) => types.every((type) => type.color !== color)) ?? "slate";
