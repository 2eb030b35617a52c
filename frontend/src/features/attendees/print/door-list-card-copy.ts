/** From an event to its people on paper: contract 2. Apart from the words of the print pages, which are many more. */
export const DOOR_LIST_CARD_COPY = {
  title: "Door List",
  text: "Everybody on paper, for the night the network fails.",
  button: "Print Door List",
} as const;
