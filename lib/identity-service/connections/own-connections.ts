import { CHANNELS } from "../context/identity-service";

/** The tenant's one store of users with passwords. */
export const DATABASE_CONNECTION = "Username-Password-Authentication";

/** The service's own ways to sign in, each of which a request may name as its connection. */
export const OWN_CONNECTIONS: readonly string[] = [DATABASE_CONNECTION, ...CHANNELS];
