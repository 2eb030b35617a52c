/** Contract 5: lengths are counted after trimming. */
export const EVENT_NAME_MAX = 200;
