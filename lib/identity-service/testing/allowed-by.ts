import fc from "fast-check";
import { textLength } from "@/lib/contract/limits";
import { anyCharacter } from "@/lib/testing/any-character";

/** The part of JSON Schema that the OpenAPI document uses. */
export type JsonSchema = {
	$ref?: string;
	type?: string | string[];
	enum?: unknown[];
	anyOf?: JsonSchema[];
	pattern?: string;
	minLength?: number;
	maxLength?: number;
	minimum?: number;
	maximum?: number;
	const?: unknown;
	items?: JsonSchema;
	minItems?: number;
	maxItems?: number;
	uniqueItems?: boolean;
	properties?: Record<string, JsonSchema>;
	required?: string[];
	additionalProperties?: boolean | JsonSchema;
	minProperties?: number;
	maxProperties?: number;
};

export const anyText = fc.oneof(
	fc.string({ unit: "grapheme", maxLength: 20 }),
	fc.string({ unit: anyCharacter, maxLength: 20 }),
	fc.constantFrom("", "0", "1", "-1", "true", "null", "__proto__", "constructor", "\u0000", "a,b", "[x]"),
);

// What generates texts is slow to make.
const anyValue = fc.jsonValue();
const matching = new Map<string, fc.Arbitrary<string>>();

/** A value that a schema allows. */
export function allowedBy(schema: JsonSchema): fc.Arbitrary<unknown> {
	if (schema.const !== undefined) return fc.constant(schema.const);
	if (schema.enum) return fc.constantFrom(...schema.enum);
	if (schema.anyOf) return fc.oneof(...schema.anyOf.map(allowedBy));
	if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => allowedBy({ ...schema, type })));
	const { minimum: min = -1e9, maximum: max = 1e9 } = schema;
	switch (schema.type) {
		case "string":
			return textOf(schema);
		case "integer":
			return fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max));
		case "number":
			return fc.oneof(fc.integer({ min, max }), fc.double({ noNaN: true, noDefaultInfinity: true }));
		case "boolean":
			return fc.boolean();
		case "null":
			return fc.constant(null);
		case "array": {
			const { minItems: minLength = 0, maxItems: maxLength = 5 } = schema;
			const array = schema.uniqueItems ? fc.uniqueArray : fc.array;
			return array(allowedBy(schema.items ?? {}), { minLength, maxLength: Math.min(maxLength, 5) });
		}
		case "object":
			return objectOf(schema);
		default:
			return anyValue;
	}
}

function textOf({ pattern, minLength = 0, maxLength = 1_000 }: JsonSchema): fc.Arbitrary<string> {
	const ends = fc.constantFrom("x".repeat(Math.max(minLength, 1)), "x".repeat(maxLength), "😀".repeat(maxLength));
	const text = pattern === undefined ? fc.oneof(anyText, ends) : textMatching(pattern);
	return text.filter((one) => textLength(one) >= minLength && textLength(one) <= maxLength);
}

function textMatching(pattern: string): fc.Arbitrary<string> {
	const made = matching.get(pattern) ?? fc.stringMatching(new RegExp(pattern, "u"));
	matching.set(pattern, made);
	return made;
}

function objectOf({ properties = {}, required = [], additionalProperties = true, ...bounds }: JsonSchema) {
	const { minProperties = 0, maxProperties = Number.POSITIVE_INFINITY } = bounds;
	const names = Object.keys(properties);
	const values = new Map([...names, ...required].map((name) => [name, allowedBy(properties[name] ?? {})]));
	const record = (names: string[]) =>
		fc.record(Object.fromEntries(names.map((name) => [name, values.get(name) ?? anyValue])), {
			requiredKeys: required,
		});
	const optional = names.filter((name) => !required.includes(name));
	// With at most one optional property, a rule about several of them seldom applies.
	const named = fc.oneof(
		record(names),
		fc.subarray(optional, { maxLength: Math.min(optional.length, 1) }).chain((one) => record([...required, ...one])),
	);
	const other = additionalProperties === true ? anyValue : allowedBy(additionalProperties || {});
	const others =
		additionalProperties === false
			? fc.constant([])
			: fc.array(fc.tuple(anyText, other), { maxLength: Math.min(maxProperties, 5) });
	return fc
		.tuple(named, others)
		.map(([one, more]) =>
			Object.fromEntries([...more.filter(([name]) => !Object.hasOwn(properties, name)), ...Object.entries(one)]),
		)
		.filter((value) => Object.keys(value).length >= minProperties && Object.keys(value).length <= maxProperties);
}

/** An allowed value with one change: something was removed, added or replaced. */
export function changed(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
	const another = fc.oneof(
		anyValue,
		fc.constantFrom<unknown>(null, "", "x".repeat(256), "😀".repeat(256), "x".repeat(4097), 1.5, {}),
		fc.constant(Object.fromEntries(Array.from({ length: 26 }, (_, index) => [`key ${index}`, "value"]))),
	);
	return fc
		.tuple(valid, fc.constantFrom("drop", "add", "replace"), fc.nat(), anyText, another)
		.map(([value, how, at, name, other]) => {
			const copy: unknown = JSON.parse(JSON.stringify(value));
			const places = objectsIn(copy).flatMap((object) => Object.keys(object).map((key) => ({ object, key })));
			const place = places[at % Math.max(places.length, 1)];
			if (!place) return other;
			if (how === "drop") delete place.object[place.key];
			else define(place.object, how === "add" ? name : place.key, other);
			return copy;
		});
}

function objectsIn(value: unknown): Record<string, unknown>[] {
	if (typeof value !== "object" || value === null) return [];
	return [value as Record<string, unknown>, ...Object.values(value).flatMap(objectsIn)];
}

/** Works for the key `__proto__`, too. */
function define(object: object, key: string, value: unknown): void {
	Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}
