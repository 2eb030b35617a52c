import { config, z } from "zod";

// Left to itself Zod tries to write code at run time, which the page's security policy refuses (contract 10.header.2) and
// browsers report as an issue of the page.
config({ jitless: true });

export { z };
