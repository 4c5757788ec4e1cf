/** A body of a request or an answer. */
export type Body = Record<string, unknown>;

export type Answer = { status: number; body?: unknown; headers?: Record<string, string> };

/** A request of a management operation that the caller may use. */
export type Call = {
	/** What stands in the path in place of `{id}`. */
	id: string;
	query: URLSearchParams;
	body: Body;
	/** The body of an operation whose body is a list. */
	items: readonly Body[];
	/** Whether the caller has any of these scopes. */
	has: (...scopes: readonly string[]) => boolean;
};

export const ok = (body: unknown): Answer => ({ status: 200, body });
export const created = (body: unknown): Answer => ({ status: 201, body });
export const noContent: Answer = { status: 204 };

const REASONS: Record<number, string> = {
	400: "Bad Request",
	401: "Unauthorized",
	403: "Forbidden",
	404: "Not Found",
	405: "Method Not Allowed",
	409: "Conflict",
	414: "URI Too Long",
};

/** A refusal in the vendor's form. */
export function refusal(status: number, message: string, errorCode?: string): Answer {
	return { status, body: { statusCode: status, error: REASONS[status], message, ...(errorCode && { errorCode }) } };
}

export const missing = (what: string, errorCode: string): Answer =>
	refusal(404, `The ${what} does not exist`, errorCode);

export function scopeMissing(scopes: readonly string[]): Answer {
	return refusal(403, `Insufficient scope, expected any of: ${scopes.join(",")}`, "insufficient_scope");
}

/** How lists by page are sent, where the caller asks for totals: with all of their numbers, without two, or as a bare list. */
export type Envelope = "with length and next" | "without length and next" | "bare list";

/** `page`, `per_page`, `include_totals`. */
export function numberedPage(
	name: string,
	all: readonly unknown[],
	query: URLSearchParams,
	envelope: Envelope,
): Answer {
	const limit = Number(query.get("per_page") ?? 50);
	const start = Number(query.get("page") ?? 0) * limit;
	const items = all.slice(start, start + limit);
	if (query.get("include_totals") !== "true" || envelope === "bare list") return ok(items);
	// As it was recorded, `length` is not the number of items.
	const more = envelope === "with length and next" ? { length: items.length, next: "" } : {};
	return ok({ start, limit, ...more, total: all.length, [name]: items });
}

/**
 * `from`, `take`: `next` is absent on the last page.
 * @param most how many a page has at most, whatever was asked for
 */
export function checkpointPage(name: string, all: readonly unknown[], query: URLSearchParams, most: number): Answer {
	const start = Number(query.get("from") ?? 0);
	const items = all.slice(start, start + Math.min(most, Number(query.get("take") ?? 50)));
	const end = start + items.length;
	return ok({ [name]: items, ...(end < all.length && { next: String(end) }) });
}

export function isCheckpointed(query: URLSearchParams): boolean {
	return query.has("take") || query.has("from");
}

/** What is left of a body by `fields` and `include_fields`. */
export function chosenFields(body: Body, query: URLSearchParams): Body {
	const named = namedFields(query);
	return named.length === 0 ? body : Object.fromEntries(Object.entries(body).filter(([name]) => named.includes(name)));
}

export function namedFields(query: URLSearchParams): string[] {
	return query.get("include_fields") === "false" ? [] : (query.get("fields") ?? "").split(",").filter(Boolean);
}

/** A body after a PATCH: null removes a property. */
export function patched(body: Body, changes: Body): Body {
	const all = { ...body, ...changes };
	return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}
