import type { HashCost } from "../context/identity-service";

/** The lowest cost, for tests that are not about password hashes. */
export const CHEAP_HASH: HashCost = { N: 2, r: 1, p: 1 };
