import type { LoadedTemplates } from "./read-templates";

/** The part of the tenant's templates that is loaded, and where the rest of them is. */
export type Listing = LoadedTemplates & {
	/** So many of the first rows are the tenant's newest, with none left out. */
	covered: number;
	/** Where reading on from those leads; `NEWEST` before anything of them is read, null where they are all there are. */
	rest: string | null;
};

/** The checkpoint of the first page. */
export const NEWEST = "";

/** @param from the checkpoint where what is loaded begins; null for the newest */
export function startListing({ rows, next }: LoadedTemplates, from: string | null): Listing {
	return from === null ? { rows, next, covered: rows.length, rest: next } : { rows, next, covered: 0, rest: NEWEST };
}
