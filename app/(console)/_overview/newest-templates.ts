import "server-only";
import { PAGE_SIZE_MAX } from "@/lib/contract/limits";
import { listTemplates } from "@/lib/dashboard/management/templates";
import { lackedScopes } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { pageClock } from "@/lib/dashboard/request/page";
import { readPurposes } from "@/lib/dashboard/store/template-purposes";
import { requestInWords } from "./request-in-words";
import { type NamedTemplate, named, summarizeTemplates, type TemplatesSummary } from "./summarize-templates";

/** A template with its request in words. */
type ShownTemplate = NamedTemplate & { requested: string };

/** The result of one request to the tenant, which is not sent where its scope is known to be missing. */
export type NewestTemplates =
	/** `unreadable`: how many others could not be read. */
	| { kind: "read"; templates: ShownTemplate[]; unreadable: number; summary: TemplatesSummary; hasMore: boolean }
	| { kind: "lacked" }
	| { kind: "failed"; problem: Problem };

/** The newest 100 templates, or the reason why they are unknown. */
export async function newestTemplates(): Promise<NewestTemplates> {
	const known = lackedTemplates();
	if (known) return known;
	const outcome = await outcomeOf(listTemplates(undefined, PAGE_SIZE_MAX), "template");
	// The call has obtained an access token, if there was none, and with it its scopes.
	if (outcome.problem) return lackedTemplates() ?? { kind: "failed", problem: outcome.problem };
	const { templates, unreadable, next, isPart } = outcome.value;
	const purposes = await readPurposes(templates.map(({ id }) => id));
	const { now } = await pageClock();
	return {
		kind: "read",
		templates: templates.map((template) => ({ ...named(template), requested: requestInWords(template) })),
		unreadable,
		summary: summarizeTemplates(templates, purposes, now),
		hasMore: (isPart || templates.length + unreadable >= PAGE_SIZE_MAX) && next !== null,
	};
}

function lackedTemplates(): NewestTemplates | null {
	return lackedScopes("get_vc_templates").length > 0 ? { kind: "lacked" } : null;
}
