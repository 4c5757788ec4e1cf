import type { HashCost } from "../context/identity-service";

/** At the lowest cost a login takes no time in tests that are about something else. */
export const CHEAP_HASH: HashCost = { N: 2, r: 1, p: 1 };
