import { z } from "zod";
import { textLength } from "./limits";

/** A JSON object, as JSON.parse creates it: `__proto__` may be an own key. */
export type JsonObject = Record<string, unknown>;

type Report = (issue: z.core.$ZodRawIssue) => void;

export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * A schema over the entries of an object with arbitrary keys. Zod's own records and loose objects silently drop the key
 * `__proto__`; this one keeps every own key, because a dropped key is lost data. `check` reports its findings on the
 * entries; the result has exactly the entries of the input.
 */
export function objectOfEntries<T extends JsonObject>(check?: (entries: [string, unknown][], report: Report) => void) {
	return z.unknown().transform((value, context): T => {
		if (!isJsonObject(value)) {
			context.issues.push({ code: "invalid_type", expected: "object", input: value });
			return z.NEVER;
		}
		const entries = Object.entries(value);
		check?.(entries, (issue) => context.issues.push(issue));
		return Object.fromEntries(entries) as T;
	});
}

/** The issue of a text with too many characters, or of an object with too many keys. */
export function tooBig(origin: "string" | "object", maximum: number, input: unknown, path: string[] = []) {
	return { code: "too_big", origin, maximum, inclusive: true, input, path } as const;
}

type Bounds = { propertiesMax?: number; valueLengthMax?: number; keyLengthMax?: number };

/** Texts under arbitrary keys, within bounds where they are given; lengths are in code points. */
export function textsByKey(bounds: Bounds) {
	return valuesByKey<string>(bounds, false);
}

/** The same for a request that removes keys: their value is null. */
export function changedTextsByKey(bounds: Bounds) {
	return valuesByKey<string | null>(bounds, true);
}

function valuesByKey<Value extends string | null>(
	{ propertiesMax, valueLengthMax, keyLengthMax }: Bounds,
	isRemovable: boolean,
) {
	const isTooLong = (text: string, max: number | undefined): max is number =>
		max !== undefined && textLength(text) > max;
	const text = { type: "string", ...(valueLengthMax === undefined ? {} : { maxLength: valueLengthMax }) };
	return objectOfEntries<Record<string, Value>>((entries, report) => {
		for (const [key, value] of entries) {
			if (typeof value === "string") {
				if (isTooLong(value, valueLengthMax)) report(tooBig("string", valueLengthMax, value, [key]));
			} else if (!isRemovable || value !== null) {
				report({ code: "invalid_type", expected: "string", input: value, path: [key] });
			}
			if (isTooLong(key, keyLengthMax)) report(tooBig("string", keyLengthMax, key, [key]));
		}
		if (propertiesMax !== undefined && entries.length > propertiesMax) {
			report(tooBig("object", propertiesMax, Object.fromEntries(entries)));
		}
	}).meta({
		type: "object",
		...(propertiesMax === undefined ? {} : { maxProperties: propertiesMax }),
		...(keyLengthMax === undefined ? {} : { propertyNames: { maxLength: keyLengthMax } }),
		additionalProperties: isRemovable ? { anyOf: [text, { type: "null" }] } : text,
	});
}

/** The fields of a shape, each optional, and any others. */
export type OpenObject<Shape extends z.ZodRawShape> = { [Name in keyof Shape]?: z.infer<Shape[Name]> } & JsonObject;

/** A schema for an object of which some fields are known, each optional. All others are kept as they are. */
export function openObject<Shape extends z.ZodRawShape>(shape: Shape) {
	const known = new Map<string, z.core.$ZodType>(Object.entries(shape));
	return objectOfEntries<OpenObject<Shape>>((entries, report) => {
		for (const [name, value] of entries) {
			const schema = known.get(name);
			if (schema) reportBelow(schema, value, name, report);
		}
	}).meta({ ...describedBy(z.strictObject(shape).partial()), additionalProperties: true });
}

/** Reports what a schema finds in the value under a key. */
export function reportBelow(schema: z.core.$ZodType, value: unknown, key: string, report: Report): void {
	const issues = z.safeParse(schema, value).error?.issues ?? [];
	for (const issue of issues) {
		report({ ...issue, input: value, path: [key, ...issue.path] } as z.core.$ZodRawIssue);
	}
}

/** A schema in JSON Schema, as part of another one. */
export function describedBy(schema: z.core.$ZodType) {
	const { $schema, ...described } = z.toJSONSchema(schema, { io: "input" });
	return described;
}

/** A list without duplicates, with the message and keyword of JSON Schema's validators. */
export function uniqueItems<Item extends z.ZodType>(item: Item, most: number) {
	return z
		.array(item)
		.max(most)
		.superRefine((list, context) => {
			const places = new Map<unknown, number>();
			for (const [index, one] of list.entries()) {
				const first = places.get(one);
				if (first === undefined) places.set(one, index);
				else {
					const message = `Array items are not unique (indexes ${first} and ${index})`;
					return context.addIssue({ code: "custom", message });
				}
			}
		})
		.meta({ uniqueItems: true });
}
