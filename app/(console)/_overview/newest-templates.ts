import "server-only";
import { PAGE_SIZE_MAX } from "@/lib/contract/limits";
import { MDL_ATTRIBUTE_NAMES } from "@/lib/contract/template/mdl-attribute-names";
import { elementsOf } from "@/lib/contract/template/mdl-elements";
import type { Template } from "@/lib/contract/template/template";
import { listTemplates } from "@/lib/dashboard/management/templates";
import { lackedScopes } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { pageClock } from "@/lib/dashboard/request/page";
import { readPurposes } from "@/lib/dashboard/store/template-purposes";
import { attributeLabel } from "@/lib/dashboard/templates/attribute-catalogue";
import { requestedNames } from "@/lib/dashboard/templates/attribute-facts";
import { noPurpose, type Purpose } from "@/lib/dashboard/templates/purpose";
import { adviceFor } from "../templates/_advice/advice";
import type { Finding } from "../templates/_list/finding";
import { certificateEnd, findingsOf, kindsOf } from "../templates/_list/template-row";

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

/** Up to this many attributes are named; more are counted, with their kinds. */
const NAMED_MAX = 3;

/**
 * What a template requests from the holder: "Over 21, Photo", "8 of 21: identity, address", "12 of 21 and Over 18: identity".
 */
export function requestInWords({ presentation }: Template): string {
	if (!presentation) return "Not readable here";
	const names = requestedNames(elementsOf(presentation));
	if (names.length === 0) return "Nothing";
	if (names.length <= NAMED_MAX) return names.map(attributeLabel).join(", ");
	const kinds = kindsOf(names);
	const known: readonly string[] = MDL_ATTRIBUTE_NAMES;
	const beyond = names.filter((name) => !known.includes(name)).map(attributeLabel);
	const counted = `${names.length - beyond.length} of ${known.length}`;
	const [only] = beyond;
	const others = beyond.length === 0 ? "" : ` and ${beyond.length === 1 ? only : `${beyond.length} more`}`;
	return `${counted}${others}${kinds.length > 0 ? `: ${kinds.join(", ")}` : ""}`;
}

const MOST_ADVISED_MAX = 5;

/** `name` is the identifier where there is none. */
export type NamedTemplate = { id: string; name: string };

/** What about templates needs attention; without findings of no template. */
export type TemplatesSummary = {
	counts: { finding: Exclude<Finding, "certificate">; count: number }[];
	/** Those with most advice, at most five. */
	mostAdvised: (NamedTemplate & { notes: number })[];
	/** Those whose certificate authority has expired or soon will, the earliest expiry first. */
	ending: (NamedTemplate & { end: Date })[];
};

const counted = ["almost-everything", "beyond-purpose", "birth-date", "listed-false", "no-purpose"] as const;

/** @param purposes by template @param now to determine what has expired */
export function summarizeTemplates(
	templates: readonly Template[],
	purposes: ReadonlyMap<string, Purpose>,
	now: Date,
): TemplatesSummary {
	const purposeOf = ({ id }: Template) => purposes.get(id) ?? noPurpose;
	const found = templates.map((template) => ({ template, findings: findingsOf(template, purposeOf(template), now) }));
	const countOf = (finding: Finding) => found.filter(({ findings }) => findings.includes(finding)).length;
	return {
		counts: counted.map((finding) => ({ finding, count: countOf(finding) })).filter(({ count }) => count > 0),
		mostAdvised: templates
			.map((template) => ({ ...named(template), notes: notesFor(template, purposeOf(template)) }))
			.filter(({ notes }) => notes > 0)
			.sort((one, other) => other.notes - one.notes)
			.slice(0, MOST_ADVISED_MAX),
		ending: found
			.flatMap(({ template, findings }) => (findings.includes("certificate") ? [template] : []))
			.flatMap((template) => {
				const end = certificateEnd(template.custom_certificate_authority ?? "");
				return end ? [{ ...named(template), end }] : [];
			})
			.sort((one, other) => one.end.getTime() - other.end.getTime()),
	};
}

function notesFor({ presentation }: Template, { preset }: Purpose): number {
	return presentation ? adviceFor(elementsOf(presentation), preset).length : 0;
}

/** A template with its display name. */
function named({ id, name }: Template): NamedTemplate {
	return { id, name: name || id };
}
