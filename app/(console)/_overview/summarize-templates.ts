import { certificateEnd, findingsOf } from "@/app/(console)/templates/_list/template-row";
import { elementsOf } from "@/lib/contract/template/mdl-elements";
import type { Template } from "@/lib/contract/template/template";
import { noPurpose, type Purpose } from "@/lib/dashboard/templates/purpose";
import { adviceFor } from "../templates/_advice/advice";
import type { Finding } from "../templates/_list/finding";

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
export function named({ id, name }: Template): NamedTemplate {
	return { id, name: name || id };
}
