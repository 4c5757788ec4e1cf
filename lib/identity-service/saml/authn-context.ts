import type { RequestedContext } from "../identity-provider/federated-request";
import { PASSWORD_CONTEXT, PROTECTED_PASSWORD_CONTEXT, UNSPECIFIED_CONTEXT } from "./names";

/** The weakest first. */
const BY_CODE = [UNSPECIFIED_CONTEXT];
const BY_PASSWORD = [UNSPECIFIED_CONTEXT, PASSWORD_CONTEXT, PROTECTED_PASSWORD_CONTEXT];

/**
 * The class that an assertion names.
 * @param methods by which the person has signed in (RFC 8176)
 * @param setting the application's: then it is this one, whatever the way
 * @returns null where the request can't be met
 */
export function contextClass(
	requested: RequestedContext | null,
	methods: readonly string[],
	setting?: string,
): string | null {
	const [usual, ...stronger] = setting === undefined ? (methods.includes("pwd") ? BY_PASSWORD : BY_CODE) : [setting];
	if (!requested) return usual ?? null;
	const known = [usual, ...stronger].filter((name) => name !== undefined);
	const ranks = requested.classRefs.map((name) => known.indexOf(name)).filter((rank) => rank !== -1);
	// A class that isn't known here is neither weaker nor stronger than another.
	if (ranks.length === 0) return null;
	const strongest = known.length - 1;
	switch (requested.comparison) {
		case "exact":
			return known[ranks[0] ?? 0] ?? null;
		case "minimum":
			return known[strongest] ?? null;
		case "maximum":
			return known[Math.max(...ranks)] ?? null;
		case "better":
			return strongest > Math.max(...ranks) ? (known[strongest] ?? null) : null;
	}
}

/** Whether there is a way to sign in that will do. */
export function canMeetContext(requested: RequestedContext | null, setting?: string): boolean {
	return contextClass(requested, ["pwd"], setting) !== null;
}
