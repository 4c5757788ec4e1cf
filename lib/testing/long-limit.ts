/**
 * A limit of time or memory that is held in the long run alone: what an idle machine needs tells nothing of a busy one.
 * Against what never ends there is the time that a test has.
 */
export const longLimit = (limit: number): number => (process.env.LONG ? limit : Number.POSITIVE_INFINITY);

/** How much more memory a reader may take for hostile input: a bomb takes gigabytes; of less the process of many tests tells nothing. */
export const MEGABYTES_MAX = longLimit(1024);
