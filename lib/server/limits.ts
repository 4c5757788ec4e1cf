/** Longest path and query that are read, as RFC 9110 section 4.1 recommends at least. Node bounds the whole head. */
export const TARGET_LENGTH_MAX = 8_000;
/** Largest body that the dashboard reads: a pasted certificate or a template, many times over. */
export const DASHBOARD_BODY_BYTES_MAX = 512 * 1024;

export const HEAD_WITHIN_MS = 15_000;
/** Head and body together. */
export const REQUEST_WITHIN_MS = 60_000;
/** How often both are looked at. */
export const CHECK_EVERY_MS = 2_000;
/** A connection on which nothing moves although an answer is under way: somebody does not read it. */
export const STALLED_AFTER_MS = 120_000;
/** Longer than the balancers in front of servers keep theirs, most of them for 60 s: they must be the ones to close. */
export const KEEP_ALIVE_SECONDS_DEFAULT = 65;
/** So long a stop waits for the requests under way. */
export const DRAIN_WITHIN_MS = 8_000;
