import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { bodyRefusal } from "./body-check.ts";
import { NOT_A_FORM } from "./refusal.ts";

const ID = "6a".repeat(21);

type Headers = Record<string, string | null>;
const refusalOf = (bytes: Buffer<ArrayBuffer>, headers: Headers) =>
	bodyRefusal({ headers } as unknown as IncomingMessage, { bytes, isTooLarge: false });

/** A call as text: only a list of arguments. */
const ofText = (text: string, id = ID) =>
	refusalOf(Buffer.from(text), { "content-type": "text/plain;charset=UTF-8", "next-action": id });

/** A form, as browsers send it; with `id` a call. */
async function ofForm(fields: [string, string | Blob][], id?: string) {
	const form = new FormData();
	for (const [name, value] of fields) form.append(name, value);
	const whole = new Response(form);
	const headers = { "content-type": whole.headers.get("content-type"), ...(id !== undefined && { "next-action": id }) };
	return refusalOf(Buffer.from(await whole.arrayBuffer()), headers);
}

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const inObjects = (depth: number) => `[${'{"a":'.repeat(depth)}1${"}".repeat(depth)}]`;

describe("the arguments of a call", () => {
	it.each([
		"[]",
		'[{"revoked":1},"$K1"]',
		'[{"opened":{"name":"a"},"saved":{"before":"$0:0:opened"}},"$K1"]',
		'["$$5 off","$$","$undefined",null,1.5,true,"5$"]',
		nested(100),
		`[[${"1,".repeat(100_000)}1]]`,
		`["${nested(5_000)}"]`,
	])("are passed on: %.60s", async (text) => {
		expect(await ofText(text)).toBeUndefined();
		const fields: [string, string][] = [
			["_1_name", nested(200)],
			["1", '{"id":"x"}'],
			["0", text],
		];
		expect(await ofForm(fields, ID)).toBeUndefined();
	});

	it.each(["", "null", "1", '{"0":1}', "[1", '"[]"', nested(102), nested(20_000), inObjects(101), inObjects(5_000)])(
		"are refused where they are no list, or nested too deeply: %.60s",
		async (text) => {
			expect(await ofText(text)).toBe(NOT_A_FORM);
			expect(await ofForm([["0", text]], ID)).toBe(NOT_A_FORM);
		},
	);

	it("are refused where a part that they refer to is not JSON, or nested too deeply", async () => {
		for (const part of ["[", "x", nested(20_000)]) {
			const fields: [string, string][] = [
				["1", part],
				["0", '["$1"]'],
			];
			expect(await ofForm(fields, ID)).toBe(NOT_A_FORM);
		}
	});

	it.each(["1", "-1", "NaN", "Infinity", "1.2089258196146292e+24"])(
		"are refused where the part %s is nested too deeply: React finds any number's",
		async (part) => {
			expect(
				await ofForm(
					[
						[part, nested(20_000)],
						["0", '["$Q-1"]'],
					],
					ID,
				),
			).toBe(NOT_A_FORM);
		},
	);

	it("are text, and present", async () => {
		expect(await ofForm([["0", new Blob(["[]"])]], ID)).toBe(NOT_A_FORM);
		expect(await ofForm([["_1_name", "x"]], ID)).toBe(NOT_A_FORM);
	});

	it("are for an action with a name of the form that a build gives", async () => {
		for (const id of ["", "x", "40aa", ID.toUpperCase(), `${ID}0`, "__proto__"])
			expect(await ofText("[]", id)).toBe(NOT_A_FORM);
	});
});

describe("a form that is sent without scripts", () => {
	const bound = (action: string, values: string): [string, string][] => [
		["$ACTION_REF_1", ""],
		["$ACTION_1:0", action],
		["$ACTION_1:1", values],
		["$ACTION_KEY", "k1"],
		["name", '["$B1"]'],
	];
	const action = JSON.stringify({ id: ID, bound: "$@1" });

	it.each<[string, [string, string][]]>([
		[
			"calls no action",
			[
				["name", "["],
				["1", "["],
			],
		],
		["calls an action", [[`$ACTION_ID_${ID}`, ""]]],
		["calls an action that is bound", bound(action, '[{"opened":{}},{"before":"$1:0:opened"}]')],
	])("is passed on where it %s", async (_, fields) => {
		expect(await ofForm(fields)).toBeUndefined();
	});

	it.each<[string, [string, string][]]>([
		["calls an action by a name of another form", [["$ACTION_ID_nope", ""]]],
		["calls a member that every object has", [["$ACTION_ID___proto__", ""]]],
		["is bound to unreadable arguments", bound(action, "[")],
		["is bound to arguments that are nested too deeply", bound(action, nested(20_000))],
		["is bound to nothing readable", bound("[", "[]")],
	])("is refused where it %s", async (_, fields) => {
		expect(await ofForm(fields)).toBe(NOT_A_FORM);
	});
});
