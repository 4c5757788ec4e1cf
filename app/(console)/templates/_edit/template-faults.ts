import {
	CERTIFICATE_AUTHORITY_LENGTH_MAX,
	TEMPLATE_NAME_LENGTH_MAX,
	TEMPLATE_TYPE_LENGTH_MAX,
} from "@/lib/contract/limits";
import { textLength } from "@/lib/contract/text-length";
import { contentChanges, elementOfField, wantedContent } from "./template-changes";
import { asksForSomething, type TemplateContent, type TemplateFormValues } from "./template-form-values";

/** What stops a save, by field of the form. */
export type TemplateFaults = Partial<Record<"name" | "type" | "certificateAuthority" | "attributes", string>>;

export const NOTHING_REQUESTED = "Tick at least one attribute.";
export const KEY_WITHHELD =
	"This held a private key. It was taken out and is kept nowhere. Check what is left of the certificate, or clear the field.";

export function missing(label: string): string {
	return `${label} is needed.`;
}

export function tooLong(label: string, length: number, max: number): string {
	return `${label} has ${length} characters; at most ${max} fit.`;
}

/**
 * The rules of the form in the admin's words; null where the values hold. Plain functions, asked at every key in the
 * browser, where a schema library would cost 35 KB; the server's schema refuses the same.
 * @param opened null for a new template; of an existing one only what would change is judged
 */
export function templateFaults(opened: TemplateContent | null, values: TemplateFormValues): TemplateFaults | null {
	const wanted = wantedContent(opened, values);
	const changed = new Set(opened ? contentChanges(opened, wanted).map(({ field }) => field) : []);
	const isJudged = (field: string) => !opened || changed.has(field);
	const areElementsJudged = !opened || [...changed].some((field) => elementOfField(field) !== null);
	const faults = {
		name: isJudged("name") ? textFault("A name", wanted.name, TEMPLATE_NAME_LENGTH_MAX) : null,
		type: isJudged("type") ? textFault("A type", wanted.type, TEMPLATE_TYPE_LENGTH_MAX) : null,
		certificateAuthority: opened ? null : authorityFault(values),
		attributes: areElementsJudged && !asksForSomething(wanted.elements) ? NOTHING_REQUESTED : null,
	};
	const found = Object.entries(faults).filter(([, message]) => message !== null);
	return found.length > 0 ? Object.fromEntries(found) : null;
}

function textFault(label: string, text: string, max: number): string | null {
	const length = textLength(text);
	if (length === 0) return missing(label);
	return length > max ? tooLong(label, length, max) : null;
}

function authorityFault({ certificateAuthority, isKeyWithheld }: TemplateFormValues): string | null {
	if (isKeyWithheld) return KEY_WITHHELD;
	const length = textLength(certificateAuthority);
	if (length <= CERTIFICATE_AUTHORITY_LENGTH_MAX) return null;
	return tooLong("The certificate authority", length, CERTIFICATE_AUTHORITY_LENGTH_MAX);
}
