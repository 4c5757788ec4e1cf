import { holdsPrivateKey, withoutPrivateKey } from "@/app/_certificates/pem";
import { type Content, defineEditor, type Values } from "@/app/_editor/editor";
import { defineKind, isRecord, isText, type Kind, local, note, typedText } from "@/app/_editor/kinds/kind";
import { text, tooLong } from "@/app/_editor/kinds/text";
import { toggle } from "@/app/_editor/kinds/toggle";
import { requestOfChanges } from "@/app/_editor/wire";
import { textLength } from "@/lib/contract/limits";
import {
	elementsOf,
	type MdlElements,
	type PresentationRequest,
	presentationOf,
} from "@/lib/contract/template/mdl-elements";
import type { SavedChange } from "@/lib/dashboard/proposals/second-editor";
import { REASON_LENGTH_MAX, requestsMore } from "@/lib/dashboard/resources/act-kinds";
import { attributeLabel } from "@/lib/dashboard/templates/attribute-catalogue";
import { requestedNames } from "@/lib/dashboard/templates/attribute-facts";
import {
	type Purpose,
	type PurposeField,
	type PurposeText,
	purposeFault,
	purposeFieldNames,
	purposeFields,
} from "@/lib/dashboard/templates/purpose";
import {
	type ServiceTextName,
	serviceTextNames,
	serviceTexts,
	templateProperties,
} from "@/lib/dashboard/templates/template-fields";
import { elementChange, elementInWords, inCatalogueOrder } from "@/lib/dashboard/templates/template-words";
import { createRequest } from "@/lib/dashboard/templates/whole-template";
import {
	areElements,
	boxesOf,
	elementsOfDraft,
	type RequestedElement,
	requestedElements,
	requestsSomething,
	typedBoxes,
} from "./template-elements";

const KEY_WITHHELD =
	"This held a private key. It was removed and not kept. Check what is left of the certificate, or clear the field.";

/** The requested elements, each merged separately. The form renders the boxes. */
const elements = defineKind<readonly RequestedElement[], MdlElements>({
	...templateProperties.elements,
	default: {},
	isValue: areElements,
	ofDraft: elementsOfDraft,
	isContent: (content): content is MdlElements => isRecord(content),
	toValue: boxesOf,
	contentOf: (value, { added }, before = {}) =>
		requestedElements(before, { elements: value, added: typeof added === "string" ? added : "" }),
	typed: typedBoxes,
	partsOf: (content) => Object.entries(content).map(([name, value]) => [name, JSON.stringify(value)]),
	contentOfParts: (parts) =>
		Object.fromEntries([...parts].map(([name, json]) => [name, JSON.parse(json)])) as MdlElements,
	partLabel: attributeLabel,
	valueInWords: elementInWords,
	partInSentence: attributeLabel,
	changeInWords: elementChange,
	fault: (content) => (requestsSomething(content) ? null : "Tick at least one attribute."),
	read: (stored) => (isRecord(stored) ? elementsOf(stored as PresentationRequest) : {}),
	write: presentationOf,
	targetOf: () => FIRST_BOX,
});

/** The id of an attribute's box. */
export function boxId(name: string): string {
	return `box-${name}`;
}

/** The form's first box. */
const FIRST_BOX = boxId("age_over_18");

const serviceText = (name: ServiceTextName): Kind<string> => {
	const { default: unset, ...facts } = serviceTexts[name];
	return text({
		...facts,
		isTrimmed: true,
		read: (stored) => (isText(stored) ? stored.replaceAll("\r\n", "\n") : unset),
	});
};

/** A field of the purpose, which the console keeps: the service has no place for it. */
const purposeText = (field: PurposeField): Kind<string> => {
	const { max: _, inWords, ...options }: PurposeText = purposeFields[field];
	return text({
		...options,
		...(inWords && { valueInWords: inWords }),
		wire: "",
		isTrimmed: true,
		rule: (found) => purposeFault(field, found),
	});
};

function fieldsOf<Name extends string>(names: readonly Name[], kindOf: (name: Name) => Kind<string>) {
	return Object.fromEntries(names.map((name) => [name, kindOf(name)])) as Record<Name, Kind<string>>;
}

const purposeTexts = fieldsOf(purposeFieldNames, purposeText);

