/** Letters and digits that nobody takes for each other when they are read out. */
const CHARACTERS = "23456789abcdefghjkmnpqrstuvwxyz";
const GROUPS = 4;
const GROUP = 4;
/** Bytes beyond the last full round of the characters would make some more likely than others. */
const FAIR_BYTES = 256 - (256 % CHARACTERS.length);

/** A password of 79 random bits, like `kx7m-r4tn-9vhw-c2pd`. */
export function newPassword(): string {
  const drawn: string[] = [];
  while (drawn.length < GROUPS * GROUP) {
    const [byte = FAIR_BYTES] = crypto.getRandomValues(new Uint8Array(1));
    const character = byte < FAIR_BYTES ? CHARACTERS[byte % CHARACTERS.length] : undefined;
    if (character) drawn.push(character);
  }
  const groups = Array.from({ length: GROUPS }, (_, group) =>
    drawn.slice(group * GROUP, (group + 1) * GROUP).join(""),
  );
  return groups.join("-");
}
