/** Deeper JSON is refused: what walks a value would overflow the stack. The interface nests four levels. */
export const JSON_DEPTH_MAX = 64;

/** Whether a value that was parsed from JSON is nested deeper than `JSON_DEPTH_MAX`. */
export function isTooDeep(root: unknown): boolean {
	let level: unknown[] = [root];
	for (let depth = 0; level.length > 0; depth += 1) {
		if (depth > JSON_DEPTH_MAX) return true;
		level = level.flatMap((value) => (typeof value === "object" && value !== null ? Object.values(value) : []));
	}
	return false;
}
