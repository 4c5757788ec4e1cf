import "server-only";
import { processWide } from "@/lib/process/process-wide";

/** Of all tokens: a plan reads all templates of the tenant, within a rate limit and beside requests that admins need. */
const PLANS_AT_A_TIME = 2;

/** The tokens whose plan is being made, one of each. */
const planning = processWide("plans-of-tokens", () => new Set<string>());

/** @returns whose plans are being made, where this one has to wait: one with the same token, or those of others */
export async function planInTurn(id: string, plan: () => Promise<Response>): Promise<Response | "own" | "others"> {
	const ids = planning.get();
	if (ids.has(id)) return "own";
	if (ids.size >= PLANS_AT_A_TIME) return "others";
	ids.add(id);
	try {
		return await plan();
	} finally {
		ids.delete(id);
	}
}
