import "server-only";
import { type ConnectionAnswer, connection, connectionPage } from "@/lib/contract/connection/connection";
import { SAML_STRATEGY } from "@/lib/contract/connection/connection-limits";
import { callManagement } from "../call/client";
import { ManagementError } from "../call/errors";
import { noteName } from "../seen-names";

/** Fewer than of other resources: each comes with all of its options. */
const CONNECTIONS_PER_PAGE = 50;

export type ConnectionPage = {
	connections: ConnectionAnswer[];
	/** Whether a page may follow. */
	hasMore: boolean;
};

/**
 * One page of the tenant's SAML connections, the first is 0. Their options may hold secrets: they don't go to the browser
 * as they are.
 * @throws SessionError, ManagementError "no-area" where the tenant has no connections at all
 */
export async function listConnections(page: number, withinMs?: number): Promise<ConnectionPage> {
	const query = { strategy: SAML_STRATEGY, include_totals: true, page, per_page: CONNECTIONS_PER_PAGE };
	try {
		const { connections, total } = await callManagement("get_connections", {
			...{ query, answer: connectionPage, withinMs },
		});
		for (const one of connections) noteName(one.id, labelOf(one));
		const end = page * CONNECTIONS_PER_PAGE + connections.length;
		return {
			connections: connections.filter(isSaml),
			hasMore: typeof total === "number" ? end < total : connections.length === CONNECTIONS_PER_PAGE,
		};
	} catch (error) {
		if (!(error instanceof ManagementError && error.kind === "not-found")) throw error;
		const { status, serviceMessage, reference } = error;
		throw new ManagementError("no-area", { status, serviceMessage, reference });
	}
}

/**
 * One connection by SAML; one of another kind is "not-found" here.
 * @param withinMs total time, where less than usual is left. @throws SessionError, ManagementError
 */
export async function getConnection(id: string, withinMs?: number): Promise<ConnectionAnswer> {
	const found = await callManagement("get_connections_by_id", { path: { id }, answer: connection, withinMs });
	if (!isSaml(found)) throw new ManagementError("not-found");
	noteName(found.id, labelOf(found));
	return found;
}

function isSaml({ strategy }: ConnectionAnswer): boolean {
	return strategy === SAML_STRATEGY;
}

export function labelOf({ display_name, name }: Pick<ConnectionAnswer, "name" | "display_name">): string {
	return display_name || name;
}
