/**
 * A limit of time or memory that is held in the long run alone: what an idle machine needs tells nothing of a busy one.
 * Against what never ends there is the time that a test has.
 */
export const longLimit = (limit: number): number => (process.env.LONG ? limit : Number.POSITIVE_INFINITY);
