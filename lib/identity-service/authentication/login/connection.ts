/** How a login code reaches a person (specification, "passwordless login"). */
export const CONNECTIONS = ["email", "sms"] as const;
export type Connection = (typeof CONNECTIONS)[number];
