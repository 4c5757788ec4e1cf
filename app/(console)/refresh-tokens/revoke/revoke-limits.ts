/** The most tokens that are revoked from one page. */
export const REVOKE_TOKENS_MAX = 500;
