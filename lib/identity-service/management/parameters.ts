import { z } from "zod";
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX, PAGE_SIZE_MIN } from "@/lib/contract/limits";

/** Text that can be looked up: PostgreSQL takes no NUL, and nothing here is named with one. */
export const lookupText = z
	.string()
	.refine((text) => !text.includes("\0"), {
		error: "String does not match pattern ^[^\\u0000]*$",
		abort: true,
	})
	.meta({ pattern: "^[^\\u0000]*$" });

/** A whole number as a query string writes it. */
function integerText(minimum: number, maximum: number) {
	const number = z.unknown().transform((value, context): number => {
		if (typeof value === "string" && /^-?\d{1,15}$/.test(value)) return Number(value);
		context.issues.push({ code: "invalid_type", expected: "int", input: value });
		return z.NEVER;
	});
	return number.pipe(z.int().min(minimum).max(maximum)).meta({ type: "integer", minimum, maximum });
}

/** Texts as a query string writes several: the name again for each, or commas between them. */
export const severalTexts = z
	.unknown()
	.transform((value) => [value].flat().flatMap((each) => (typeof each === "string" ? each.split(",") : [each])))
	.pipe(z.array(lookupText))
	.meta({ type: "array", items: { type: "string", pattern: "^[^\\u0000]*$" } });

export const booleanText = z.enum(["true", "false"]).transform((text) => text === "true");

/** No path or query parameter at all. */
export const noParameters = z.strictObject({});

/** Checkpoint pagination: `from` is a `next` of the page before. */
export const checkpointParameters = {
	from: z.string().meta({ description: "`next` of the page before; good for 24 hours and for this list" }).optional(),
	take: integerText(PAGE_SIZE_MIN, PAGE_SIZE_MAX).default(PAGE_SIZE_DEFAULT),
};

/** Page pagination, from page 0. */
export const pageParameters = {
	page: integerText(0, 1_000_000).default(0),
	per_page: integerText(0, PAGE_SIZE_MAX).default(PAGE_SIZE_DEFAULT),
	include_totals: booleanText.default(false),
};

/** A point in time of an answer, as ISO 8601 text in UTC. */
export const timeText = z.string().meta({ format: "date-time" });

/** What the answer is where `include_totals` is given: one page, and how much there is. */
export function totalsOf<Name extends string>(name: Name, each: z.ZodType) {
	const count = z.int().min(0);
	return z.strictObject({ start: count, limit: count, length: count, total: count, [name]: z.array(each) });
}

/** A choice of properties: comma-separated names to include, or to leave out with `include_fields=false`. */
export const fieldParameters = {
	fields: z.string().optional(),
	include_fields: booleanText.default(true),
};

/** Applies `fieldParameters` to one object of an answer. */
export function pickFields(
	answer: Record<string, unknown>,
	{ fields, include_fields }: { fields?: string | undefined; include_fields: boolean },
): Record<string, unknown> {
	const names = new Set((fields ?? "").split(",").filter(Boolean));
	if (names.size === 0) return answer;
	return Object.fromEntries(Object.entries(answer).filter(([name]) => names.has(name) === include_fields));
}
