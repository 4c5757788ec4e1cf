/** The most tokens of one bulk edit. */
export const BULK_TOKENS_MAX = 100;
