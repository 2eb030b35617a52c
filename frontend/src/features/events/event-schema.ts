import { moneyText } from "@/components/form/money-schema";
import { EVENT_FIELDS_COPY } from "@/features/events/copy";
import { EVENT_NAME_MAX } from "@/features/events/rules";
import { parseIsoDate } from "@/lib/event-date";
import { z } from "@/lib/schema";

/** Contract 5: name and date are required, time and price are not. */
export const eventSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, EVENT_FIELDS_COPY.nameMissing)
    .max(EVENT_NAME_MAX, EVENT_FIELDS_COPY.nameTooLong),
  date: z
    .string()
    .min(1, EVENT_FIELDS_COPY.dateMissing)
    .refine((text) => text === "" || parseIsoDate(text) !== null, EVENT_FIELDS_COPY.dateWrong),
  time: z.string(),
  ticketPrice: moneyText,
});
