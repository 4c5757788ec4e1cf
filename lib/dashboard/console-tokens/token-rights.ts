/** What a new token may be for: to read all that tokens read, or to propose changes of templates and nothing else. */
export const NEW_TOKEN_RIGHTS = ["read", "propose"] as const;
export type NewTokenRights = (typeof NEW_TOKEN_RIGHTS)[number];

/** `feed`: the Atom feed alone, as those of older versions. */
export type TokenRights = "feed" | NewTokenRights;
