export const DUPLICATE_EVENT_COPY = {
  title: "Duplicate this event",
  text: "A new event with the same name, time, price, capacity and other settings. The date is a week later, and you can change it; guests are not copied.",
  button: "Duplicate event",
};
