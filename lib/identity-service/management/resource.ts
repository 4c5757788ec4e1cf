import { z } from "zod";
import type { IdentityService } from "../context/identity-service";

/** Text for look-ups: PostgreSQL accepts no NUL, and no stored name has one. */
export const lookupText = z
	.string()
	.refine((text) => !text.includes("\0"), {
		error: "String does not match pattern ^[^\\u0000]*$",
		abort: true,
	})
	.meta({ pattern: "^[^\\u0000]*$" });

/** An integer in a query string. */
export function integerText(minimum: number, maximum: number) {
	const number = z.unknown().transform((value, context): number => {
		if (typeof value === "string" && /^-?\d{1,15}$/.test(value)) return Number(value);
		context.issues.push({ code: "invalid_type", expected: "int", input: value });
		return z.NEVER;
	});
	return number.pipe(z.int().min(minimum).max(maximum)).meta({ type: "integer", minimum, maximum });
}

/** Several texts in a query string: the parameter repeated, or commas between them. */
export const severalTexts = z
	.unknown()
	.transform((value) => [value].flat().flatMap((each) => (typeof each === "string" ? each.split(",") : [each])))
	.pipe(z.array(lookupText))
	.meta({ type: "array", items: { type: "string", pattern: "^[^\\u0000]*$" } });

export const booleanText = z.enum(["true", "false"]).transform((text) => text === "true");

/** The path of one resource. */
export const idParameter = z.strictObject({ id: lookupText });

/** A property's schema, and how it is read from a stored resource; undefined: the response omits it. */
type Property<Stored> = readonly [schema: z.ZodType, read: (stored: Stored, service: IdentityService) => unknown];

/** The properties of a resource in responses: nothing else that is stored of it leaves the service. */
export function resource<Stored>(properties: Record<string, Property<Stored>>) {
	const entries = Object.entries(properties);
	return {
		schema: z.strictObject(Object.fromEntries(entries.map(([name, [schema]]) => [name, schema]))),
		read(service: IdentityService, stored: Stored): Record<string, unknown> {
			const values = entries.map(([name, [, read]]) => [name, read(stored, service)] as const);
			return Object.fromEntries(values.filter(([, value]) => value !== undefined));
		},
	};
}

/** A point in time of a response, as ISO 8601 text in UTC. */
export const timeText = z.string().meta({ format: "date-time" });

/** A choice of properties: comma-separated names to include, or to leave out with `include_fields=false`. */
export const fieldParameters = {
	fields: z.string().optional(),
	include_fields: booleanText.default(true),
};

export type FieldChoice = { fields?: string | undefined; include_fields?: boolean };

/** Applies `fieldParameters` to one object of a response. */
export function pickFields(response: Record<string, unknown>, { fields, include_fields = true }: FieldChoice): object {
	const names = new Set((fields ?? "").split(",").filter(Boolean));
	if (names.size === 0) return response;
	return Object.fromEntries(Object.entries(response).filter(([name]) => names.has(name) === include_fields));
}
