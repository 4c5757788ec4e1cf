import { createHash } from "node:crypto";
import { elementsOf, type PresentationRequest } from "@/lib/contract/template/mdl-elements";
import type { Template } from "@/lib/contract/template/template";
import { requestedNames } from "../attribute-facts";
import { noPurpose, type Purpose, purposeFieldNames } from "../purpose";
import { type TemplateWire, templateProperties, templatePropertyNames } from "../template-fields";
import { templateChanges } from "../template-words";
import { partsOfTemplate, wholeTemplate } from "../whole-template";

/**
 * What is known of a template's state, as the interface names it, with the purpose of the console's store. A property that
 * is not there is not known: a list may omit some.
 */
export type TemplateSnapshot = {
	[wire in Exclude<TemplateWire, "presentation" | "custom_certificate_authority">]?: string;
} & {
	presentation?: PresentationRequest;
	/** Null: none. */
	custom_certificate_authority?: string | null;
	purpose?: Purpose;
};

/** What a response or a request says of a template's state. */
export function snapshotOf(template: { [wire in TemplateWire]?: Template[wire] }): TemplateSnapshot {
	const { custom_certificate_authority: certificate, ...others } = propertiesIn(template);
	return {
		...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== null)),
		...(certificate !== undefined && { custom_certificate_authority: certificate || null }),
	};
}

/** Of what the interface says of a template, its properties alone. @param response absent ones are left out */
export function propertiesIn<Of extends { [wire in TemplateWire]?: unknown }>(response: Of): Pick<Of, TemplateWire> {
	const known = templatePropertyNames.flatMap((name) => {
		const { wire } = templateProperties[name];
		return response[wire] === undefined ? [] : [[wire, response[wire]]];
	});
	return Object.fromEntries(known);
}

/** The requested names; null where the presentation request is not known. */
export function namesRequested({ presentation }: TemplateSnapshot): string[] | null {
	return presentation ? requestedNames(elementsOf(presentation)) : null;
}

/** The known properties as comparable texts: the order of elements does not matter. */
function comparable({ presentation, purpose, ...others }: TemplateSnapshot): Map<string, string> {
	const known: Record<string, unknown> = { ...others };
	if (presentation) {
		known.presentation = Object.entries(elementsOf(presentation)).sort(([one], [other]) => (one < other ? -1 : 1));
	}
	if (purpose) known.purpose = purposeFieldNames.map((name) => purpose[name] ?? "");
	return new Map(Object.entries(known).map(([name, value]) => [name, JSON.stringify(value)]));
}

/** Whether one says another thing than the other about a property that both know. */
export function differ(one: TemplateSnapshot, other: TemplateSnapshot): boolean {
	const known = comparable(other);
	return [...comparable(one)].some(([name, text]) => known.has(name) && known.get(name) !== text);
}

/** Whether the second knows a property that the first does not. */
export function knowsMore(known: TemplateSnapshot, seen: TemplateSnapshot): boolean {
	return Object.keys(seen).some((name) => !Object.hasOwn(known, name));
}

/** The known properties and their values, in short. */
export function snapshotDigest(snapshot: TemplateSnapshot): string {
	return createHash("sha256")
		.update(JSON.stringify([...comparable(snapshot)]))
		.digest("base64url");
}

/** What one state of a template changed of another, in the words of the form. What only one of them knows is no change. */
export function changesInWords(before: TemplateSnapshot, after: TemplateSnapshot): string[] {
	const [was, is] = [wholeOf({ ...after, ...before }, before), wholeOf({ ...before, ...after }, after)];
	if (!was || !is) return [];
	const changes = templateChanges(partsOfTemplate(was), partsOfTemplate(is));
	return hasOtherCertificate(before, after) ? [...changes, "Another custom certificate authority"] : changes;
}

/** Whether the two are known to have different certificate authorities. */
export function hasOtherCertificate(one: TemplateSnapshot, other: TemplateSnapshot): boolean {
	const [ofOne, ofOther] = [one, other].map((snapshot) => snapshot.custom_certificate_authority);
	return ofOne !== undefined && ofOther !== undefined && ofOne !== ofOther;
}

function wholeOf(snapshot: TemplateSnapshot, { purpose = noPurpose }: TemplateSnapshot) {
	return wholeTemplate({ id: "", name: "—", ...snapshot }, purpose);
}
