import { noPurpose } from "../purpose";
import { templateChanges } from "../template-words";
import { partsOfTemplate, wholeTemplate } from "../whole-template";
import type { TemplateSnapshot } from "./snapshot";

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
