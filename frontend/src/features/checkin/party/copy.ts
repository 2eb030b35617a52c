/** The others of a party, at the door: contract 2. */
export const checkInMore = (count: number) => `Check in ${count} more`;
