import { z } from "zod";
import {
	CERTIFICATE_AUTHORITY_LENGTH_MAX,
	TEMPLATE_NAME_LENGTH_MAX,
	TEMPLATE_TYPE_LENGTH_MAX,
} from "@/lib/contract/limits";
import { textLength } from "@/lib/contract/text-length";
import type { TemplateFormValues } from "./template-form-values";

function text(label: string, max: number, min: 0 | 1) {
	return z.string().superRefine((value, context) => {
		const length = textLength(value);
		if (length < min) context.addIssue(`${label} is needed.`);
		if (length > max) context.addIssue(`${label} has ${length} characters; at most ${max} fit.`);
	});
}

/** The rules of the form, in the admin's words; checked in the browser once it has loaded, and always on the server. */
export const templateFormSchema: z.ZodType<TemplateFormValues, TemplateFormValues> = z
	.object({
		name: text("A name", TEMPLATE_NAME_LENGTH_MAX, 1),
		type: text("A type", TEMPLATE_TYPE_LENGTH_MAX, 1),
		certificateAuthority: text("The certificate authority", CERTIFICATE_AUTHORITY_LENGTH_MAX, 0).refine(
			(value) => !/PRIVATE KEY/.test(value),
			"This holds a private key. Paste the certificate alone; the key was not sent to the tenant.",
		),
		attributes: z.array(z.string()),
		listedFalse: z.array(z.string()),
		added: z.string(),
	})
	.refine(({ attributes, added }) => attributes.length > 0 || added.trim() !== "", {
		path: ["attributes"],
		message: "Tick at least one attribute.",
		// Said together with what is wrong elsewhere, not only once that is mended.
		when: () => true,
	});

export type FieldErrors = Partial<Record<keyof TemplateFormValues, string>>;

/** The first message per field, or null where the values hold. */
export function templateFormErrors(values: TemplateFormValues): FieldErrors | null {
	const parsed = templateFormSchema.safeParse(values);
	if (parsed.success) return null;
	const entries = parsed.error.issues.map((issue) => [String(issue.path[0]), issue.message]);
	return Object.fromEntries(entries.reverse());
}
