/** The others of a party, at the door: contract 2. */
export const PARTY_COPY = {
  title: "Others of this party",
  hint: "Tick who is here.",
  close: "Close",
};

export const moreOfParty = (count: number) => `${count} more of this party`;

export const allOf = (count: number) => `All ${count}`;

export const checkIn = (count: number) => (count === 0 ? "Check in" : `Check in ${count}`);
