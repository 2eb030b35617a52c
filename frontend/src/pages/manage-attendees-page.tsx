import { useQuery } from "@tanstack/react-query";
import type { MailSlot } from "@/components/form/mail-slot";
import { ShortcutHelp } from "@/components/layout/shortcut-help";
import { lazyComponent } from "@/components/ui/lazy-component";
import { AttendeeList } from "@/features/attendees/list/attendee-list";
import { MANAGE_COPY } from "@/features/attendees/list/copy";
import { addressOf, filtersOf } from "@/features/attendees/list/filters";
import { eventListQuery } from "@/features/events/api";
import { sendingQuery } from "@/features/mail/api";
import { SEND_COPY } from "@/features/mail/copy";
import { MailFilter } from "@/features/mail/mail-filter";
import { ImportButton, useManageImport } from "@/features/spreadsheets/import-button";
import { ImportPanel, useImports } from "@/features/spreadsheets/import-panel";
import { TicketTypeField } from "@/features/ticket-types/ticket-type-field";
import { useSignedInUser } from "@/features/users/sign-in/session";
import { StaffFrame } from "@/features/users/sign-in/staff-frame";
import { useFilters } from "@/hooks/use-filters";

const SelectionDialog = lazyComponent(
  async () => (await import("@/features/mail/selection-dialog")).SelectionDialog,
);
const SendingPanel = lazyComponent(async () => (await import("@/features/mail/sending-panel")).SendingPanel);

const MAIL: MailSlot = {
  filter: (field) => <MailFilter {...field} />,
  dialog: (props) => <SelectionDialog {...props} />,
  label: SEND_COPY.many,
};

/** /manage-attendees (contract 2). If the events cannot be loaded, the list works without their filter. */
export function ManageAttendeesPage() {
  const { id: userId, role } = useSignedInUser();
  const events = useQuery(eventListQuery());
  const { eventId } = useFilters(filtersOf, addressOf).filters;
  const { imports, watch } = useImports(userId);
  // The dialog stays open where its button leaves with the first guest.
  const imported = useManageImport({
    events: events.data,
    eventId,
    mayBringBack: role === "super_admin",
    onStarted: watch,
  });
  const sending = useQuery(sendingQuery());
  const mail = sending.data?.mail.isSetUp ? MAIL : undefined;
  return (
    <StaffFrame title={MANAGE_COPY.title} tools={<ShortcutHelp />}>
      <AttendeeList
        events={events.data}
        actions={<ImportButton onClick={imported.open} />}
        typeFilter={(field) => <TicketTypeField {...field} use="filter" />}
        typeField={(field) => (
          <TicketTypeField
            {...field}
            use="change"
            eventPriceCents={events.data?.find(({ id }) => id === field.eventId)?.ticketPriceCents}
          />
        )}
        mail={mail}
        news={
          <>
            <ImportPanel imports={imports.data} />
            {mail ? <SendingPanel /> : null}
          </>
        }
      />
      {imported.dialog}
    </StaffFrame>
  );
}
