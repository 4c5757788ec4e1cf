import "server-only";
import { performance } from "node:perf_hooks";
import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import {
	type Application,
	application,
	applicationPage,
	type FederatedApplication,
	federatedApplication,
	type OidcLogout,
} from "@/lib/contract/client/application";
import type { CreateClientRequest, UpdateClientRequest } from "@/lib/contract/client/client-request";
import type { PartName } from "@/lib/contract/operations";
import { processWide } from "@/lib/process/process-wide";
import { requestWide } from "@/lib/process/request-context";
import { omits } from "../../omitted";
import { requirePermission } from "../../session/session";
import { callManagement, LOOK_UP_WITHIN_MS } from "../call/client";
import { ManagementError } from "../call/errors";
import { lackedPartScopes } from "../connection/connection";
import { noteName } from "../seen-names";
import { readNumberedPage } from "../smaller-pages";

/** Properties of an application that need a scope of their own, beside those of the operation. */
const KEYS: readonly string[] = ["client_authentication_methods"];
/** Properties that any scope for applications shows. */
const SUMMARY: readonly string[] = ["client_id", "name", "description", "app_type"];

function partOf(property: string): PartName | null {
	if (SUMMARY.includes(property)) return null;
	return KEYS.includes(property) ? "client keys" : "client settings";
}

/** What a token can't read of an application: unknown, whatever the answer says. Absent where it can read everything. */
export type PartlyRead = { unread?: readonly string[] };

/** What a tenant says where a request names properties that the token can't read. */
const UNREADABLE = /cannot read the following fields: (.+)/i;

/**
 * Reads with the properties of a schema, requested by name: a response without this restriction would contain secrets,
 * because the console may rotate them. A tenant refuses a request that names one which the token can't read: so only those
 * are named that its scopes show, and where the tenant refuses others, the read is repeated once without them.
 * @param read is called with the query that names the properties
 */
async function readNamed<Result>(
	{ shape }: { shape: object },
	read: (query: { fields: string; include_fields: true }) => Promise<Result>,
): Promise<{ found: Result; unread: readonly string[] }> {
	const all = Object.keys(shape);
	const isReadable = (property: string) => {
		const part = partOf(property);
		return part === null || lackedPartScopes(part).length === 0;
	};
	const named = async (properties: readonly string[]) => ({
		found: await read({ fields: properties.join(","), include_fields: true }),
		unread: all.filter((property) => !properties.includes(property)),
	});
	const readable = all.filter(isReadable);
	try {
		return await named(readable);
	} catch (error) {
		const refused = refusedFields(error);
		const rest = readable.filter((property) => !refused.includes(property));
		if (rest.length === readable.length || rest.length === 0) throw error;
		return await named(rest);
	}
}

function refusedFields(error: unknown): string[] {
	if (!(error instanceof ManagementError) || error.status !== 403) return [];
	const [, names = ""] = UNREADABLE.exec(error.serviceMessage ?? "") ?? [];
	return names.split(/[\s,.]+/).filter(Boolean);
}

export type ApplicationPage = Awaited<ReturnType<typeof listApplications>>;

/**
 * One page of the tenant's applications, the first is 0, and the `total` of all pages; null where the tenant sends none.
 * `unread` are missing because each alone is too large, `unreadable` because they could not be read.
 * @throws SessionError, ManagementError
 */
export async function listApplications(page: number, withinMs?: number) {
	const { found, unread } = await readNamed(application, (named) =>
		readApplicationPage(page, { ...named, include_totals: true }, withinMs),
	);
	const { items, ...others } = found;
	return { applications: items.map((item) => withUnread(item, unread)), ...others };
}

function withUnread<Read extends object>(found: Read, unread: readonly string[]): Read & PartlyRead {
	return unread.length === 0 ? found : { ...found, unread };
}

async function readApplicationPage(page: number, fields: object, withinMs?: number) {
	const read = await readNumberedPage({ page, per_page: APPLICATIONS_PER_PAGE }, async (numbered) => {
		const call = { query: { ...fields, ...numbered }, schema: applicationPage, withinMs };
		const { clients, unreadable, total } = await callManagement("get_clients", call);
		return { items: clients, unreadable, total };
	});
	const { count, total } = read;
	const isLast = total === null ? count < APPLICATIONS_PER_PAGE : page * APPLICATIONS_PER_PAGE + count >= total;
	/** No page follows. An empty one is the end, whatever the total. */
	return { ...read, isLast: isLast || count === 0 };
}

