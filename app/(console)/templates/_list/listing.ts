import type { LoadedTemplates } from "./read-templates";

/** The loaded part of the tenant's templates, and the checkpoint of the rest. */
export type Listing = LoadedTemplates & {
	/** The number of first rows that are the tenant's newest without a gap. */
	covered: number;
	/** The checkpoint after those; `NEWEST` before any of them is read, null where they are complete. */
	rest: string | null;
};

/** The checkpoint of the first page. */
export const NEWEST = "";

/** @param from the checkpoint of the loaded part's start; null for the newest */
export function startListing(loaded: LoadedTemplates, from: string | null): Listing {
	return from === null
		? { ...loaded, covered: loaded.rows.length, rest: loaded.next }
		: { ...loaded, covered: 0, rest: NEWEST };
}
