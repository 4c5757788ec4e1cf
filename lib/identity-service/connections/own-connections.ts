/** How a login code reaches a person (specification, "passwordless login"). */
export const CONNECTIONS = ["email", "sms"] as const;
export type Connection = (typeof CONNECTIONS)[number];

/** The tenant's one store of users with passwords. */
export const DATABASE_CONNECTION = "Username-Password-Authentication";
