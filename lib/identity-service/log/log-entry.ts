import type { IdentityServiceConfig } from "../context/config";
import type { NewLogEntry } from "../context/new-log-entry";
import { newLogId } from "../store/log-id";
import type { LogEntryRow } from "../store/schema";

/** The most characters of a text that a caller chose. */
const LENGTH_MAX = { user_agent: 512, user_name: 320, description: 1_000, details: 4_000 };

/** An entry as it is stored. @param at when it happened */
export function logEntryRow(
	{ issuer }: Pick<IdentityServiceConfig, "issuer">,
	entry: NewLogEntry,
	at: Date,
): LogEntryRow {
	const { request, client, connection } = entry;
	const userAgent = request?.headers.get("user-agent");
	const userName = bounded(entry.userName, LENGTH_MAX.user_name);
	return {
		log_id: newLogId(at),
		date: at.toISOString(),
		type: entry.type,
		description: bounded(entry.description, LENGTH_MAX.description),
		user_id: storable(entry.userId),
		user_name: userName,
		name_key: entry.userId ? null : (userName?.toLowerCase() ?? null),
		client_id: storable(client?.clientId),
		client_name: storable(client?.name),
		connection: storable(connection?.name),
		connection_id: connection?.id ?? null,
		ip: request?.user.ip ?? null,
		hostname: request && new URL(issuer).hostname,
		organization_id: null,
		user_agent: bounded(userAgent, LENGTH_MAX.user_agent),
		strategy: connection?.strategy ?? null,
		strategy_type: STRATEGY_TYPES.get(connection?.strategy ?? "") ?? null,
		rest: restOf(entry),
	};
}

/** As the vendor names the kinds of connections. */
const STRATEGY_TYPES = new Map([
	["auth0", "database"],
	["email", "passwordless"],
	["sms", "passwordless"],
	["samlp", "enterprise"],
]);

function restOf({ audience, scope, details, correlationId }: NewLogEntry): string | null {
	const known = { ...details, ...(correlationId && !details?.request && { correlation_id: correlationId }) };
	const own = Object.keys(known).length > 0 && { details: known };
	const texts = [{ ...(audience && { audience }), ...(scope && { scope }), ...own }, { ...own }].map((rest) =>
		JSON.stringify(rest),
	);
	return texts.find((text) => text.length <= LENGTH_MAX.details && text !== "{}") ?? null;
}

function bounded(text: string | null | undefined, lengthMax: number): string | null {
	return storable(
		text &&
			Array.from(text.slice(0, lengthMax * 2))
				.slice(0, lengthMax)
				.join(""),
	);
}

/** Text that both databases store and find again: PostgreSQL refuses NUL, and neither keeps half a surrogate pair. */
function storable(text: string | null | undefined): string | null {
	return text ? text.toWellFormed().replaceAll("\0", "\uFFFD") : null;
}
