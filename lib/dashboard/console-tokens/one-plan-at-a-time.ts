import "server-only";
import { processWide } from "@/lib/process/process-wide";

/** The tokens whose plan is being made: it reads all templates of the tenant, within a rate limit that admins share. */
const planning = processWide("plans-of-tokens", () => new Set<string>());

/** @returns null where another plan with the same token is being made */
export async function onePlanAtATime<Result>(id: string, plan: () => Promise<Result>): Promise<Result | null> {
	const ids = planning.get();
	if (ids.has(id)) return null;
	ids.add(id);
	try {
		return await plan();
	} finally {
		ids.delete(id);
	}
}
