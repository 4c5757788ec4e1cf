import fc from "fast-check";
import type { MdlElements } from "@/lib/contract/template/mdl-elements";
import { MDL_ATTRIBUTE_NAMES } from "@/lib/contract/template/mdl-elements";
import { noPurpose, type Purpose } from "@/lib/dashboard/templates/purpose";
import { templateEditor } from "./template-editor";

const unknownNames = ["age_over_18", "document_number", "odd_element", "__proto__", "constructor"] as const;

/** The name of an element: of the 21, suggested, or unknown. */
export const element = fc.constantFrom(...MDL_ATTRIBUTE_NAMES, ...unknownNames);

const entry = fc.oneof(
	fc.tuple(fc.constantFrom(...MDL_ATTRIBUTE_NAMES), fc.boolean()),
	fc.tuple(fc.constantFrom(...unknownNames), fc.oneof(fc.boolean(), fc.constant({ a: 1 }), fc.constant(null))),
);

/** Elements as a tenant may store them: true, false, and under unknown names anything. */
export const elements = fc
	.array(entry, { maxLength: 8 })
	.map((entries) => Object.fromEntries(new Map<string, unknown>(entries)) as MdlElements);

const purpose = fc.constantFrom<Purpose>(
	noPurpose,
	{ ...noPurpose, purpose: "To sell beer.", preset: "over-18" },
	{
		...noPurpose,
		purpose: "To sell beer.",
		legalBasis: "GDPR Art. 6(1)(c): legal obligation",
		retention: "not stored",
	},
	{ ...noPurpose, privacyNotice: "https://example.org/privacy" },
);

export const content = fc
	.tuple(
		fc.record({ name: fc.constantFrom("Bar", "Door", "Desk"), type: fc.constantFrom("mdl", "other"), elements }),
		purpose,
	)
	.map(([stored, kept]) => ({ ...templateEditor.defaults, ...stored, ...kept }));
