/** A session, and nothing else, comes out of these authorization requests. */
export const FEDERATED_RESPONSE_TYPE = "none";
