import type { LogType } from "@/lib/contract/log-entry";

/** Where a request comes from: of a `ServiceRequest`. */
export type Origin = { user: { ip: string | null; address: string }; headers: Headers };

/** What an entry of the log says, beside its time. Never a password, a code, a token or a ticket. */
export type NewLogEntry = {
	type: LogType;
	/** Why, in a sentence, where the type does not say it all. */
	description?: string | undefined;
	/** Whose address and browser the entry has; null: nobody's. */
	request: Origin | null;
	userId?: string | null | undefined;
	/** The user's e-mail address, number or name; of an unknown user what was typed, if it may be such a name. */
	userName?: string | null | undefined;
	client?: { clientId: string; name?: string | null | undefined } | null | undefined;
	connection?: { name: string; id?: string | undefined; strategy?: string | undefined } | null | undefined;
	audience?: string | null | undefined;
	scope?: string | null | undefined;
	/** By which a caller of the management interface finds the entries of its request. */
	correlationId?: string | undefined;
	/** By type; bounded, JSON. */
	details?: Record<string, unknown> | undefined;
	/** One entry has the number of all of these of an account and an hour, because a caller can cause any number. */
	isCounted?: true;
};
