import { isJsonObject } from "@/lib/contract/safe-object";
import { elementsOf, type MdlElements, presentationOf } from "@/lib/contract/template/mdl-elements";
import type { CreateTemplateRequest, Template, UpdateTemplateRequest } from "@/lib/contract/template/template";
import type { Parts } from "../three-way-merge";
import { noPurpose, type Purpose, purposeFieldNames, purposeWith } from "./purpose";
import {
	type TemplateProperty,
	type TemplateWire,
	type TextProperty,
	templateProperties,
	templatePropertyNames,
	textPropertyNames,
} from "./template-fields";
import { elementOfPart, elementPart } from "./template-words";

/** All that a file says of a template: what the tenant stores, and the purpose that the console keeps. Plain data. */
export type WholeTemplate = Record<TextProperty, string> & {
	/** In the order of their names. */
	elements: MdlElements;
	purpose: Purpose;
};

/**
 * A template of the tenant with its purpose; null where its presentation request has a shape that is not known here, or it
 * has no name. Properties that a tenant left out have their default values.
 */
export function wholeTemplate(template: Template, purpose: Purpose = noPurpose): WholeTemplate | null {
	if (!template.name || !template.presentation) return null;
	return {
		...textsWith((name) => template[templateProperties[name].wire] ?? templateProperties[name].default),
		elements: sorted(elementsOf(template.presentation)) as MdlElements,
		purpose,
	};
}

/** A text for each property that is one. */
export function textsWith(textOf: (name: TextProperty) => string): Record<TextProperty, string> {
	return Object.fromEntries(textPropertyNames.map((name) => [name, textOf(name)])) as Record<TextProperty, string>;
}

/** Keys in one order at each level: a tenant may return them in another one each time. */
export function sorted(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sorted);
	if (!isJsonObject(value)) return value;
	const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
	return Object.fromEntries(entries.map(([name, member]) => [name, sorted(member)]));
}

const changeable = textPropertyNames.filter((name) => name !== "certificateAuthority");

/** What can be changed, by part, each merged separately: all but the certificate authority. */
export function partsOfTemplate({ elements, purpose, ...texts }: WholeTemplate): Parts {
	const stored = changeable.filter((name) => texts[name] !== "" || isNeeded(name));
	// A plan or version of before a field was added lacks it.
	const stated = purposeFieldNames.filter((name) => purpose[name]);
	return new Map([
		...stored.map((name) => [name, JSON.stringify(texts[name])] as const),
		...Object.entries(elements).map(([name, value]) => [elementPart(name), JSON.stringify(value)] as const),
		...stated.map((name) => [name, JSON.stringify(purpose[name])] as const),
	]);
}

/** Whether a text is sent and written to a file although it is empty. */
function isNeeded(name: TextProperty): boolean {
	return "required" in templateProperties[name] || templateProperties[name].default !== "";
}

/** The template of such parts. @param original has the certificate authority */
export function templateOfParts(parts: Parts, { certificateAuthority }: WholeTemplate): WholeTemplate {
	const text = (part: string): string => JSON.parse(parts.get(part) ?? '""');
	const elements = [...parts].flatMap(([part, json]) => {
		const name = elementOfPart(part);
		return name === null ? [] : [[name, JSON.parse(json)] as const];
	});
	return {
		...textsWith(text),
		elements: sorted(Object.fromEntries(elements)) as MdlElements,
		certificateAuthority,
		purpose: purposeWith(text),
	};
}

export function isSameTemplate(one: WholeTemplate, other: WholeTemplate): boolean {
	return JSON.stringify(comparable(one)) === JSON.stringify(comparable(other));
}

function comparable(template: WholeTemplate) {
	return [
		template.certificateAuthority,
		[...partsOfTemplate(template)].toSorted(([one], [other]) => (one < other ? -1 : 1)),
	];
}

/** Body of the POST that creates it, in the order of the interface. The purpose is not sent. */
export function createRequest(template: Pick<WholeTemplate, TemplateProperty>): CreateTemplateRequest {
	const sent = templatePropertyNames.filter((name) => name === "elements" || template[name] !== "" || isNeeded(name));
	const properties = sent.map((name): [TemplateWire, unknown] => [
		templateProperties[name].wire,
		name === "elements" ? presentationOf(template.elements) : template[name],
	]);
	return Object.fromEntries(properties) as CreateTemplateRequest;
}

/** Body of the PATCH with what changed alone; null: there is nothing to send. */
export function updateRequest(before: WholeTemplate, after: WholeTemplate): UpdateTemplateRequest | null {
	const [was, is] = [createRequest(before), createRequest(after)];
	const changed = [...changeable, "elements" as const]
		.map((name) => templateProperties[name].wire)
		.filter((wire) => JSON.stringify(was[wire]) !== JSON.stringify(is[wire]));
	return changed.length === 0 ? null : Object.fromEntries(changed.map((wire) => [wire, is[wire] ?? ""]));
}
