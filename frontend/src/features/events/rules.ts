/** Contract 5: lengths are counted after trimming. */
export const EVENT_NAME_MAX = 200;

/** contract 2: what begins today before this time is marked 'Today', anything else 'Tonight'. */
export const EVENING_BEGINS = "17:00";
