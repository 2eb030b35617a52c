import { useQuery } from "@tanstack/react-query";
import { ShortcutHelp } from "@/components/layout/shortcut-help";
import { AttendeeList } from "@/features/attendees/list/attendee-list";
import { MANAGE_COPY } from "@/features/attendees/list/copy";
import { addressOf, filtersOf } from "@/features/attendees/list/filters";
import { eventListQuery } from "@/features/events/api";
import { ManageImportButton } from "@/features/spreadsheets/import-button";
import { ImportPanel, useImports } from "@/features/spreadsheets/import-panel";
import { TicketTypeField } from "@/features/ticket-types/ticket-type-field";
import { useSignedInUser } from "@/features/users/sign-in/session";
import { StaffFrame } from "@/features/users/sign-in/staff-frame";
import { useFilters } from "@/hooks/use-filters";

/** /manage-attendees (contract 2). If the events cannot be loaded, the list works without their filter. */
export function ManageAttendeesPage() {
  const { id: userId, role } = useSignedInUser();
  const events = useQuery(eventListQuery());
  const { eventId } = useFilters(filtersOf, addressOf).filters;
  const { imports, watch } = useImports(userId);
  return (
    <StaffFrame title={MANAGE_COPY.title} tools={<ShortcutHelp />}>
      <AttendeeList
        events={events.data}
        actions={
          <ManageImportButton
            events={events.data}
            eventId={eventId}
            mayBringBack={role === "super_admin"}
            onStarted={watch}
          />
        }
        typeFilter={(field) => <TicketTypeField {...field} use="filter" />}
        typeField={(field) => <TicketTypeField {...field} use="change" />}
        news={<ImportPanel imports={imports.data} />}
      />
    </StaffFrame>
  );
}