/** Whether a save requests an attribute that was not requested before. */
export function asksForMore(before: { elements?: unknown } | null, after: { elements?: unknown }): boolean {
	return requestsMore(before?.elements as MdlElements | undefined, after.elements as MdlElements);
}

/** What a save changes, as the rule of the second editor sees it. */
export function changesOfSave(
	before: Pick<TemplateContent, "elements"> | null,
	after: Pick<TemplateContent, "elements">,
): SavedChange[] {
	return [{ before: before?.elements, after: after.elements }];
}

function isTooLong(reason: string): boolean {
	return textLength(reason.trim()) > REASON_LENGTH_MAX;
}

const { name, ...otherTexts } = fieldsOf(serviceTextNames, serviceText);

/** The editable fields of a template, and fields that only help to fill in the form of a new one. */
export const templateEditor = defineEditor({
	what: "template",
	fields: {
		name,
		elements,
		/** Further names, typed: separated by commas or white space. */
		added: local(text({ label: "Further attributes" }), "elements"),
		...purposeTexts,
		/** Only for a new template: the ID of a deleted one that is restored. */
		again: local(text({ label: "" })),
		/** Only for a new template: it can't be changed later. */
		certificateAuthority: local(
			text({
				label: templateProperties.certificateAuthority.label,
				help: "Optional. An issuer's root certificate in PEM, to accept licences from outside the trust list. It can't be changed later.",
				max: templateProperties.certificateAuthority.max,
				rule: (found) => (holdsPrivateKey(found) ? KEY_WITHHELD : null),
				typed: (form, name) => withoutPrivateKey(typedText(form, name)).text,
			}),
		),
		/** A private key was pasted as certificate and removed; nothing is sent until the field is checked again. */
		isKeyWithheld: local(
			toggle({
				label: "",
				typed: (form) => withoutPrivateKey(typedText(form, "certificateAuthority")).isWithheld,
			}),
		),
		...otherTexts,
		/** Why the template asks for more. */
		reason: note(text({ label: "Reason or ticket" }), asksForMore),
	},
	rule: ({ values, content, baseline }) => ({
		...(values.isKeyWithheld && !baseline && { certificateAuthority: KEY_WITHHELD }),
		...(isTooLong(values.reason) &&
			asksForMore(baseline, content) && { reason: tooLong(values.reason, REASON_LENGTH_MAX) }),
	}),
	// The preset is that of a stated purpose.
	applies: (field, { purpose }) => field !== "preset" || purpose !== "",
	describeChanges: inCatalogueOrder,
	trail: {
		members: "elements",
		createdWith: "asking for",
		others: {
			dialect: "the dialect",
			well_known_trusted_issuers: "the trusted issuers",
			custom_certificate_authority: "the certificate authority",
		},
	},
});

export type TemplateContent = Content<typeof templateEditor.fields>;
export type TemplateFormValues = Values<typeof templateEditor.fields>;

/** The part of a content that the console keeps itself. */
export function purposeOf({ purpose, legalBasis, retention, privacyNotice, preset }: TemplateContent): Purpose {
	return { purpose, legalBasis, retention, privacyNotice, preset: purpose === "" ? "" : preset };
}

/** The initial values of a new template. */
export const emptyValues: TemplateFormValues = {
	...templateEditor.valuesOf(templateEditor.defaults),
	...Object.fromEntries(serviceTextNames.map((name) => [name, serviceTexts[name].default])),
};

/** Body of the POST that creates a template. @param content of the values */
export function createRequestOf(values: TemplateFormValues, content = templateEditor.contentOf(values, null)) {
	return createRequest({
		...content,
		certificateAuthority: values.certificateAuthority,
		dialect: templateProperties.dialect.default,
		trustedIssuers: templateProperties.trustedIssuers.default,
	});
}

/** Body of the PATCH that changes one content into another: only what changed in the service. Null: there is nothing to send. */
export function updateRequestOf(before: TemplateContent, after: TemplateContent): Record<string, unknown> | null {
	const request = requestOfChanges(templateEditor, before, after, {});
	return request && Object.keys(request).length > 0 ? request : null;
}

/** The names of the elements that a form requests, in its order. @param baseline null for a new template */
export function requestedNamesOf(values: TemplateFormValues, baseline: TemplateContent | null): string[] {
	return requestedNames(templateEditor.contentOf(values, baseline).elements);
}
