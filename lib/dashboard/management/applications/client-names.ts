import "server-only";
import { applicationPage } from "@/lib/contract/client/application";
import { processWide } from "@/lib/process/process-wide";
import { requireRole } from "../../session/session";
import { callManagement } from "../call/client";
import { ManagementError } from "../call/errors";
import { noteName } from "../seen-names";

/** The service gives no more at once. */
export const APPLICATIONS_PER_PAGE = 100;

const NAMES_LIFETIME_MS = 60_000;
/** So many calls at most, one after the other; applications beyond them go by their identifiers. */
const PAGES_MAX = 10;

export type ClientNames = ReadonlyMap<string, string>;

const cached = processWide<{ names: ClientNames; until: number } | null>("client-names", () => null);

/**
 * Names of the applications by `client_id`, kept for a minute: one call for each hundred. Names are a convenience: where
 * the tenant grants no scope for them the map is empty, and identifiers are shown instead.
 */
export async function clientNames(): Promise<ClientNames> {
	await requireRole("viewer");
	const held = cached.get();
	if (held && Date.now() < held.until) return held.names;
	const names = await fetchNames();
	cached.set({ names, until: Date.now() + NAMES_LIFETIME_MS });
	return names;
}

/** For when an application was made, renamed or removed. */
export function forgetClientNames(): void {
	cached.set(null);
}

async function fetchNames(): Promise<ClientNames> {
	const names = new Map<string, string>();
	try {
		for (let page = 0; page < PAGES_MAX; page += 1) {
			const { clients } = await callManagement("get_clients", {
				query: { fields: "client_id,name", include_fields: true, page, per_page: APPLICATIONS_PER_PAGE },
				answer: applicationPage,
			});
			for (const { client_id, name } of clients) {
				names.set(client_id, name ?? client_id);
				noteName(client_id, name);
			}
			if (clients.length < APPLICATIONS_PER_PAGE) return names;
		}
	} catch (error) {
		if (!(error instanceof ManagementError)) throw error;
	}
	return names;
}
