import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { isNetworkError } from "@/api/api-error";
import { showFailure, showFormFailure } from "@/components/form/failure";
import { FormFailure } from "@/components/form/failure-note";
import type { TypeField } from "@/components/form/type-field";
import { UNDO_COPY, useUndoChange } from "@/components/form/use-undo-change";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast-store";
import { ChangeFields } from "@/features/attendees/change/change-fields";
import { CHANGE_COPY, whatChanged } from "@/features/attendees/change/copy";
import {
  type ChangeValues,
  changesOf,
  selectionLeft,
  useChangeMany,
} from "@/features/attendees/change/use-change-many";
import { selectedNames } from "@/features/attendees/list/copy";
import type { AttendeeFilters } from "@/features/attendees/list/filters";
import { NOBODY, selectedCount } from "@/features/attendees/list/selection";
import { useSelectedAttendees } from "@/features/attendees/list/use-selected-attendees";
import type { HeldSelection } from "@/features/attendees/list/use-selection";
import { CHANGED_PER_REQUEST_MAX, isPartial, UNDO_TOAST_MS } from "@/features/attendees/rules";
import { useIsMounted } from "@/hooks/use-is-mounted";

interface ChangeDialogProps {
  choice: HeldSelection;
  filters: AttendeeFilters;
  /** The choice of a ticket type of the event. */
  typeField: TypeField;
  onClose: () => void;
}

const FIELDS = ["tableNumber", "paymentStatus", "ticketTypeId"] as const;

const NO_CHANGE: ChangeValues = { tableNumber: "", paymentStatus: "", ticketTypeId: "", paidInFull: false };

/** Sets a table, a payment, a ticket type or several of them for all selected attendees (contract 2). */
export function ChangeDialog({ choice, filters, typeField, onClose }: ChangeDialogProps) {
  const { selection, selected: count, names, hidden } = choice;
  const isTooMany = count > CHANGED_PER_REQUEST_MAX;
  const attendees = useSelectedAttendees(choice, filters);
  const change = useChangeMany(selection, filters);
  const undo = useUndoChange();
  const isMounted = useIsMounted();
  const form = useForm({ defaultValues: NO_CHANGE });
  const formId = useId();
  const { errors } = form.formState;
  const [typeName, setTypeName] = useState("");

  const submit = form.handleSubmit((values) => {
    const changes = changesOf(values);
    if (Object.keys(changes).length === 0) {
      form.setError("root", { message: CHANGE_COPY.nothing });
      form.setFocus("tableNumber");
      return;
    }
    if (isPartial(values.paymentStatus)) {
      form.setError("paymentStatus", { message: CHANGE_COPY.partial }, { shouldFocus: true });
      return;
    }
    void change.mutateAsync(changes).then(
      ({ id, updated, unchanged, amountChangeCents, attendees: before }) => {
        onClose();
        if (unchanged === updated) return toast(CHANGE_COPY.noneChanged(updated));
        choice.select(NOBODY);
        toast({
          ...CHANGE_COPY.done(
            updated - unchanged,
            unchanged,
            whatChanged(values, typeName, amountChangeCents),
          ),
          duration: UNDO_TOAST_MS,
          action: {
            text: UNDO_COPY.undo,
            run: () => undo.mutate({ id, onUndone: () => choice.reselect(before) }),
          },
        });
      },
      (error) => {
        const isUnconfirmed = isNetworkError(error);
        if (!isMounted()) return showFailure(error, isUnconfirmed ? CHANGE_COPY.left : CHANGE_COPY.failure);
        const left = selectionLeft(selection, error);
        const leftCount = selectedCount(left);
        if (leftCount < count) {
          choice.select(left);
          if (leftCount > 0) {
            form.setError("root", { message: CHANGE_COPY.dropped(count - leftCount, leftCount) });
            return;
          }
          onClose();
          toast(CHANGE_COPY.noneLeft);
          return;
        }
        showFormFailure(error, {
          form,
          fields: FIELDS,
          inForm: true,
          ...(isUnconfirmed ? CHANGE_COPY.unconfirmed : CHANGE_COPY.failure),
        });
      },
    );
  });

  return (
    <Dialog
      open
      onOpenChange={() => change.isPending || onClose()}
      title={CHANGE_COPY.title(count)}
      description={
        isTooMany ? (
          CHANGE_COPY.tooMany
        ) : (
          <span className="text-text">{selectedNames(names, count - names.length, hidden)}</span>
        )
      }
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={change.isPending}>
            {CHANGE_COPY.cancel}
          </Button>
          {isTooMany ? null : (
            <Button type="submit" form={formId} pending={change.isPending} pendingText={CHANGE_COPY.changing}>
              {CHANGE_COPY.confirm(count)}
            </Button>
          )}
        </>
      }
    >
      {isTooMany ? null : (
        <form id={formId} onSubmit={submit} noValidate autoComplete="off" className="flex flex-col gap-5">
          <FormFailure errors={errors} />
          <ChangeFields
            form={form}
            attendees={attendees}
            eventId={filters.eventId}
            typeField={typeField}
            onTypeName={setTypeName}
          />
        </form>
      )}
    </Dialog>
  );
}