/** @param withinMs total time, where less than usual is left. @throws SessionError, ManagementError */
export function getApplication(id: string, withinMs?: number): Promise<Application & PartlyRead> {
	return readApplication(application, id, withinMs);
}

/**
 * An application with its add-ons. These may contain secrets: they are not sent to the browser unchanged.
 * @param withinMs total time, where less than usual is left
 * @throws SessionError, ManagementError; "scope" where the token can't read them, since one without any would look the same
 */
export async function getFederatedApplication(id: string, withinMs?: number): Promise<FederatedApplication> {
	const { unread = [], ...found } = await readApplication(federatedApplication, id, withinMs);
	if (unread.includes("addons")) throw new ManagementError("scope", { status: 403, scopes: "read:clients" });
	return found;
}

/** An application with the fields of a schema. @throws SessionError, ManagementError */
export async function readApplication<Read extends Pick<Application, "client_id" | "name">>(
	schema: z.ZodType<Read> & { shape: object },
	id: string,
	withinMs?: number,
): Promise<Read & PartlyRead> {
	const { found, unread } = await readNamed(schema, (query) =>
		callManagement("get_clients_by_id", { path: { id }, query, schema, withinMs }),
	);
	noteName(found.client_id, found.name);
	return withUnread(found, unread);
}

/** The service's maximum. */
export const APPLICATIONS_PER_PAGE = 100;

const NAMES_LIFETIME_MS = 60_000;
/** How long their pages are read, and how many: of more applications a part is known. */
const LIST_WITHIN_MS = 4_000;
const PAGES_MAX = 100;
/** For one page of the console, of those that are not in that part. */
const LOOKED_UP_MAX = 10;

export type ClientNames = ReadonlyMap<string, string>;

/** Settings of back-channel logout by `client_id`; undefined where the response omits them. */
export type ClientLogouts = ReadonlyMap<string, OidcLogout | null | undefined>;

type KnownClients = {
	names: Map<string, string>;
	logouts: ClientLogouts;
	/** There are more, or may be. */
	isPart: boolean;
};

/** `changes`: how often an application was written since the start. */
type Cache = { known: (KnownClients & { until: number }) | null; changes: number };
const cache = processWide<Cache>("client-names", () => ({ known: null, changes: 0 }));

/**
 * Names of the applications by `client_id`, cached for a minute. Where they can't be read the map has what could be, is
 * not cached, and identifiers are shown instead.
 * @param ids those that a page shows: where only a part of the list could be read, some others are read one by one
 */
export async function clientNames(ids: Iterable<string | null | undefined> = []): Promise<ClientNames> {
	const { names, isPart } = await knownClients();
	if (!isPart) return names;
	const missing = [...new Set(ids)].flatMap((id) => (id && !names.has(id) ? [id] : []));
	for (const id of missing.slice(0, LOOKED_UP_MAX)) {
		try {
			const { name } = await readApplication(knownClient, id);
			names.set(id, name ?? id);
		} catch (error) {
			if (!(error instanceof ManagementError)) throw error;
			if (error.kind !== "not-found") break;
		}
	}
	return names;
}

/** How many applications were read, where the tenant has more; null where all were, or none could be. */
export async function partOfClients(): Promise<number | null> {
	const { names, isPart } = await knownClients();
	return isPart ? names.size : null;
}

/** What notifies the applications of the end of a session, from the same requests. An application may be missing. */
export async function clientLogouts(): Promise<ClientLogouts> {
	return (await knownClients()).logouts;
}

/** What the pages of one request have read without success: they don't ask for it again. */
const unreadInRequest = requestWide<KnownClients | null>("unread-client-names", () => null);

async function knownClients(): Promise<KnownClients> {
	await requirePermission("look");
	const { known, changes } = cache.get();
	if (known && Date.now() < known.until) return known;
	const unread = unreadInRequest.get();
	if (unread) return unread;
	const { isRead, ...found } = await fetchKnown(() => cache.get().changes === changes);
	if (!isRead) unreadInRequest.set(found);
	// A read that began before a write may hold what that has changed.
	else if (cache.get().changes === changes) cache.get().known = { ...found, until: Date.now() + NAMES_LIFETIME_MS };
	return found;
}

