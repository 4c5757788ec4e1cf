import { TEMPLATE_DIALECT, TEMPLATE_TYPE_DEFAULT, TRUSTED_ISSUERS } from "@/lib/contract/limits";
import { isJsonObject } from "@/lib/contract/safe-object";
import { elementsOf, type MdlElements, presentationOf } from "@/lib/contract/template/mdl-elements";
import type { CreateTemplateRequest, Template, UpdateTemplateRequest } from "@/lib/contract/template/template";
import type { Parts } from "../three-way-merge";
import { noPurpose, type Purpose, purposeFieldNames } from "./purpose";
import { elementOfPart, elementPart } from "./template-words";

/** All that a file says of a template: what the tenant stores, and the purpose that the console keeps. Plain data. */
export type WholeTemplate = {
	name: string;
	type: string;
	dialect: string;
	/** In the order of their names. */
	elements: MdlElements;
	/** Empty: none. It can't be changed after creation. */
	certificateAuthority: string;
	trustedIssuers: string;
	purpose: Purpose;
};

/**
 * A template of the tenant with its purpose; null where its presentation request has a shape that is not known here, or it
 * has no name. Properties that a tenant left out have their usual values.
 */
export function wholeTemplate(template: Template, purpose: Purpose = noPurpose): WholeTemplate | null {
	const { name, type, dialect, presentation, custom_certificate_authority, well_known_trusted_issuers } = template;
	if (!name || !presentation) return null;
	return {
		name,
		type: type ?? TEMPLATE_TYPE_DEFAULT,
		dialect: dialect ?? TEMPLATE_DIALECT,
		elements: sorted(elementsOf(presentation)) as MdlElements,
		certificateAuthority: custom_certificate_authority ?? "",
		trustedIssuers: well_known_trusted_issuers ?? TRUSTED_ISSUERS,
		purpose,
	};
}

/** Keys in one order at each level: a tenant may return them in another one each time. */
export function sorted(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sorted);
	if (!isJsonObject(value)) return value;
	const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
	return Object.fromEntries(entries.map(([name, member]) => [name, sorted(member)]));
}

const TEXTS = ["name", "type", "dialect", "trustedIssuers"] as const;

/** What can be changed, by part, each merged separately: all but the certificate authority. */
export function partsOfTemplate({ elements, purpose, ...texts }: WholeTemplate): Parts {
	const stated = purposeFieldNames.filter((name) => purpose[name] !== "");
	return new Map([
		...TEXTS.map((name) => [name, JSON.stringify(texts[name])] as const),
		...Object.entries(elements).map(([name, value]) => [elementPart(name), JSON.stringify(value)] as const),
		...stated.map((name) => [name, JSON.stringify(purpose[name])] as const),
	]);
}

/** The template of such parts. @param original has the certificate authority */
export function templateOfParts(parts: Parts, original: WholeTemplate): WholeTemplate {
	const text = (part: string): string => JSON.parse(parts.get(part) ?? '""');
	const elements = [...parts].flatMap(([part, json]) => {
		const name = elementOfPart(part);
		return name === null ? [] : [[name, JSON.parse(json)] as const];
	});
	const purpose = Object.fromEntries(purposeFieldNames.map((name) => [name, text(name)])) as Purpose;
	return {
		...(Object.fromEntries(TEXTS.map((name) => [name, text(name)])) as Pick<WholeTemplate, (typeof TEXTS)[number]>),
		elements: sorted(Object.fromEntries(elements)) as MdlElements,
		certificateAuthority: original.certificateAuthority,
		purpose,
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

/** Body of the POST that creates it. The purpose is not sent. */
export function createRequest(template: WholeTemplate): CreateTemplateRequest {
	const { name, type, dialect, elements, certificateAuthority, trustedIssuers } = template;
	return {
		...{ name, type, dialect, presentation: presentationOf(elements) },
		...(certificateAuthority && { custom_certificate_authority: certificateAuthority }),
		well_known_trusted_issuers: trustedIssuers,
	};
}

/** Body of the PATCH with what changed alone; null: there is nothing to send. */
export function updateRequest(before: WholeTemplate, after: WholeTemplate): UpdateTemplateRequest | null {
	const [was, is] = [createRequest(before), createRequest(after)];
	const names = ["name", "type", "dialect", "presentation", "well_known_trusted_issuers"] as const;
	const changed = names.filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]));
	if (changed.length === 0) return null;
	return Object.fromEntries(changed.map((name) => [name, is[name]]));
}
