import type { HistoryAction, HistoryEntry } from "@/api/types";
import {
  CONFLICT_STATES,
  days,
  endedSignIns,
  events,
  guests,
  others,
  REQUIRED_OF,
  tickets,
} from "@/features/activity/copy";
import {
  amountChanged,
  changes,
  fieldName,
  fieldsOf,
  number,
  type Part,
  valueLabel,
  withoutEqual,
} from "@/features/activity/field-changes";
import { formatEventDate } from "@/lib/event-date";

export const who = ({ person }: HistoryEntry): Part =>
  person ? { name: person.fullName ?? "A former account" } : { name: "The server" };

const quoted = (text: string | null | undefined, otherwise: string): string =>
  text ? `'${text}'` : otherwise;

function guest({ subject: { id, name, isThere } }: HistoryEntry): Part {
  if (isThere && name) return { name, to: `/attendee-details/${id}` };
  return name ? `a deleted guest (${name})` : "a deleted guest";
}

const erasedGuest = ({ subject }: HistoryEntry): Part =>
  subject.isThere ? { name: "a guest", to: `/attendee-details/${subject.id}` } : "a guest";

/** Returns ' of Spring Gala', or nothing if the event is unknown. */
export function ofEvent({ event }: HistoryEntry, joined = " of "): Part[] {
  return event ? [joined, theEvent(event)] : [];
}

function theEvent({ id, name, isThere }: HistoryEntry["subject"]): Part {
  if (isThere && name) return { name, to: `/edit-event/${id}` };
  return name ? `the deleted event '${name}'` : "a deleted event";
}

const account = ({ subject }: HistoryEntry): Part => ({ name: subject.name ?? "an unknown account" });

/** Returns ' of Nora', or nothing for the actor's own. */
const ofOther = (entry: HistoryEntry): Part[] =>
  entry.person?.id === entry.subject.id ? [] : [" of ", account(entry)];

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** Returns "'Gate K'", with the check-in list of a pass that is not for the entrance. */
function passDoor({ before, after }: HistoryEntry): string {
  const list = text(after?.checkInList ?? before?.checkInList);
  return quoted(text(after?.door ?? before?.door), "a door") + (list ? ` (check-in list '${list}')` : "");
}

const edited = (entry: HistoryEntry, subject: Part): Part[] =>
  fieldsOf(entry).length > 0
    ? [who(entry), " changed ", ...changes(entry, [" of ", subject])]
    : [who(entry), " saved ", subject, " without a change"];

/** A bulk edit: seen for all attendees alike, or on one guest's card with their former values. */
function editedMany(entry: HistoryEntry): Part[] {
  const count = number(entry.after?.updated);
  if (entry.before) {
    const together = count > 1 ? ` (together with ${others(count - 1)})` : "";
    return [who(entry), " changed ", ...changes(withoutEqual(entry), []), together];
  }
  return [
    who(entry),
    ` set ${valuesSet(entry.after)} for ${guests(count)}`,
    ...ofEvent(entry),
    amountChanged(entry),
  ];
}

/** 'the table to 9 and the payment to paid'. */
const valuesSet = (values: HistoryEntry["after"]): string =>
  fieldsOf({ before: values, after: null })
    .map((field) => `the ${fieldName(field)} to ${valueLabel(field, values?.[field])}`)
    .join(" and ");

/** The undo of a bulk edit, likewise: on one guest's card with the values that it changed back. */
function undoneMany(entry: HistoryEntry): Part[] {
  const { before, after } = entry;
  const of = [guests(number(after?.updated)), ...ofEvent(entry)];
  if (fieldsOf({ before: null, after }).length > 0)
    return [who(entry), " undid a change of ", ...of, ": ", ...changes(entry, [])];
  const change = valuesSet(before);
  const undone = change ? ` undid the change of ${change} for ` : " undid a change of ";
  return [who(entry), undone, ...of, amountChanged(entry)];
}

function registered(entry: HistoryEntry): Part[] {
  const quantity = number(entry.after?.quantity);
  return quantity > 1
    ? [who(entry), ` added ${tickets(quantity)} for `, guest(entry), ...ofEvent(entry, " to ")]
    : [who(entry), " added ", guest(entry), ...ofEvent(entry, " to ")];
}

function decided(entry: HistoryEntry): Part[] {
  const words = CONFLICT_STATES[String(entry.after?.state)];
  return words
    ? [who(entry), " closed a conflict", ...ofEvent(entry), ` as '${words}'`]
    : [who(entry), " opened a conflict", ...ofEvent(entry), " again"];
}

const file = (entry: HistoryEntry): string =>
  quoted(text(entry.after?.fileName) ?? text(entry.after?.filename) ?? entry.subject.name, "a file");

const device = ({ subject }: HistoryEntry): string => quoted(subject.name, "a device without a name");

