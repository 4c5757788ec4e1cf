export const WRONG_FORMAT = "The format must be csv or json.\n";

/** What `?format=` of an export says: CSV without it. Null: neither, or several. */
export function fileFormat(query: URLSearchParams): "csv" | "json" | null {
	const [format = "csv", ...others] = query.getAll("format");
	return others.length === 0 && (format === "csv" || format === "json") ? format : null;
}
