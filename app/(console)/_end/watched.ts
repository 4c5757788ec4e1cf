import type { MetadataResource } from "@/lib/dashboard/registry/resources";

/** What is to be gone: one token or session, or all of a user. */
export type Watched = { resource: MetadataResource } & ({ id: string } | { allOf: string });

/** The handler that looks whether it still exists. */
export function presenceAddress(watched: Watched): string {
	return `/api/console/presence?${new URLSearchParams(watched)}`;
}

/** Reads it from that address; null where it names nothing. */
export function readWatched(query: URLSearchParams): Watched | null {
	const resource = query.get("resource");
	const [id, allOf] = [query.get("id"), query.get("allOf")];
	if (resource !== "session" && resource !== "refresh token") return null;
	return id ? { resource, id } : allOf ? { resource, allOf } : null;
}
