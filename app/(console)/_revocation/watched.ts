import { isMetadataResource, type MetadataResource } from "@/lib/dashboard/resources/resources";

/** What is to be gone: one token or session, or all of a user that were there at a time, ISO 8601 UTC. */
export type Watched = { resource: MetadataResource } & ({ id: string } | { allOf: string; until: string });

/** Reads it from a query; null where that names nothing. */
export function readWatched(query: URLSearchParams): Watched | null {
	const { resource, id, allOf, until = "" } = Object.fromEntries(query);
	if (!isMetadataResource(resource)) return null;
	return id ? { resource, id } : allOf ? { resource, allOf, until } : null;
}

/** The clocks of the tenant and of this console may differ. */
const CLOCKS_DIFFER_MS = 60_000;

/** Whether it was there when the end of all was requested; also where one of both times is not known. */
export function wasThere(createdAt: string | null, until: string): boolean {
	return !(Date.parse(createdAt ?? "") > Date.parse(until) + CLOCKS_DIFFER_MS);
}
