import { nameOrId } from "@/lib/contract/name-or-id";
import "server-only";
import { performance } from "node:perf_hooks";
import type { Application } from "@/lib/contract/client/application";
import { type ConnectionResponse, connection, connectionPage } from "@/lib/contract/connection/connection";
import { SAML_STRATEGY } from "@/lib/contract/connection/connection-limits";
import { isOwnClient } from "../../config";
import { readPages } from "../applications/client-names";
import { listApplications } from "../applications/read-applications";
import { callManagement } from "../call/client";
import { ManagementError, noArea } from "../call/errors";
import { LOOK_UP_WITHIN_MS } from "../call/send";
import { readNumberedPage } from "../list-pages";
import { noteName } from "../seen";

/** What is read of a connection of any type. Its options may hold secrets: only those of SAML are asked for, which are edited here. */
export const SUMMARY = { fields: "id,name,display_name,strategy,show_as_button", include_fields: true };

const CONNECTIONS_PER_PAGE = 50;
/** Fewer, because each includes all of its options. */
const WITH_OPTIONS_PER_PAGE = 25;
/** Connections with their options beyond these pages are shown without. */
const PAGES_WITH_OPTIONS_MAX = 4;

/**
 * One page of the tenant's connections of all types, the first is 0; those of SAML with their options as far as these are
 * among the first ones and may be read. These may contain secrets: they are not sent to the browser unchanged.
 * @throws SessionError, ManagementError "no-area" where the tenant has no connections at all
 */
export async function listConnections(page: number) {
	const read = await readPage({ page, per_page: CONNECTIONS_PER_PAGE }, SUMMARY).catch(noArea);
	const { items, total, unread, unreadable, count } = read;
	for (const one of items) noteName(one.id, labelOf(one));
	return {
		connections: await withOptions(items),
		/** Of all pages; null where the tenant sends none. */
		total,
		/** Missing, because each alone is too large. */
		unread,
		/** Missing, because they could not be read. */
		unreadable,
		/** All of the page. */
		count,
		/** Whether a page may follow. */
		hasMore: total !== null ? page * CONNECTIONS_PER_PAGE + count < total : count === CONNECTIONS_PER_PAGE,
	};
}

type Numbered = { page: number; per_page: number };

function readPage(paging: Numbered, query: Record<string, string | boolean>, withinMs?: number) {
	return readNumberedPage(paging, async (numbered) => {
		const call = { query: { ...query, include_totals: true, ...numbered }, schema: connectionPage, withinMs };
		const { connections, unreadable, total } = await callManagement("get_connections", call);
		return { items: connections, unreadable, total };
	});
}

/** A page of SAML connections, with their options where these may be read. */
async function readSamlPage(page: number, withinMs?: number) {
	const per_page = WITH_OPTIONS_PER_PAGE;
	const read = await readPage({ page, per_page }, { strategy: SAML_STRATEGY }, withinMs);
	const { items, total, count } = read;
	const hasMore = total !== null ? page * per_page + count < total : count === per_page;
	return { items: items.filter(isSaml), isMissing: read.unread + read.unreadable > 0, hasMore };
}

/** Options are read by type, not one by one. Where that fails, the connections stay without. @throws SessionError */
async function withOptions(connections: readonly ConnectionResponse[]): Promise<ConnectionResponse[]> {
	const missing = new Set(connections.filter(isSaml).map(({ id }) => id));
	const found = new Map<string, ConnectionResponse>();
	try {
		for (let page = 0; page < PAGES_WITH_OPTIONS_MAX && missing.size > 0; page += 1) {
			const { items, hasMore } = await readSamlPage(page);
			for (const one of items) if (missing.delete(one.id)) found.set(one.id, one);
			if (!hasMore) break;
		}
	} catch (error) {
		if (!(error instanceof ManagementError)) throw error;
	}
	return connections.map((one) => ({ ...one, options: found.get(one.id)?.options }));
}

/**
 * A connection; one of SAML with its options, where these may be read.
 * @param withinMs total time, where less than usual is left. @throws SessionError, ManagementError
 */
export async function getConnection(id: string, withinMs?: number): Promise<ConnectionResponse> {
	const call = { path: { id }, schema: connection, withinMs };
	const { options: _, ...found } = await callManagement("get_connections_by_id", { ...call, query: SUMMARY });
	noteName(found.id, labelOf(found));
	return isSaml(found) ? callManagement("get_connections_by_id", call) : found;
}

/** @returns null where there is none, undefined where there are too many to look through in time, or too large ones */
export async function findByName(name: string): Promise<ConnectionResponse | null | undefined> {
	const end = performance.now() + LOOK_UP_WITHIN_MS;
	for (let page = 0; performance.now() < end; page += 1) {
		const { items, isMissing, hasMore } = await readSamlPage(page, Math.ceil(end - performance.now()));
		const found = items.find((candidate) => candidate.name === name);
		if (found) return found;
		if (isMissing) return undefined;
		if (!hasMore) return null;
	}
	return undefined;
}

export function isSaml({ strategy }: Pick<ConnectionResponse, "strategy">): boolean {
	return strategy === SAML_STRATEGY;
}

export function labelOf({ display_name, name, id }: Pick<ConnectionResponse, "id" | "name" | "display_name">): string {
	return nameOrId(display_name || name, id);
}

/** The properties of an application that a connection's form sends to the browser. */
export type SignInApplication = {
	id: string;
	name: string;
	/** Of `APP_TYPES`; a tenant may know others. */
	type: string | null;
	/** It requires PKCE (RFC 7636), so a provider can't begin a sign-in for it. */
	needsPkce: boolean;
};

/** `readCount`: how many of all applications were read, where the tenant has more; null where all were. */
export type SignInApplications = { applications: SignInApplication[]; readCount: number | null };

/**
 * The applications that users sign in to, without the console's own, by name.
 * @returns null where the console may not list them. @throws SessionError
 */
export async function listSignInApplications(): Promise<SignInApplications | null> {
	try {
		const found: Application[] = [];
		const isWhole = await readPages(async (page) => {
			const read = await listApplications(page);
			found.push(...read.applications);
			return read;
		});
		for (const { client_id, name } of found) noteName(client_id, name);
		const applications = found
			.filter(({ client_id, global }) => !global && !isOwnClient(client_id))
			.filter(({ app_type, callbacks }) => app_type !== "non_interactive" || (callbacks ?? []).length > 0)
			.map((application) => ({
				id: application.client_id,
				name: nameOrId(application.name, application.client_id),
				type: application.app_type ?? null,
				needsPkce: needsPkce(application),
			}))
			.sort((one, other) => names.compare(one.name, other.name));
		return { applications, readCount: isWhole ? null : found.length };
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
