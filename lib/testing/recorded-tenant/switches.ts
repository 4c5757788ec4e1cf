import type { Envelope } from "./answer";

/** Where an operation is not offered, and how it is refused. */
export type NewOperations = "offered" | 404 | 405 | "insufficient_entitlement" | "operation_not_supported";

/** What differs between tenants of the vendor, and between times. */
export type Switches = {
	/** Granted to the caller by its next token. */
	scopes: readonly string[];
	/** A property that the caller can't read is refused where `fields` names it; else it is only left out. */
	refusesUnreadableFields: boolean;
	envelope: Envelope;
	/** How many items a page by checkpoint has at most. */
	checkpointMost: number;
	/** Until July 2026: connections have `enabled_clients`. */
	hasEnabledClients: boolean;
	/** Those of the last years. */
	newOperations: NewOperations;
	/** Those of the log, which a plan may lack. */
	log: NewOperations;
	/** The answer to a request that is carried out later. */
	accepted: 202 | 204;
	/** What was requested to end is still listed. */
	endsLater: boolean;
};

export const usual: Omit<Switches, "scopes"> = {
	refusesUnreadableFields: true,
	envelope: "with length and next",
	checkpointMost: 100,
	hasEnabledClients: false,
	newOperations: "offered",
	log: "offered",
	accepted: 202,
	endsLater: false,
};
