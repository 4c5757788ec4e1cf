import "server-only";
import { elementsOf } from "@/lib/contract/template/mdl-elements";
import type { Template } from "@/lib/contract/template/template";
import { asksForAlmostEverything } from "../_attributes/almost-everything";
import { certificateEnd, isEndNear } from "../_form/certificate-end";
import { type Finding, findings } from "./finding";

/** What about a template may ask to be looked at. */
export function findingsOf({ presentation, custom_certificate_authority }: Template, now: Date): Finding[] {
	const elements = Object.entries(presentation ? elementsOf(presentation) : {});
	const requested = elements.flatMap(([name, value]) => (value === false ? [] : [name]));
	const end = custom_certificate_authority ? certificateEnd(custom_certificate_authority) : null;
	const isFound: Record<Finding, boolean> = {
		"almost-everything": asksForAlmostEverything(requested),
		"birth-date": requested.includes("birth_date") && !requested.some((name) => /^age_over_\d\d$/.test(name)),
		"listed-false": requested.length < elements.length,
		certificate: end !== null && isEndNear(end, now),
	};
	return findings.filter((finding) => isFound[finding]);
}
