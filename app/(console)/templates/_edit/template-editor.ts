import { holdsPrivateKey, withoutPrivateKey } from "@/app/_certificates/pem";
import { type Content, defineEditor, type Values } from "@/app/_editor/editor";
import { isFlag, isRecord, isText, isTexts, type Kind, local, typedText } from "@/app/_editor/kinds/kind";
import { text } from "@/app/_editor/kinds/text";
import { requestOfChanges } from "@/app/_editor/wire";
import { isTooDeep } from "@/lib/contract/json-depth";
import {
	CERTIFICATE_AUTHORITY_LENGTH_MAX,
	TEMPLATE_DIALECT,
	TEMPLATE_NAME_LENGTH_MAX,
	TEMPLATE_TYPE_DEFAULT,
	TEMPLATE_TYPE_LENGTH_MAX,
	TRUSTED_ISSUERS,
} from "@/lib/contract/limits";
import {
	elementsOf,
	type MdlElements,
	type PresentationRequest,
	presentationOf,
} from "@/lib/contract/template/mdl-elements";
import { textLength } from "@/lib/contract/text-length";
import { textChange } from "@/lib/dashboard/change-in-words";
import { attributeLabel } from "@/lib/dashboard/templates/attribute-catalogue";
import { requestedNames } from "@/lib/dashboard/templates/attribute-facts";
import { type Purpose, type PurposeField, purposeFault } from "@/lib/dashboard/templates/purpose";
import {
	elementChange,
	elementInWords,
	inCatalogueOrder,
	presetInWords,
	templateTexts,
} from "@/lib/dashboard/templates/template-words";
import { type RequestedElement, requestedElements, requestedOf, requestsSomething, toggled } from "./template-elements";

const KEY_WITHHELD =
	"This held a private key. It was taken out and is kept nowhere. Check what is left of the certificate, or clear the field.";

/** The requested elements, each merged separately. The form renders the boxes. */
const elements: Kind<readonly RequestedElement[], MdlElements> = {
	label: "Attributes",
	help: "",
	wire: "presentation",
	default: {},
	isValue: (value): value is RequestedElement[] => Array.isArray(value) && value.every(isRequestedElement),
	isContent: (content): content is MdlElements => isRecord(content),
	toValue: requestedOf,
	contentOf: (value, { added }, before = {}) =>
		requestedElements(before, { elements: value, added: typeof added === "string" ? added : "" }),
	typed(form) {
		const texts = (name: string) => form.getAll(name).map(String);
		const [source, ticked, untouched] = [sourceIn(form), texts("attribute"), new Set(texts("listedFalse"))];
		const listedFalse = source.filter(([name, json]) => json === "false" && untouched.has(name));
		return toggled(listedFalse, ticked, true, source);
	},
	partsOf: (content) => Object.entries(content).map(([name, value]) => [name, JSON.stringify(value)]),
	contentOfParts: (parts) =>
		Object.fromEntries([...parts].map(([name, json]) => [name, JSON.parse(json)])) as MdlElements,
	partLabel: attributeLabel,
	valueInWords: elementInWords,
	changeInWords: elementChange,
	fault: (content) => (requestsSomething(content) ? null : "Tick at least one attribute."),
	read: (stored) => (isRecord(stored) ? elementsOf(stored as PresentationRequest) : {}),
	write: presentationOf,
	targetOf: () => FIRST_BOX,
};

/** The attribute of the form's first box, which is the box's id as well. */
export const FIRST_BOX = "age_over_18";

/** The list of usual legal bases. */
export const LEGAL_BASES_ID = "legal-bases";

/** A field of the purpose, which the console keeps: the service has no place for it. */
function purposeText(field: PurposeField, help: string, list?: string): Kind<string> {
	return text({
		...{ ...templateTexts[field], help, list, isTrimmed: true },
		rule: (found) => purposeFault(field, found),
	});
}

/** Which preset the purpose is of; the preset's button sets it. */
const preset: Kind<string> = {
	...purposeText("preset", ""),
	valueInWords: presetInWords,
	changeInWords: (change) => textChange(templateTexts.preset, change, presetInWords),
};

