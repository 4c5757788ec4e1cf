import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { isReadable } from "./action-payload.ts";

const ID = "6a".repeat(21);

/** A call as text: only a list of arguments. */
function ofText(text: string, id = ID): Promise<boolean> {
	const headers = { "content-type": "text/plain;charset=UTF-8", "next-action": id };
	return isReadable({ headers } as unknown as IncomingMessage, Buffer.from(text));
}

/** A form, as browsers send it; with `id` a call. */
async function ofForm(fields: [string, string | Blob][], id?: string): Promise<boolean> {
	const form = new FormData();
	for (const [name, value] of fields) form.append(name, value);
	const whole = new Response(form);
	const headers = {
		"content-type": whole.headers.get("content-type"),
		...(id === undefined ? {} : { "next-action": id }),
	};
	return isReadable({ headers } as unknown as IncomingMessage, Buffer.from(await whole.arrayBuffer()));
}

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

describe("arguments of an action that a page of this console sends", () => {
	it.each([
		"[]",
		'[{"revoked":1},"$K1"]',
		'[{"opened":{"name":"a"},"saved":{"before":"$0:0:opened"}},"$K1"]',
		'[{"a":{"b":{}},"c":"$0:0:a","d":"$0:0:a:b"}]',
		'["$$5 off","$$","$undefined",null,1.5,true,"5$"]',
		nested(50),
		`[[${"1,".repeat(100_000)}1]]`,
	])("are read: %.60s", async (text) => {
		expect(await ofText(text)).toBe(true);
		expect(
			await ofForm(
				[
					["_1_name", "$x"],
					["1", "["],
					["0", text],
				],
				ID,
			),
		).toBe(true);
	});

	it.each([
		...["", "null", "1", '{"0":1}', "[1", '"[]"'],
		...['["$B1"]', '["$1"]', '["$1:a"]', '["$0"]', '["$0:5:a"]', '["$h1"]', '["$T"]', '["$Q1"]', '["$W1"]', '["$i1"]'],
		...[
			'["$n9"]',
			'["$nx"]',
			'["$A1"]',
			'["$O-1"]',
			'["$R1"]',
			'["$X1"]',
			'["$D2026"]',
			'["$@1"]',
			'["$"]',
			'["$Z1"]',
			'["$K"]',
		],
		...[
			'["$K1:a"]',
			'["$undefined1"]',
			'[{"a":"$0:0"}]',
			'[{"a":"$0:1"},{"b":"$0:0"}]',
			'["x","$0:0"]',
			'["$0:length"]',
		],
		...['[{},"$0:0:__proto__"]', '[{},"$0:0:constructor"]', '[[1],"$0:0:length"]'],
		...[nested(200), nested(20_000), `[${"1,".repeat(90_000)}1]`, `[${'{"a":'.repeat(5000)}1${"}".repeat(5000)}]`],
		`[[${"1,".repeat(100_000)}1],${'"$0:0",'.repeat(20)}1]`,
		...["x", "$$"].map((text) => `[["${text}${"x".repeat(200_000)}"],${'"$0:0",'.repeat(6)}1]`),
	])("are refused otherwise: %.60s", async (text) => {
		expect(await ofText(text)).toBe(false);
		expect(
			await ofForm(
				[
					["1", '"x"'],
					["2", "{}"],
					["0", text],
				],
				ID,
			),
		).toBe(false);
	});

	it("are for an action with a name that a build gives", async () => {
		for (const id of ["", "x", "40aa", ID.toUpperCase(), `${ID}0`, "__proto__"])
			expect(await ofText("[]", id)).toBe(false);
	});

	it("are text, and present", async () => {
		expect(await ofForm([["0", new Blob(["[]"])]], ID)).toBe(false);
		expect(await ofForm([["_1_name", "x"]], ID)).toBe(false);
	});
});

describe("a form that is sent without scripts", () => {
	const bound = (action: unknown, values?: string): [string, string][] => [
		["$ACTION_REF_1", ""],
		["$ACTION_1:0", typeof action === "string" ? action : JSON.stringify(action)],
		...(values === undefined ? [] : [["$ACTION_1:1", values] as [string, string]]),
		["$ACTION_KEY", "k1"],
		["name", '["$B1"]'],
	];

	it.each<[string, [string, string][]]>([
		["calls no action", [["name", "["]]],
		["calls an action", [[`$ACTION_ID_${ID}`, ""]]],
		["calls an action that is bound", bound({ id: ID, bound: "$@1" }, '[{"opened":{}},{"before":"$1:0:opened"}]')],
		["calls an action that is bound to nothing", bound({ id: ID, bound: null })],
	])("is read where it %s", async (_, fields) => {
		expect(await ofForm(fields)).toBe(true);
	});

	it.each<[string, [string, string][]]>([
		["calls an action that no build has", [["$ACTION_ID_nope", ""]]],
		["calls a member that every object has", [["$ACTION_ID___proto__", ""]]],
		["leaves out its bound arguments", [["$ACTION_REF_1", ""]]],
		["has an odd number", [["$ACTION_REF_x", ""]]],
		["is bound to unreadable arguments", bound("[")],
		["is bound to a text", bound('"x"')],
		["is bound to null", bound("null")],
		["is bound to another name", bound({ id: "nope", bound: null })],
		["is bound to more", bound({ id: ID, bound: null, more: "$B1" })],
		["leaves out the arguments", bound({ id: ID, bound: "$@1" })],
		["has other arguments", bound({ id: ID, bound: "$@2" }, "[]")],
		["has arguments that are no list", bound({ id: ID, bound: "$@1" }, "1")],
		["has arguments that refer to nothing", bound({ id: ID, bound: "$@1" }, '["$B9"]')],
		["names three actions, whose arguments would be read three times", Array(3).fill([`$ACTION_ID_${ID}`, ""])],
		["has arguments of another row", bound({ id: ID, bound: "$@1" }, '[{"a":{}},"$0:0:a"]')],
	])("is refused where it %s", async (_, fields) => {
		expect(await ofForm(fields)).toBe(false);
	});
});
