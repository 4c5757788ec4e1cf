import { decodePairs } from "../http/form-body";
import { Refusal } from "../http/refusal";
import type { ManagementOperation } from "./operation";

export type Route = { operation: ManagementOperation; parameters: Record<string, string> };

/**
 * The operation that a method and a path under `{base_url}` name, with its path parameters still percent-encoded.
 * @param path begins with "/"
 */
export function findRoute(operations: readonly ManagementOperation[], method: string, path: string): Route | null {
	// HEAD is GET without the answer's body, which the server drops.
	const wanted = method === "HEAD" ? "GET" : method;
	const segments = path.split("/");
	for (const operation of operations) {
		const parameters = operation.method === wanted ? matchSegments(operation.path.split("/"), segments) : null;
		if (parameters) return { operation, parameters };
	}
	return null;
}

function matchSegments(pattern: string[], segments: string[]): Record<string, string> | null {
	if (pattern.length !== segments.length) return null;
	const parameters: Record<string, string> = {};
	for (const [index, expected] of pattern.entries()) {
		const segment = segments[index] ?? "";
		if (expected.startsWith("{") && segment !== "") parameters[expected.slice(1, -1)] = segment;
		else if (expected !== segment) return null;
	}
	return parameters;
}

/** @throws Refusal 400 for broken percent-encoding */
export function decodePath(parameters: Record<string, string>): Record<string, string> {
	try {
		return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, decodeURIComponent(value)]));
	} catch {
		throw new Refusal(400, "invalid_uri", "Path validation error: 'Broken percent-encoding'.");
	}
}

/**
 * Query parameters; one that is given twice becomes an array, which no schema here takes.
 * @throws Refusal 400 for broken percent-encoding
 */
export function decodeQuery(search: string): Record<string, string | string[]> {
	const values = new Map<string, string[]>();
	try {
		for (const [name, value] of decodePairs(search.slice(1))) {
			const before = values.get(name);
			if (before) before.push(value);
			else values.set(name, [value]);
		}
	} catch {
		throw new Refusal(400, "invalid_query_string", "Query validation error: 'Broken percent-encoding'.");
	}
	return Object.fromEntries(
		Array.from(values, ([name, list]) => [name, list.length === 1 ? (list[0] ?? "") : list] as const),
	);
}