/** For writes to applications, after each: also where it is not known whether it was carried out. */
export function forgetClientNames(): void {
	const held = cache.get();
	held.known = null;
	held.changes += 1;
	unreadInRequest.set(null);
}

const knownClient = application.pick({ client_id: true, name: true, oidc_logout: true });

/** @param isCurrent whether no application was written meanwhile. @returns `isRead`: all that the tenant lists was */
async function fetchKnown(isCurrent: () => boolean): Promise<KnownClients & { isRead: boolean }> {
	const names = new Map<string, string>();
	const logouts = new Map<string, OidcLogout | null | undefined>();
	let isRead = true;
	const isAll = await readPages(async (page) => {
		try {
			const { found } = await readNamed(knownClient, (named) => readApplicationPage(page, named));
			for (const { client_id, name, oidc_logout } of found.items) {
				names.set(client_id, name ?? client_id);
				logouts.set(client_id, oidc_logout);
				if (isCurrent()) noteName(client_id, name);
			}
			return found;
		} catch (error) {
			// A tenant may refuse pages beyond a number of applications: that is no failure, and stays so.
			isRead = page > 0 && error instanceof ManagementError && error.kind === "rejected";
			throw error;
		}
	}).catch((error: unknown) => {
		if (error instanceof ManagementError) return true;
		throw error;
	});
	return { names, logouts, isPart: !isAll, isRead };
}

/**
 * Reads the pages of the applications one after the other, as many as time allows, or up to one that can't be read.
 * @returns whether these are all. @throws what `read` throws for the first
 */
export async function readPages(
	read: (page: number) => Promise<{ isLast: boolean; unread: number; unreadable: number }>,
): Promise<boolean> {
	const end = performance.now() + LIST_WITHIN_MS;
	let isWhole = true;
	for (let page = 0; page < PAGES_MAX && performance.now() < end; page += 1) {
		const found = await read(page).catch((error: unknown) => {
			if (page > 0 && error instanceof ManagementError) return null;
			throw error;
		});
		if (!found) return false;
		isWhole &&= found.unread + found.unreadable === 0;
		if (found.isLast) return isWhole;
	}
	return false;
}

/**
 * The applications that match a request; names are not unique, so there may be several.
 * @returns undefined when there are too many to look through in time, or too large ones. @throws ManagementError
 */
export async function findLike(body: CreateClientRequest): Promise<Application[] | undefined> {
	const end = performance.now() + LOOK_UP_WITHIN_MS;
	const found: Application[] = [];
	for (let page = 0; performance.now() < end; page += 1) {
		const read = await listApplications(page, Math.ceil(end - performance.now()));
		if (read.unread + read.unreadable > 0) return undefined;
		const { applications, isLast } = read;
		found.push(...applications.filter((application) => holds(application, body) !== false));
		if (isLast) return found;
	}
	return undefined;
}

/**
 * Whether an application matches a request; null where it leaves out some of it, and differs in nothing else. Lists have no
 * order; of objects only the sent properties matter. A value that clears is met by one that is not there.
 */
export function holds(stored: object, body: CreateClientRequest | UpdateClientRequest): boolean | null {
	const given: Record<string, unknown> = { ...stored };
	const told = Object.entries(body).filter(([name]) => given[name] !== undefined);
	if (!told.every(([name, requested]) => isMet(given[name], requested))) return false;
	return omits(stored, body) ? null : true;
}

function isMet(stored: unknown, requested: unknown): boolean {
	if (Array.isArray(requested)) {
		return Array.isArray(stored) && isDeepStrictEqual(new Set(stored), new Set(requested));
	}
	if (typeof requested !== "object" || requested === null) return isDeepStrictEqual(stored ?? null, requested ?? null);
	if (typeof stored !== "object" || stored === null) return false;
	const given: Record<string, unknown> = { ...stored };
	return Object.entries(requested).every(([name, value]) => given[name] === undefined || isMet(given[name], value));
}
