import { json, respondFor } from "@/app/_forms/json-response";
import type { JumpStartResponse } from "@/app/_frame/jump-option";
import { readJumpApplications, readJumpTemplates, readJumpTokens } from "@/app/_frame/read-jump";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { requirePermission } from "@/lib/dashboard/session/session";

/** The palette's initial data: the newest templates, the applications, and the tokens that this admin opened last. */
export function GET(): Promise<Response> {
	return respondFor(requirePermission("look"), "template", async ({ subject }) => {
		const [tokens, applications, templates] = await Promise.all([
			outcomeOf(readJumpTokens(subject), "refresh token"),
			outcomeOf(readJumpApplications(), "application"),
			outcomeOf(readJumpTemplates(), "template"),
		]);
		const problem = templates.problem ?? tokens.problem;
		const found: JumpStartResponse = {
			...(tokens.problem ? {} : { tokens: tokens.value }),
			...(applications.problem ? {} : applications.value),
			...(templates.problem ? {} : { templates: templates.value }),
			...(problem ? { problem } : {}),
		};
		return json(found);
	});
}
