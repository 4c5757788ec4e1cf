import type { z } from "zod";
import { textLength } from "@/lib/contract/limits";
import { isJsonObject } from "@/lib/contract/safe-object";
import { Refusal } from "../http/refusal";
import { RSA_BITS_MIN } from "../keys/certificates";

const places = {
	path: { prefix: "Path validation error", errorCode: "invalid_uri" },
	query: { prefix: "Query validation error", errorCode: "invalid_query_string" },
	body: { prefix: "Payload validation error", errorCode: "invalid_body" },
} as const;

/**
 * Checks one part of a request against its schema.
 * @returns the parsed value
 * @throws Refusal 400 in the wording of the real service's validator, all findings joined by " (also) "
 */
export function validate<T>(place: keyof typeof places, schema: z.ZodType<T>, input: unknown): T {
	const parsed = schema.safeParse(input);
	if (parsed.success) return parsed.data;
	const { prefix, errorCode } = places[place];
	const findings = parsed.error.issues.map((issue) => {
		const { text, path } = describe(issue, input);
		return `${prefix}: '${text}'${path.length > 0 ? ` on property ${path.join(".")}` : ""}.`;
	});
	// Below these the caller may have chosen the names as well.
	const properties = [...new Set(parsed.error.issues.flatMap(({ path: [first] }) => first ?? []))];
	const inLog = refusedProperty(place, properties.map(String).join(", "));
	throw new Refusal(400, errorCode, [...new Set(findings)].join(" (also) "), { inLog });
}

/** What the tenant's log says of a refused value: not the value. */
function refusedProperty(place: keyof typeof places, name: string): string {
	return `${places[place].prefix}${name === "" ? "" : ` on property ${name}`}.`;
}

/** 400 for a field whose value has the right shape but is not accepted, in the validator's wording. */
export function invalidField(name: string, text: string, place: keyof typeof places = "body"): Refusal {
	const { prefix, errorCode } = places[place];
	const inLog = refusedProperty(place, name);
	return new Refusal(400, errorCode, `${prefix}: '${text}' on property ${name}.`, { inLog });
}

/** 400 for an object that is within its limits in the request, but not as the request changes it. */
export function tooManyProperties(name: string, count: number, maximum: number): Refusal {
	return invalidField(name, `Too many properties defined (${count}), maximum ${maximum}`);
}

export function unsupportedSearch(query: string): Refusal {
	return invalidField("q", `Unsupported search syntax: ${query}`, "query");
}

export const PRIVATE_KEY_REFUSED = "This is a private key: only the certificate belongs here";
export const SHORT_KEY_REFUSED = `An RSA key needs at least ${RSA_BITS_MIN} bits`;
export const WEAK_KEY_REFUSED = `The certificate needs an RSA key of at least ${RSA_BITS_MIN} bits`;

/** What is wrong and where: a missing property is reported on the object that lacks it. */
function describe(issue: z.core.$ZodIssue, input: unknown): { text: string; path: PropertyKey[] } {
	const value = valueAt(input, issue.path);
	if (issue.code === "invalid_type" && value === undefined && issue.path.length > 0) {
		return { text: `Missing required property: ${String(issue.path.at(-1))}`, path: issue.path.slice(0, -1) };
	}
	return { text: textOf(issue, value), path: issue.path };
}

function textOf(issue: z.core.$ZodIssue, value: unknown): string {
	switch (issue.code) {
		case "invalid_type":
			return `Expected type ${issue.expected === "int" ? "integer" : issue.expected} but found type ${typeOf(value)}`;
		case "unrecognized_keys":
			return `Additional properties not allowed: ${issue.keys.join(",")}`;
		case "too_small":
			return outOfBounds(issue.origin, value, true, `minimum ${issue.minimum}`);
		case "too_big":
			return outOfBounds(issue.origin, value, false, `maximum ${issue.maximum}`);
		case "invalid_format":
			return `String does not match pattern ${patternOf(issue.pattern)}: ${String(value)}`;
		case "invalid_value":
			return `No enum match for: ${String(value)}`;
		default:
			return issue.message;
	}
}

function outOfBounds(origin: string, value: unknown, isLess: boolean, bound: string): string {
	if (origin === "string") return `String is too ${isLess ? "short" : "long"} (${lengthOf(value)} chars), ${bound}`;
	if (origin === "object") {
		return `Too ${isLess ? "few" : "many"} properties defined (${sizeOf(value)}), ${bound}`;
	}
	if (origin === "array") return `Array is too ${isLess ? "short" : "long"} (${sizeOf(value)}), ${bound}`;
	return `Value ${String(value)} is ${isLess ? "less" : "greater"} than ${bound}`;
}

/** `/^simplified\/1.0$/u` as a JSON schema writes it: `^simplified/1.0$`. */
function patternOf(pattern: string | undefined): string {
	return (pattern ?? "").replace(/^\/(.*)\/[a-z]*$/s, "$1").replaceAll("\\/", "/");
}

function typeOf(value: unknown): string {
	if (value === null) return "null";
	if (Array.isArray(value)) return "array";
	return typeof value === "number" && Number.isInteger(value) ? "integer" : typeof value;
}

function lengthOf(value: unknown): number {
	return typeof value === "string" ? textLength(value) : 0;
}

function sizeOf(value: unknown): number {
	if (Array.isArray(value)) return value.length;
	return isJsonObject(value) ? Object.keys(value).length : 0;
}

function valueAt(input: unknown, path: PropertyKey[]): unknown {
	let value = input;
	for (const key of path) {
		if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
		value = (value as Record<PropertyKey, unknown>)[key];
	}
	return value;
}