/** The editable fields of a template, and fields that only help to fill in the form of a new one. */
export const templateEditor = defineEditor({
	what: "template",
	fields: {
		name: text({
			...templateTexts.name,
			help: "Must be unique.",
			wire: "name",
			required: "A name is needed.",
			rule: (name) => tooLong("A name", name, TEMPLATE_NAME_LENGTH_MAX),
			max: TEMPLATE_NAME_LENGTH_MAX,
			isTrimmed: true,
		}),
		elements,
		/** Further names, typed: separated by commas or white space. */
		added: local<string>("Further elements", "", { isValue: isText, typed: typedText, helps: "elements" }),
		purpose: purposeText("purpose", "Why you ask, in one sentence that the holder may read."),
		legalBasis: purposeText("legalBasis", "What allows you to ask.", LEGAL_BASES_ID),
		retention: purposeText("retention", "How long you keep what is disclosed: “30 days”, “not stored”."),
		privacyNotice: purposeText("privacyNotice", "The address of your privacy notice: https://…"),
		preset,
		/** Only for a new template: the identifier of a deleted one that is made again. */
		again: local<string>("", "", { isValue: isText, typed: typedText }),
		/** Only for a new template: it can't be changed later. */
		certificateAuthority: local<string>("Custom certificate authority", "", {
			isValue: isText,
			typed: (form, name) => withoutPrivateKey(typedText(form, name)).text,
			fault: (found) =>
				holdsPrivateKey(found)
					? KEY_WITHHELD
					: tooLong("The certificate authority", found, CERTIFICATE_AUTHORITY_LENGTH_MAX),
		}),
		/** A private key was pasted as certificate and removed; nothing is sent until the field is checked again. */
		isKeyWithheld: local<boolean>("", false, {
			isValue: isFlag,
			typed: (form) => withoutPrivateKey(typedText(form, "certificateAuthority")).isWithheld,
		}),
		type: {
			...text({
				...templateTexts.type,
				help: "The kind of credential. “mdl” is the mobile driving licence; leave it unless you know better.",
				wire: "type",
				required: "A type is needed.",
				rule: (type) => tooLong("A type", type, TEMPLATE_TYPE_LENGTH_MAX),
				max: TEMPLATE_TYPE_LENGTH_MAX,
				isTrimmed: true,
			}),
			read: (stored: unknown) => (typeof stored === "string" ? stored : TEMPLATE_TYPE_DEFAULT),
		},
	},
	rule: ({ values, baseline }) => (values.isKeyWithheld && !baseline ? { certificateAuthority: KEY_WITHHELD } : {}),
	applies: (field, { purpose }) => field !== "preset" || purpose !== "",
	describeChanges: inCatalogueOrder,
});

export type TemplateContent = Content<typeof templateEditor.fields>;
export type TemplateFormValues = Values<typeof templateEditor.fields>;

/** The part of a content that the console keeps itself. */
export function purposeOf({ purpose, legalBasis, retention, privacyNotice, preset }: TemplateContent): Purpose {
	return { purpose, legalBasis, retention, privacyNotice, preset: purpose === "" ? "" : preset };
}

/** The names of the elements that a form requests, in its order. @param baseline null for a new template */
export function requestedNamesOf(values: TemplateFormValues, baseline: TemplateContent | null): string[] {
	return requestedNames(templateEditor.contentOf(values, baseline).elements);
}

/** The names to request from a wallet, and the trusted authority of a new template, which is in the form. */
export function requestOfForm({ baseline, values }: { baseline: TemplateContent | null; values: TemplateFormValues }) {
	return { names: requestedNamesOf(values, baseline), newAuthority: baseline ? null : values.certificateAuthority };
}

/** The initial values of a new template. */
export const emptyValues: TemplateFormValues = {
	...templateEditor.valuesOf(templateEditor.defaults),
	type: TEMPLATE_TYPE_DEFAULT,
};

/** Body of the POST that creates a template, in the order of the specification, without an empty certificate. */
export function createRequestOf(values: TemplateFormValues) {
	const { certificateAuthority } = values;
	const { presentation, ...texts } = wholeRequestOf(templateEditor.contentOf(values, null));
	return {
		...texts,
		dialect: TEMPLATE_DIALECT,
		presentation,
		...(certificateAuthority ? { custom_certificate_authority: certificateAuthority } : {}),
		well_known_trusted_issuers: TRUSTED_ISSUERS,
	};
}

/** Body of a PATCH with all that can be changed. The service can't change the certificate authority. */
export function wholeRequestOf({ name, type, elements: requested }: Omit<TemplateContent, PurposeField>) {
	return { name, type, presentation: presentationOf(requested) };
}

/** Body of the PATCH that changes one content into another: only what changed in the service. Null: there is nothing to send. */
export function updateRequestOf(before: TemplateContent, after: TemplateContent): Record<string, unknown> | null {
	const request = requestOfChanges(templateEditor, before, after, {});
	return request && Object.keys(request).length > 0 ? request : null;
}

function isRequestedElement(one: unknown): one is RequestedElement {
	if (!isTexts(one) || one.length !== 2) return false;
	try {
		return !isTooDeep(JSON.parse(one[1] ?? ""));
	} catch {
		return false;
	}
}

/** The source of ticked elements' values: the baseline, or the original of a copy. */
function sourceIn(form: FormData): readonly RequestedElement[] {
	if (form.has("source")) {
		const source: unknown = JSON.parse(String(form.get("source")));
		return elements.isValue(source) ? source : [];
	}
	const baseline: unknown = JSON.parse(String(form.get("opened") ?? "null"));
	return isRecord(baseline) && isRecord(baseline.elements) ? requestedOf(baseline.elements as MdlElements) : [];
}

function tooLong(label: string, found: string, max: number): string | null {
	const length = textLength(found);
	return length > max ? `${label} has ${length} characters; at most ${max} fit.` : null;
}
