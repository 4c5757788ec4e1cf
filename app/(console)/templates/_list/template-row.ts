import { nameOrId } from "@/lib/contract/name-or-id";
import "server-only";
import { createHash, X509Certificate } from "node:crypto";
import { certificateBlocks } from "@/app/_certificates/pem";
import { timeInZone } from "@/components/ui/time-in-zone";
import { type Clock, relativeTime } from "@/components/ui/time-text";
import { elementsOf } from "@/lib/contract/template/mdl-elements";
import type { Template } from "@/lib/contract/template/template";
import { requestedNames, requestInShort, requestsAlmostEverything } from "@/lib/dashboard/templates/attribute-facts";
import { beyondMinimumSet } from "@/lib/dashboard/templates/presets";
import type { Purpose } from "@/lib/dashboard/templates/purpose";
import { printedNames, printOf } from "@/lib/dashboard/templates/request-print";
import { type Finding, findingNames } from "./finding";

/** A template as the list shows it. Data only: it is serialised to the browser. */
export type TemplateRow = ReturnType<typeof templateRow>;

const kinds: [string, RegExp][] = [
	["age", /^(birth_date|age_)/],
	["identity", /^(family_name|given_name|portrait$|document_number)/],
	["address", /^resident_/],
];

/** @param clock now and the time zone, for "3 days ago" */
export function templateRow(template: Template, purpose: Purpose, clock: Clock) {
	const { id, name, presentation } = template;
	const elements = presentation ? elementsOf(presentation) : {};
	const requested = requestedNames(elements);
	const findings = findingsOf(template, purpose, clock.now);
	return {
		id,
		name: nameOrId(name, id),
		/** Why it asks; empty: not stated. */
		purpose: purpose.purpose,
		/** How many attributes are requested; null where the presentation request has an unknown shape. */
		requested: presentation ? requested.length : null,
		/** What is requested, in short; null as above. */
		asks: presentation ? requestInShort(requested) : null,
		/** The same, drawn; null as above. */
		print: presentation ? printOf(elements) : null,
		/** For those with the same others beside the print; left out where there are none. */
		...otherNamesOf(requested),
		kinds: kindsOf(requested),
		findings,
		/** Findings in a few words: "1 listed as false". */
		warnings: [
			findings.includes("almost-everything") && "asks for almost everything",
			findings.includes("beyond-purpose") && "beyond its purpose",
			findings.includes("listed-false") && `${Object.keys(elements).length - requested.length} listed as false`,
		].filter((warning) => warning !== false),
		updated: updateOf(template, clock),
	};
}

/** A short hash, as the names may be long. */
function otherNamesOf(requested: readonly string[]): { otherNames?: string } {
	const others = requested.filter((name) => !printedNames.includes(name)).toSorted();
	if (others.length === 0) return {};
	return { otherNames: createHash("sha256").update(JSON.stringify(others)).digest("hex").slice(0, 8) };
}

/** When a template was changed: ISO 8601 UTC, "3 days ago", and the exact local time with UTC; null where that is unknown. */
function updateOf({ updated_at, created_at }: Template, { now, timeZone }: Clock) {
	const time = new Date(updated_at ?? created_at ?? Number.NaN);
	if (Number.isNaN(time.getTime())) return null;
	return { at: time.toISOString(), ago: relativeTime(time, now), exact: timeInZone(time, timeZone) };
}

/** What a request is about, by its names: "age", "identity". */
export function kindsOf(requested: readonly string[]): string[] {
	return kinds.flatMap(([kind, pattern]) => (requested.some((element) => pattern.test(element)) ? [kind] : []));
}

/** What about a template may need attention. */
export function findingsOf(
	{ presentation, custom_certificate_authority }: Template,
	{ purpose, preset }: Purpose,
	now: Date,
): Finding[] {
	const elements = presentation ? elementsOf(presentation) : {};
	const requested = requestedNames(elements);
	const end = custom_certificate_authority ? certificateEnd(custom_certificate_authority) : null;
	const isFound: Record<Finding, boolean> = {
		"almost-everything": requestsAlmostEverything(requested),
		"birth-date": requested.includes("birth_date") && !requested.some((name) => /^age_over_\d\d$/.test(name)),
		"listed-false": requested.length < Object.keys(elements).length,
		certificate: end !== null && end.getTime() - now.getTime() <= NEAR_DAYS * DAY_MS,
		"beyond-purpose": beyondMinimumSet(requested, preset).length > 0,
		"no-purpose": purpose === "",
	};
	return findingNames.filter((finding) => isFound[finding]);
}

/** Until the expiry of a root: time to obtain a new one. */
const NEAR_DAYS = 60;
const DAY_MS = 24 * 3600 * 1000;

/** The earliest expiry of a text's certificates; null where none can be parsed. */
export function certificateEnd(text: string): Date | null {
	const ends = certificateBlocks(text).flatMap((block) => {
		try {
			return [Date.parse(new X509Certificate(block).validTo)];
		} catch {
			return [];
		}
	});
	return ends.length > 0 ? new Date(Math.min(...ends)) : null;
}