const ticketType = ({ before, after }: HistoryEntry): string =>
  `the ticket type ${quoted(text(after?.ticketType) ?? text(before?.ticketType), "")}`;

const checkInList = ({ before, after }: HistoryEntry): string =>
  `the check-in list ${quoted(text(after?.checkInList) ?? text(before?.checkInList), "")}`;

/** An edit of a part of an event, whose name `before` always has. */
function editedPart(entry: HistoryEntry, nameField: string, otherwise: string): Part[] {
  const { [nameField]: name, ...fields } = entry.before ?? {};
  const before = entry.after && nameField in entry.after ? entry.before : fields;
  const named = `${quoted(text(name), otherwise)} of `;
  return [
    who(entry),
    " changed ",
    ...changes({ ...entry, before }, [" of ", named, theEvent(entry.subject)]),
  ];
}

const movedTo = ({ after }: HistoryEntry): string =>
  `${guests(number(after?.moved))} ${text(after?.movedTo) ? quoted(text(after?.movedTo), "") : "no type"}`;

const WORDS: Record<HistoryAction, (entry: HistoryEntry) => Part[]> = {
  "event.created": (entry) => [who(entry), " created the event ", theEvent(entry.subject)],
  "event.updated": (entry) => edited(entry, theEvent(entry.subject)),
  "event.type_created": (entry) => [who(entry), ` added ${ticketType(entry)} to `, theEvent(entry.subject)],
  "event.type_updated": (entry) => editedPart(entry, "ticketType", "a ticket type"),
  "event.type_deleted": (entry) => [
    who(entry),
    ` deleted ${ticketType(entry)} of `,
    theEvent(entry.subject),
    number(entry.after?.moved) > 0 ? `, and gave ${movedTo(entry)}` : "",
  ],
  "event.list_created": (entry) => [who(entry), ` added ${checkInList(entry)} to `, theEvent(entry.subject)],
  "event.list_updated": (entry) => editedPart(entry, "checkInList", "a check-in list"),
  "event.list_deleted": (entry) => [
    who(entry),
    ` deleted ${checkInList(entry)} of `,
    theEvent(entry.subject),
  ],
  "event.deleted": (entry) => [who(entry), ` deleted the event ${quoted(entry.subject.name, "")}`],
  "attendee.registered": registered,
  "attendee.updated": (entry) => edited(entry, guest(entry)),
  "attendee.updated_many": editedMany,
  "attendee.update_undone": undoneMany,
  "attendee.deleted": (entry) => [
    who(entry),
    ` deleted the guest ${quoted(entry.subject.name, "")}`,
    ...ofEvent(entry),
  ],
  "attendee.erased": (entry) => [who(entry), " erased ", erasedGuest(entry), ...ofEvent(entry)],
  "attendee.brought_back": (entry) => [
    who(entry),
    " brought back ",
    guest(entry),
    ...ofEvent(entry),
    ", who was erased",
  ],
  "attendee.erased_many": (entry) => [
    `Doorlist erased ${guests(number(entry.after?.erased))} whose retention period was over`,
  ],
  "settings.changed": (entry) => [who(entry), " changed ", ...changes(entry, [])],
  "settings.logo_set": (entry) => [who(entry), " set the logo"],
  "settings.logo_removed": (entry) => [who(entry), " removed the logo"],
  "keeping.set": (entry) => [
    who(entry),
    entry.after?.keepDays
      ? ` set guests to be erased ${days(number(entry.after.keepDays))} after their event`
      : " set guests to be kept until they are deleted",
  ],
  "event.postponed": (entry) => [
    who(entry),
    entry.after?.keepUntil ? " kept the guests of " : " stopped keeping longer the guests of ",
    theEvent(entry.subject),
    typeof entry.after?.keepUntil === "string" ? ` until ${formatEventDate(entry.after.keepUntil)}` : "",
  ],
  "attendee.tickets_sent": (entry) => {
    const count = number(entry.after?.tickets);
    const what = entry.after?.tellsChange ? "a notice of the change" : count > 1 ? "tickets" : "the ticket";
    return [who(entry), ` emailed ${what} to `, count > 1 ? guests(count) : guest(entry), ...ofEvent(entry)];
  },
  "attendee.ticket_resolved": (entry) => [
    who(entry),
    entry.after?.arrived ? " noted that the email to " : " noted that no email to ",
    guest(entry),
    " arrived",
  ],
  "event.mail_set": (entry) => [who(entry), " changed the email texts of ", theEvent(entry.subject)],
  "mail.tested": (entry) => [who(entry), " sent a test email"],
  "attendee.held_exported": (entry) => [
    who(entry),
    " downloaded all that is held about ",
    guest(entry),
    ...ofEvent(entry),
  ],
  "import.started": (entry) => [
    who(entry),
    ` imported ${guests(number(entry.after?.imported))} from ${file(entry)}`,
    ...ofEvent(entry, " into "),
  ],
  "import.failed": (entry) => [`The import of ${file(entry)} failed`],
  "import.cancelled": (entry) => [who(entry), ` cancelled the import of ${file(entry)}`],
  "import.undone": (entry) => [who(entry), ` undid the import of ${file(entry)}`],
  "user.created": (entry) => [who(entry), " created the account of ", account(entry)],
  "user.updated": (entry) => edited(entry, account(entry)),
  "user.password_set": (entry) => [who(entry), " set a new password for ", account(entry)],
  "user.password_changed": (entry) => [who(entry), " changed their own password"],
  "user.password_refused": (entry) => [who(entry), " typed a wrong password when changing it"],
  "user.confirmed": (entry) => [who(entry), " confirmed their password"],
  "user.confirmation_refused": (entry) => [who(entry), " typed a wrong password or code when confirming it"],
  "user.deactivated": (entry) => [who(entry), " deactivated the account of ", account(entry)],
  "user.reactivated": (entry) => [who(entry), " reactivated the account of ", account(entry)],
  "user.signed_in": (entry) => [who(entry), " signed in"],
  "user.sign_in_refused": (entry) =>
    entry.subject.name
      ? ["Someone tried to sign in as ", account(entry), " and was refused"]
      : ["Someone tried to sign in with an unknown username"],
  "user.signed_out": (entry) => [who(entry), " signed out"],
  "user.session_ended": (entry) => [
    who(entry),
    ` ended a sign-in${text(entry.after?.device) ? ` (${text(entry.after?.device)})` : ""}`,
    ...ofOther(entry),
  ],
  "user.sessions_ended": (entry) => [
    who(entry),
    ` ended ${endedSignIns(number(entry.after?.number), number(entry.after?.devices), number(entry.after?.passes))}`,
    ...ofOther(entry),
  ],
  "user.second_factor_added": (entry) => [who(entry), " set up a second factor"],
  "user.second_factor_refused": (entry) => [who(entry), " typed a wrong code of the second factor"],
  "user.second_factor_removed": (entry) => [who(entry), " removed their second factor"],
  "user.second_factor_reset": (entry) => [who(entry), " removed the second factor of ", account(entry)],
  "user.second_factor_required": (entry) => [
    who(entry),
    ` required a second factor of ${REQUIRED_OF[String(entry.after?.requiredFor)] ?? "other people"}`,
  ],
  "user.recovery_code_used": (entry) => [who(entry), " used a recovery code"],
  "grant.created": (entry) => [
    who(entry),
    ` opened the scanner on ${device(entry)}`,
    ...ofEvent(entry, " at "),
  ],
  "grant.ended": (entry) => [who(entry), ` ended the access of ${device(entry)}`, ...ofEvent(entry, " to ")],
  "pass.created": (entry) => [who(entry), ` made a pass for ${passDoor(entry)}`, ...ofEvent(entry, " at ")],
  "pass.claimed": (entry) => [
    { name: text(entry.after?.helper) ?? "A helper" },
    ` claimed the pass for ${passDoor(entry)}`,
    ...ofEvent(entry, " at "),
  ],
  "pass.revoked": (entry) => [
    who(entry),
    ` revoked the pass for ${passDoor(entry)}`,
    ...ofEvent(entry, " at "),
  ],
  "conflict.decided": decided,
  "backup.taken": (entry) => [who(entry), " took a backup"],
  "backup.downloaded": (entry) => [who(entry), ` downloaded the backup ${file(entry)}`],
  "backup.deleted": (entry) => [
    who(entry),
    ` deleted the backup ${quoted(text(entry.before?.filename), "a file")}`,
  ],
  "backup.restored": (entry) => [who(entry), ` restored the backup ${file(entry)}`],
  "backup.file_restored": (entry) => [
    who(entry),
    ` restored a JSON backup with ${events(number(entry.after?.events))} and ${guests(number(entry.after?.attendees))}`,
  ],
  "export.csv": (entry) => [who(entry), ` exported ${file(entry)}`, ...ofEvent(entry)],
  "export.xlsx": (entry) => [who(entry), ` exported ${file(entry)}`, ...ofEvent(entry)],
  "export.backup_file": (entry) => [who(entry), ` exported the JSON backup ${file(entry)}`],
  "export.history": (entry) => [who(entry), ` exported the activity (${file(entry)})`],
};

/** 'Olive Organizer changed the table of Ada Lovelace from 4 to 7'. */
export function sentenceOf(entry: HistoryEntry): Part[] {
  const words: ((entry: HistoryEntry) => Part[]) | undefined = WORDS[entry.action];
  // A newer server may send unknown actions.
  return (words?.(entry) ?? [who(entry), `: ${entry.action}`]).filter((part) => part !== "");
}
