/**
 * How long a server of a test keeps idle connections, in milliseconds: its process may be busy for longer than Node's 5 s, and
 * send a write just as the connection is closed.
 */
export const KEPT_ALIVE_MS = 60_000;
