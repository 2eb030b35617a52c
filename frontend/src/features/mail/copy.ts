import type { SendResult, TicketMail } from "@/api/types";
import { counted, formatCount } from "@/lib/count";
import { formatMoment } from "@/lib/event-date";

const tickets = (count: number): string => counted(count, "ticket", "tickets");
const guests = (count: number): string => counted(count, "guest", "guests");

export const SEND_COPY = {
  one: "Email ticket",
  many: "Email tickets",
  title: (count: number) => `Email tickets to ${guests(count)}`,
  titleOne: (name: string) => `Email the ticket to ${name}`,
  titleTell: (count: number) => `Tell ${guests(count)}`,
  counting: "Counting...",
  countFailed: "The guests could not be counted. Please try again.",
  willGet: ({ queued, messages }: SendResult) =>
    queued === messages
      ? `${tickets(queued)} will be sent`
      : `${tickets(queued)} will be sent in ${counted(messages, "message", "messages")}: guests with the same address share one`,
  addressed: ({ address, tickets: count }: SendResult["addresses"][number]) =>
    `${address}: ${tickets(count)}`,
  goesTo: (email: string) => `The ticket will be sent to ${email}`,
  nobody: "No ticket will be sent",
  withoutEmail: (count: number) => `${guests(count)} ${count === 1 ? "has" : "have"} no email address`,
  alreadySent: (count: number) =>
    `${guests(count)} ${count === 1 ? "was" : "were"} sent a ticket already, or ${count === 1 ? "waits" : "wait"} for it`,
  waiting: (count: number) => `${guests(count)} ${count === 1 ? "waits" : "wait"} for a ticket already`,
  erased: (count: number) => `${guests(count)} ${count === 1 ? "was" : "were"} erased`,
  dropped: (count: number) =>
    count === 1
      ? "1 selected guest was deleted or no longer matches, and is left out."
      : `${formatCount(count)} selected guests were deleted or no longer match, and are left out.`,
  noneLeft: {
    title: "Nothing was sent",
    description: "The selected guests were deleted or no longer match.",
    variant: "destructive",
  },
  again: "Send again to guests who were sent a ticket",
  confirm: (count: number) => (count > 0 ? `Send ${tickets(count)}` : "Send"),
  sending: "Sending...",
  done: (count: number) => ({ title: "On the way", description: `${tickets(count)} queued to be sent` }),
  sentElsewhere: {
    title: "Nothing was sent again",
    description: "These guests were sent a ticket from another screen meanwhile",
  },
  failure: { title: "Nothing was sent", fallback: "The tickets could not be queued. Please try again." },
  unconfirmed: {
    title: "Not confirmed",
    fallback:
      "No answer came, so the tickets may be on the way. Look at the list of attendees before you try again.",
  },
} as const;

export const STATE_COPY = {
  title: "Ticket by email",
  notSent: "Not sent",
  /** `count` where the tickets have several states. */
  ofSeveral: (label: string, count: number | null) =>
    `Ticket by email: ${label}${count === null ? "" : ` (${tickets(count)})`}`,
  to: (email: string) => `To ${email}`,
  noEmail: "Add an email address to send the ticket.",
  again: "Send again",
  arrived: "It arrived",
  notArrived: "It did not arrive",
  unknownText:
    "The message was handed over, but the mail server's answer was lost. Ask the guest, or look into the mail server's log: did it arrive?",
  resolveFailure: { title: "Not saved", fallback: "The answer could not be saved. Please try again." },
} as const;

const PROBLEMS: Record<string, string> = {
  mailbox_unknown: "mailbox unknown",
  refused: "refused by the mail server",
  sender_refused: "sender refused by the mail server",
  try_later: "the mail server was busy",
  no_connection: "no connection to the mail server",
  certificate: "the mail server's certificate is not valid",
  no_encryption: "the mail server offers no encryption",
  sign_in_refused: "the mail server refused the sign-in",
  folder: "the folder cannot be written",
  no_address: "no email address any longer",
  not_written: "the message could not be written",
  restored: "a restore stopped it",
  not_arrived: "did not arrive",
};

const problemLabel = (problem: string): string => PROBLEMS[problem] ?? "problem";

/** 'Sent 19:02', 'Failed: mailbox unknown', 'Not sent'. */
export function mailLabel(mail: TicketMail | null): string {
  if (!mail) return STATE_COPY.notSent;
  if (mail.state === "sent") return `Sent ${formatMoment(mail.at)}`;
  if (mail.state === "unknown") return "Unknown";
  if (mail.state === "failed") return mail.problem ? `Failed: ${problemLabel(mail.problem)}` : "Failed";
  return mail.problem ? `Waiting to be sent again: ${problemLabel(mail.problem)}` : "Waiting to be sent";
}

export const FILTER_COPY = {
  label: "Ticket by email",
  any: "Any email",
  options: {
    sent: "Email sent",
    waiting: "Email waiting",
    failed: "Email failed",
    unknown: "Email unknown",
    notSent: "Email not sent",
  },
} as const;

export const PROGRESS_COPY = {
  region: "Tickets by email",
  everyEvent: "Several events",
  progress: (event: string) => `Tickets sent for ${event}`,
  running: "Sending",
  waits: "Waiting",
  done: "Done",
  sent: (sent: number, total: number) => `${formatCount(sent)} of ${tickets(total)} sent`,
  failed: (count: number) => `${formatCount(count)} failed`,
  unknown: (count: number) => `${formatCount(count)} unknown`,
  dismiss: "Dismiss",
} as const;

export const EVENT_MAIL_COPY = {
  title: "Tickets by email",
  hint: "What guests read in the message with their ticket.",
  subject: "Subject",
  opening: "Opening text",
  openingHint: "Optional. Shown above the ticket.",
  save: "Save texts",
  saving: "Saving...",
  saved: { title: "Success", description: "Email texts saved" },
  failure: { title: "Error", fallback: "The texts could not be saved" },
  preview: "Preview",
  previewTitle: "Preview of the message",
  previewText: "With a made-up guest and code. It saves nothing.",
  previewFailed: "The preview could not be made. Please try again.",
  close: "Close",
  loading: "Loading...",
  failed: "The texts could not be loaded",
  toTell: (count: number) =>
    `${guests(count)} ${count === 1 ? "was" : "were"} sent a ticket with another date, time or venue.`,
  tell: "Tell the guests",
} as const;

export const CARD_COPY = {
  loading: "Loading...",
  failed: "The state of email could not be loaded",
  ready: "Email: ready",
  off: "Email: not set up",
  problem: "Email: not ready",
  howTo: "To send tickets by email, set these on the server, then start it again.",
  example:
    "DOORLIST_SMTP_URL=smtp://user:password@mail.example.org\nDOORLIST_MAIL_FROM=Gala <tickets@example.org>",
  via: (server: string, sender: string) => `Messages from ${sender} go to ${server}.`,
  perMinute: (count: number) => `At most ${formatCount(count)} messages a minute.`,
  to: "Your email address",
  toMissing: "Write your email address",
  test: "Send a test to me",
  testing: "Sending...",
  tested: { title: "Sent", description: "The test message is on its way" },
  failure: { title: "Not sent", fallback: "The test could not be sent. Please try again." },
} as const;
