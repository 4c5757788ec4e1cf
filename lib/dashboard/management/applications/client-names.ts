import { nameOrId } from "@/lib/contract/name-or-id";
import "server-only";
import { performance } from "node:perf_hooks";
import { application, type OidcLogout } from "@/lib/contract/client/application";
import { processWide } from "@/lib/process/process-wide";
import { requestWide } from "@/lib/process/request-context";
import { requirePermission } from "../../session/session";
import { ManagementError } from "../call/errors";
import { noteName } from "../seen";
import { readApplication, readApplicationPage, readNamed } from "./read-applications";

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
			names.set(id, nameOrId(name, id));
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
				names.set(client_id, nameOrId(name, client_id));
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
