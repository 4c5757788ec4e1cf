import { nameOrId } from "@/lib/contract/name-or-id";
import "server-only";
import { PAGE_SIZE_MAX } from "@/lib/contract/limits";
import { elementsOf } from "@/lib/contract/template/mdl-elements";
import type { Template } from "@/lib/contract/template/template";
import { atStart } from "@/lib/dashboard/change-in-words";
import { lackedScopes } from "@/lib/dashboard/management/call/access-token";
import { listTemplates } from "@/lib/dashboard/management/templates";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { pageClock } from "@/lib/dashboard/request/page";
import { readPurposes } from "@/lib/dashboard/store/template-purposes";
import { attributesInWords, requestedNames, requestInShort } from "@/lib/dashboard/templates/attribute-facts";
import { noPurpose, type Purpose } from "@/lib/dashboard/templates/purpose";
import { printOfRequest } from "@/lib/dashboard/templates/request-print";
import { adviceFor } from "../templates/_advice/advice";
import type { Finding } from "../templates/_list/finding";
import { certificateEnd, findingsOf, kindsOf } from "../templates/_list/template-row";

/** The result of one request to the tenant, which is not sent where its scope is known to be missing. */
export type NewestTemplates = Awaited<ReturnType<typeof newestTemplates>>;

/** The newest 100 templates, or the reason why they are unknown. */
export async function newestTemplates() {
	const known = lackedTemplates();
	if (known) return known;
	const outcome = await outcomeOf(listTemplates(undefined, PAGE_SIZE_MAX), "template");
	// The call has obtained an access token, if there was none, and with it its scopes.
	if (outcome.problem) return lackedTemplates() ?? { kind: "failed" as const, problem: outcome.problem };
	const { templates, unreadable, next, isPart } = outcome.value;
	const purposes = await readPurposes(templates.map(({ id }) => id));
	const { now } = await pageClock();
	return {
		kind: "read" as const,
		/** With their requests in words. */
		templates: templates.map((template) => ({ ...named(template), requested: requestInWords(template) })),
		/** How many others could not be read. */
		unreadable,
		summary: summarizeTemplates(templates, purposes, now),
		hasMore: (isPart || templates.length + unreadable >= PAGE_SIZE_MAX) && next !== null,
	};
}

function lackedTemplates() {
	return lackedScopes("get_vc_templates").length > 0 ? { kind: "lacked" as const } : null;
}

/** What a template requests from the holder: "Over 21, Photo", "8 attributes: identity, address". */
export function requestInWords({ presentation }: Template): string {
	if (!presentation) return "Not readable here";
	const names = requestedNames(elementsOf(presentation));
	const short = atStart(requestInShort(names));
	// Of names there is nothing to say.
	const kinds = /^\d/.test(short) ? kindsOf(names).join(", ") : "";
	return `${short}${kinds && `: ${kinds}`}`;
}

const counted = ["almost-everything", "beyond-purpose", "birth-date", "listed-false", "no-purpose"] as const;

/** What about templates needs attention. @param purposes by template @param now to determine what has expired */
export function summarizeTemplates(templates: readonly Template[], purposes: ReadonlyMap<string, Purpose>, now: Date) {
	const facts = templates.map((template) => {
		const purpose = purposes.get(template.id) ?? noPurpose;
		const { presentation } = template;
		return {
			template,
			findings: findingsOf(template, purpose, now),
			notes: presentation ? adviceFor(elementsOf(presentation), purpose.preset).length : 0,
		};
	});
	const found = (finding: Finding) => facts.filter(({ findings }) => findings.includes(finding));
	const [most] = facts.toSorted((one, other) => other.notes - one.notes);
	return {
		/** Without findings of no template. `only`: the one that it is about. */
		counts: counted
			.map((finding) => {
				const [first, ...others] = found(finding);
				const isOnly = first !== undefined && others.length === 0;
				const only = isOnly ? { ...named(first.template), falseInWords: falseInWords(first.template) } : undefined;
				return { finding, count: first ? 1 + others.length : 0, only };
			})
			.filter(({ count }) => count > 0),
		/** The one with most advice, where it has any. */
		mostAdvised: most && most.notes > 0 ? { ...named(most.template), notes: most.notes } : null,
		/** Those whose certificate authority has expired or soon will, the earliest expiry first. */
		ending: found("certificate")
			.flatMap(({ template }) => {
				const end = certificateEnd(template.custom_certificate_authority ?? "");
				return end ? [{ ...named(template), end }] : [];
			})
			.sort((one, other) => one.end.getTime() - other.end.getTime()),
	};
}

/** What a template lists as false. */
function falseInWords({ presentation }: Template): string {
	const listed = Object.entries(presentation ? elementsOf(presentation) : {}).filter(([, value]) => value === false);
	return attributesInWords(listed.map(([name]) => name));
}

/** A template with its print, and its display name: the identifier where there is none. */
function named({ id, name, presentation }: Template) {
	return { id, name: nameOrId(name, id), print: printOfRequest({ presentation }) };
}
