import { z } from "zod";

/** A JSON object, as JSON.parse makes one: `__proto__` may be a key of its own. */
export type JsonObject = Record<string, unknown>;

export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * A schema over the entries of an object with arbitrary keys. Zod's own records and loose objects drop the key
 * `__proto__` without a word; this one keeps every own key, because a key that vanishes here is data that is lost.
 * `check` reports its findings on the entries; the result holds exactly the entries that came in.
 */
export function objectOfEntries<T extends JsonObject>(
	check: (entries: [string, unknown][], report: (issue: z.core.$ZodRawIssue) => void) => void,
) {
	return z.unknown().transform((value, context): T => {
		if (!isJsonObject(value)) {
			context.issues.push({ code: "invalid_type", expected: "object", input: value });
			return z.NEVER;
		}
		const entries = Object.entries(value);
		check(entries, (issue) => context.issues.push(issue));
		return Object.fromEntries(entries) as T;
	});
}
