import { timeInZone } from "@/components/ui/time-in-zone";
import { type Clock, relativeTime } from "@/components/ui/time-text";
import { elementsOf } from "@/lib/contract/template/mdl-elements";
import type { Template } from "@/lib/contract/template/template";
import type { Finding } from "./finding";
import { findingsOf } from "./template-findings";

/** A template as the list shows it. Data only: it crosses to the browser. */
export type TemplateRow = {
	id: string;
	name: string;
	/** How many attributes are requested; null where the presentation request has an unknown shape. */
	requested: number | null;
	listedFalse: number;
	kinds: string[];
	findings: Finding[];
	/** ISO 8601 UTC. */
	updatedAt: string | null;
	/** The same as people say it, when the row was made: "3 days ago". */
	updatedAgo: string;
	/** The same exactly: local time, and UTC beside it. */
	updatedExact: string;
};

const kinds: [string, RegExp][] = [
	["age", /^(birth_date|age_)/],
	["identity", /^(family_name|given_name|portrait$|document_number)/],
	["address", /^resident_/],
];

/** @param clock what "3 days ago" is counted from, and where */
export function templateRow(template: Template, clock: Clock): TemplateRow {
	const { id, name, presentation } = template;
	const updated = new Date(template.updated_at ?? template.created_at ?? Number.NaN);
	const isKnown = !Number.isNaN(updated.getTime());
	const elements = Object.entries(presentation ? elementsOf(presentation) : {});
	const requested = elements.flatMap(([element, value]) => (value === false ? [] : [element]));
	return {
		id,
		name: name || id,
		requested: presentation ? requested.length : null,
		listedFalse: elements.length - requested.length,
		kinds: kinds.flatMap(([kind, pattern]) => (requested.some((element) => pattern.test(element)) ? [kind] : [])),
		findings: findingsOf(template, clock.now),
		updatedAt: isKnown ? updated.toISOString() : null,
		updatedAgo: isKnown ? relativeTime(updated, clock.now) : "",
		updatedExact: isKnown ? timeInZone(updated, clock.timeZone) : "",
	};
}
