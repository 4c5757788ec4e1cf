import "server-only";
import type { Application } from "@/lib/contract/client/application";
import { type ConnectionResponse, connection, connectionPage } from "@/lib/contract/connection/connection";
import { SAML_STRATEGY } from "@/lib/contract/connection/connection-limits";
import { dashboardConfig } from "../../config";
import { listApplications } from "../applications/read-applications";
import { callManagement } from "../call/client";
import { ManagementError, noArea } from "../call/errors";
import { noteName } from "../seen-names";
import { readNumberedPage } from "../smaller-pages";

/** Fewer than of other resources: each includes all of its options. */
const CONNECTIONS_PER_PAGE = 50;

export type ConnectionPage = Awaited<ReturnType<typeof listConnections>>;

/**
 * One page of the tenant's SAML connections, the first is 0. Their options may contain secrets: they are not sent to the
 * browser unchanged.
 * @throws SessionError, ManagementError "no-area" where the tenant has no connections at all
 */
export async function listConnections(page: number, withinMs?: number) {
	const read = async (numbered: { page: number; per_page: number }) => {
		const query = { strategy: SAML_STRATEGY, include_totals: true, ...numbered };
		const { connections, total } = await callManagement("get_connections", { query, schema: connectionPage, withinMs });
		return { items: connections, total };
	};
	const paging = { page, per_page: CONNECTIONS_PER_PAGE };
	const { items, total, unread } = await readNumberedPage(paging, read).catch(noArea);
	for (const one of items) noteName(one.id, labelOf(one));
	const count = items.length + unread;
	return {
		connections: items.filter(isSaml),
		/** Missing, because each alone is too large. */
		unread,
		/** Whether a page may follow. */
		hasMore: total !== null ? page * CONNECTIONS_PER_PAGE + count < total : count === CONNECTIONS_PER_PAGE,
	};
}

/**
 * One SAML connection; one of another kind is "not-found".
 * @param withinMs total time, where less than usual is left. @throws SessionError, ManagementError
 */
export async function getConnection(id: string, withinMs?: number): Promise<ConnectionResponse> {
	const found = await callManagement("get_connections_by_id", { path: { id }, schema: connection, withinMs });
	if (!isSaml(found)) throw new ManagementError("not-found");
	noteName(found.id, labelOf(found));
	return found;
}

function isSaml({ strategy }: ConnectionResponse): boolean {
	return strategy === SAML_STRATEGY;
}

export function labelOf({ display_name, name }: Pick<ConnectionResponse, "name" | "display_name">): string {
	return display_name || name;
}

/** The maximum number of calls, one after the other. */
const PAGES_MAX = 10;

/** The properties of an application that a connection's form sends to the browser. */
export type SignInApplication = {
	id: string;
	name: string;
	/** Of `APP_TYPES`; a tenant may know others. */
	type: string | null;
	/** It requires PKCE (RFC 7636), so a provider can't begin a sign-in for it. */
	needsPkce: boolean;
};

/**
 * The applications that users sign in to, without the console's own, by name.
 * @returns null where the console may not list them. @throws SessionError
 */
export async function listSignInApplications(): Promise<SignInApplication[] | null> {
	const { management, authentication } = dashboardConfig();
	const own = [management.clientId, authentication.clientId];
	try {
		const found: Application[] = [];
		for (let page = 0; page < PAGES_MAX; page += 1) {
			const { applications, isLast } = await listApplications(page);
			found.push(...applications);
			if (isLast) break;
		}
		for (const { client_id, name } of found) noteName(client_id, name);
		return found
			.filter(({ client_id, global }) => !global && !own.includes(client_id))
			.filter(({ app_type, callbacks }) => app_type !== "non_interactive" || (callbacks ?? []).length > 0)
			.map((application) => ({
				...{ id: application.client_id, name: application.name || application.client_id },
				...{ type: application.app_type ?? null, needsPkce: needsPkce(application) },
			}))
			.sort((one, other) => names.compare(one.name, other.name));
	} catch (error) {
		if (!(error instanceof ManagementError)) throw error;
		return null;
	}
}

const names = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

function needsPkce({ token_endpoint_auth_method, client_authentication_methods, compliance_level }: Application) {
	const isPublic = token_endpoint_auth_method === "none" && !client_authentication_methods;
	return isPublic || (compliance_level?.startsWith("fapi2") ?? false);
}
