import "server-only";
import { X509Certificate } from "node:crypto";
import { certificateBlocks } from "@/app/_certificates/pem";
import { timeInZone } from "@/components/ui/time-in-zone";
import { type Clock, relativeTime } from "@/components/ui/time-text";
import { elementsOf } from "@/lib/contract/template/mdl-elements";
import type { Template } from "@/lib/contract/template/template";
import { requestedInWords, requestsAlmostEverything } from "@/lib/dashboard/templates/attribute-facts";
import { beyondMinimumSet } from "@/lib/dashboard/templates/presets";
import type { Purpose } from "@/lib/dashboard/templates/purpose";
import { findings as allFindings, type Finding } from "./finding";

/** A template as the list shows it. Data only: it is serialised to the browser. */
export type TemplateRow = {
	id: string;
	name: string;
	/** Why it asks; empty: not stated. */
	purpose: string;
	/** How many attributes are requested; null where the presentation request has an unknown shape. */
	requested: number | null;
	/** What is requested, in words; null as above. */
	asks: string | null;
	kinds: string[];
	findings: Finding[];
	/** Findings in a few words: "1 listed as false". */
	warnings: string[];
	/** ISO 8601 UTC. */
	updatedAt: string | null;
	/** Relative to when the row was made: "3 days ago". */
	updatedAgo: string;
	/** The exact local time, with UTC. */
	updatedExact: string;
};

const kinds: [string, RegExp][] = [
	["age", /^(birth_date|age_)/],
	["identity", /^(family_name|given_name|portrait$|document_number)/],
	["address", /^resident_/],
];

/** @param clock now and the time zone, for "3 days ago" */
export function templateRow(template: Template, purpose: Purpose, clock: Clock): TemplateRow {
	const { id, name, presentation } = template;
	const updated = new Date(template.updated_at ?? template.created_at ?? Number.NaN);
	const isKnown = !Number.isNaN(updated.getTime());
	const { elements, requested } = elementsIn(presentation);
	const findings = findingsOf(template, purpose, clock.now);
	return {
		id,
		name: name || id,
		purpose: purpose.purpose,
		requested: presentation ? requested.length : null,
		asks: presentation ? (requested.length > 0 ? requestedInWords(Object.fromEntries(elements)) : "nothing") : null,
		kinds: kindsOf(requested),
		findings,
		warnings: [
			...(findings.includes("almost-everything") ? ["asks for almost everything"] : []),
			...(findings.includes("beyond-purpose") ? ["beyond its purpose"] : []),
			...(findings.includes("listed-false") ? [`${elements.length - requested.length} listed as false`] : []),
		],
		updatedAt: isKnown ? updated.toISOString() : null,
		updatedAgo: isKnown ? relativeTime(updated, clock.now) : "",
		updatedExact: isKnown ? timeInZone(updated, clock.timeZone) : "",
	};
}

function elementsIn(presentation: Template["presentation"]) {
	const elements = Object.entries(presentation ? elementsOf(presentation) : {});
	return { elements, requested: elements.flatMap(([name, value]) => (value === false ? [] : [name])) };
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
	const { elements, requested } = elementsIn(presentation);
	const end = custom_certificate_authority ? certificateEnd(custom_certificate_authority) : null;
	const isFound: Record<Finding, boolean> = {
		"almost-everything": requestsAlmostEverything(requested),
		"birth-date": requested.includes("birth_date") && !requested.some((name) => /^age_over_\d\d$/.test(name)),
		"listed-false": requested.length < elements.length,
		certificate: end !== null && isEndNear(end, now),
		"beyond-purpose": beyondMinimumSet(requested, preset).length > 0,
		"no-purpose": purpose === "",
	};
	return allFindings.filter((finding) => isFound[finding]);
}

/** Time to obtain a new root. */
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

/** Whether an expiry has passed or is within 60 days. */
function isEndNear(end: Date, now: Date): boolean {
	return end.getTime() - now.getTime() <= NEAR_DAYS * DAY_MS;
}
