/**
 * A limit of time or memory that applies in the long run only, because a busy machine may exceed it. Work that never ends
 * fails by the time-out of its test.
 */
export const longLimit = (limit: number): number => (process.env.LONG ? limit : Number.POSITIVE_INFINITY);

/** How much more memory a reader may use for hostile input: a bomb uses gigabytes; less can't be measured among many tests. */
export const MEGABYTES_MAX = longLimit(1024);
