import fc from "fast-check";
import { allowedBy, anyText, changed, type JsonSchema } from "./allowed-by";
import { type DescribedOperation, FORM_TYPE } from "./described-interface";

/** A text, or the index of one that is stored in the tenant, which is chosen when the request is sent. */
export type GeneratedText = string | { known: number };
export type Credentials = "full" | "not global" | "unscoped" | "none" | "malformed" | "garbage";
export type GeneratedRequest = {
	operation: DescribedOperation;
	method: string;
	credentials: Credentials;
	path: Record<string, GeneratedText>;
	query: [string, GeneratedText][];
	content: { type: string; text: string; value?: unknown } | null;
};

const known = fc.nat().map((index) => ({ known: index }));

/** Requests that a description allows, and ones with one or several errors. */
export function generatedRequest(operations: DescribedOperation[]): fc.Arbitrary<GeneratedRequest> {
	// Each rotation makes keys, which is slow.
	const weighted = operations.map((operation) => ({
		weight: operation.path.startsWith("/keys/") ? 2 : 8,
		arbitrary: requestOf(operation),
	}));
	return fc.oneof(...weighted);
}

function requestOf(operation: DescribedOperation): fc.Arbitrary<GeneratedRequest> {
	const path = operation.parameters.filter((each) => each.in === "path");
	const query = operation.parameters.filter((each) => each.in === "query");
	const content = operation.requestBody?.content ?? {};
	const schema = Object.values(content)[0]?.schema;
	const credentials = (["full", "not global", "unscoped", "none", "malformed", "garbage"] as const).map((each) => ({
		weight: each === "full" ? 20 : 1,
		arbitrary: fc.constant(each),
	}));
	return fc.record({
		operation: fc.constant(operation),
		method: fc.oneof(
			{ weight: 30, arbitrary: fc.constant(operation.method) },
			{ weight: 1, arbitrary: fc.constantFrom("PUT", "POST", "PATCH", "DELETE", "OPTIONS") },
		),
		credentials: fc.oneof(...credentials),
		path: fc.record(Object.fromEntries(path.map(({ name, schema }) => [name, segment(schema)]))),
		query: fc
			.tuple(
				fc.tuple(
					...query.map(({ name, required, schema }) => fc.tuple(fc.constant(name), parameter(schema, required))),
				),
				oneIn(20, fc.array(fc.tuple(anyText, anyText), { minLength: 1, maxLength: 2 })),
				oneIn(20, fc.constantFrom(...query.map(({ name }) => name), "take")),
			)
			.map(([named, others, repeated]) => [
				...named.flatMap(([name, text]): [string, GeneratedText][] => (text === null ? [] : [[name, text]])),
				...(others ?? []),
				...named.flatMap(([name, text]): [string, GeneratedText][] =>
					text !== null && name === repeated ? [[name, text]] : [],
				),
			]),
		content: schema ? contentOf(schema, FORM_TYPE in content) : fc.constant(null),
	});
}

/** The value once in `count` times; else null. */
function oneIn<Value>(count: number, value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> {
	return fc.oneof({ weight: 1, arbitrary: value }, { weight: count - 1, arbitrary: fc.constant(null) });
}

function segment(schema: JsonSchema): fc.Arbitrary<GeneratedText> {
	const text = fc.oneof(allowedBy(schema).map(String), anyText, fc.constant("x".repeat(27)));
	// An empty segment makes another path, and a URL resolves dots.
	const other = text.filter((one) => !["", ".", ".."].includes(one));
	return fc.oneof({ weight: 2, arbitrary: known }, { weight: 1, arbitrary: other });
}

function parameter(schema: JsonSchema, required: boolean): fc.Arbitrary<GeneratedText | null> {
	return fc.oneof(
		{ weight: required ? 1 : 8, arbitrary: fc.constant(null) },
		{ weight: 3, arbitrary: known },
		{ weight: 3, arbitrary: allowedBy(schema).map(String) },
		{ weight: 1, arbitrary: anyText },
	);
}

function contentOf(schema: JsonSchema, acceptsForms: boolean): fc.Arbitrary<GeneratedRequest["content"]> {
	const valid = allowedBy(schema);
	const value = fc.oneof({ weight: 3, arbitrary: valid }, { weight: 2, arbitrary: changed(valid) });
	const json = value.map((one) => ({ type: "application/json", text: JSON.stringify(one), value: one }));
	// A form has only texts: a number in place of a text, an error in JSON, is valid there.
	const form = valid.map((one) => {
		const text = acceptsForms ? formOf(one) : null;
		return text === null
			? { type: "application/json; charset=utf-8", text: JSON.stringify(one), value: one }
			: { type: FORM_TYPE, text, value: one };
	});
	const unreadable = fc.oneof(
		fc
			.tuple(fc.constantFrom("application/json", "text/plain", "application/xml", ""), anyText)
			.filter(([type, text]) => type !== "application/json" || !isJson(text)),
		value.map((one) => ["text/plain", JSON.stringify(one)] as const),
		fc.constant(["application/json", JSON.stringify("x".repeat(300_000))] as const),
	);
	return fc.oneof(
		{ weight: 10, arbitrary: json },
		{ weight: 6, arbitrary: form },
		{ weight: 2, arbitrary: unreadable.map(([type, text]) => ({ type, text })) },
		{ weight: 1, arbitrary: fc.constant(null) },
	);
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

/** A value in the bracket notation of a form; null where a form can't express it. */
function formOf(value: unknown): string | null {
	const pairs: [string, string][] = [];
	const isWritten = write(value, "");
	return isWritten ? pairs.map((pair) => pair.map((text) => encodeURIComponent(text)).join("=")).join("&") : null;

	function write(part: unknown, name: string): boolean {
		if (typeof part === "object" && part !== null && !Array.isArray(part)) {
			const entries = Object.entries(part);
			if (entries.length === 0 && name !== "") return false;
			return entries.every(
				([key, inner]) => !/[[\]]/.test(key) && key !== "" && write(inner, name === "" ? key : `${name}[${key}]`),
			);
		}
		if (name === "" || !["string", "number", "boolean"].includes(typeof part)) return false;
		pairs.push([name, String(part)]);
		return String(part).isWellFormed() && name.isWellFormed();
	}
}
