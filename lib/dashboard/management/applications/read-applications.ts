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
} from "@/lib/contract/client/application";
import type { CreateClientRequest, UpdateClientRequest } from "@/lib/contract/client/client-request";
import type { PartName } from "@/lib/contract/operations";
import { omits } from "../../omitted";
import { lackedPartScopes } from "../call/access-token";
import { callManagement } from "../call/client";
import { ManagementError } from "../call/errors";
import { LOOK_UP_WITHIN_MS } from "../call/send";
import { readNumberedPage } from "../list-pages";
import { noteName } from "../seen";

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
export async function readNamed<Result>(
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

export async function readApplicationPage(page: number, fields: object, withinMs?: number) {
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
const APPLICATIONS_PER_PAGE = 100;

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
