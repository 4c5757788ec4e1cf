import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { MDL_ATTRIBUTE_NAMES } from "@/lib/contract/template/mdl-elements";
import { createTemplateRequest, updateTemplateRequest } from "@/lib/contract/template/template";
import { requestedNames } from "@/lib/dashboard/templates/attribute-facts";
import { anyCharacter } from "@/lib/testing/any-character";
import { lacks, pathWith, programPath } from "@/lib/testing/programs.mjs";
import {
	createRequestOf,
	emptyValues,
	type TemplateFormValues,
	templateEditor,
	updateRequestOf,
} from "../_edit/template-editor";
import { requestedElements, toggled } from "../_edit/template-elements";
import { holderRequest } from "./holder-preview";
import { curlCommand, dcqlQuery, itemsRequest } from "./request-panel";

const name = fc.constantFrom(...MDL_ATTRIBUTE_NAMES, "age_over_18", "document_number", "odd_element", "__proto__");
const values = (attributes: string[]): TemplateFormValues => ({
	...emptyValues,
	name: "n",
	elements: toggled(emptyValues.elements, attributes, true),
});

/** The requested names in each of the four texts that show a request. */
function namesEverywhere(attributes: string[]): string[][] {
	const elements = requestedElements({}, values(attributes));
	const requested = requestedNames(elements);
	const { nameSpaces } = itemsRequest(requested, false);
	return [
		holderRequest(elements).groups.flatMap(({ attributes: found }) => found.map((attribute) => attribute.name)),
		Object.keys(createRequestOf(values(attributes)).presentation["org.iso.18013.5.1.mDL"]["org.iso.18013.5.1"]),
		dcqlQuery(requested, false).credentials.flatMap(({ claims }) => claims.map(({ path }) => path[1] ?? "")),
		Object.keys(nameSpaces["org.iso.18013.5.1"]),
	].map((names) => names.toSorted());
}

test("holder preview, request, DCQL query and ISO items contain exactly what is ticked", () => {
	fc.assert(
		fc.property(fc.uniqueArray(name, { minLength: 1 }), (attributes) => {
			for (const names of namesEverywhere(attributes)) expect(names).toEqual(attributes.toSorted());
		}),
	);
});

test("removing one tick removes exactly that element from all four", () => {
	fc.assert(
		fc.property(fc.uniqueArray(name, { minLength: 2 }), fc.nat(), (attributes, seed) => {
			const removed = attributes[seed % attributes.length];
			const before = namesEverywhere(attributes);
			const after = namesEverywhere(attributes.filter((attribute) => attribute !== removed));
			for (const [place, names] of before.entries()) {
				expect(after[place]).toEqual(names.filter((attribute) => attribute !== removed));
			}
		}),
	);
});

test("an element listed as false is not requested, and not counted", () => {
	const elements = { portrait: true, nationality: false };
	expect(requestedNames(elements)).toEqual(["portrait"]);
	expect(holderRequest(elements)).toMatchObject({
		sensitive: 1,
		optional: 0,
		listedFalse: ["nationality"],
	});
});

test("the DCQL query and the ISO items have the shapes of their standards", () => {
	expect(dcqlQuery(["family_name"], false)).toEqual({
		credentials: [
			{
				id: "mdl",
				format: "mso_mdoc",
				meta: { doctype_value: "org.iso.18013.5.1.mDL" },
				claims: [{ path: ["org.iso.18013.5.1", "family_name"], intent_to_retain: false }],
			},
		],
	});
	expect(itemsRequest(["family_name"], true)).toEqual({
		docType: "org.iso.18013.5.1.mDL",
		nameSpaces: { "org.iso.18013.5.1": { family_name: true } },
	});
});

test("the photo is bound to the rest once anything else is requested", () => {
	expect(holderRequest({ portrait: true }).isPhotoBound).toBe(false);
	expect(holderRequest({ portrait: true, age_over_21: true }).isPhotoBound).toBe(true);
});

test("both bodies conform to the contract", () => {
	const some = values(["portrait"]);
	const elements = requestedElements({}, some);
	expect(createTemplateRequest.safeParse(createRequestOf(some)).success).toBe(true);
	const stored = { ...templateEditor.defaults, name: "n", type: "mdl", elements };
	const whole = updateRequestOf(templateEditor.defaults, stored);
	expect(Object.keys(whole ?? {})).toEqual(["name", "presentation", "type"]);
	expect(updateTemplateRequest.safeParse(whole).success).toBe(true);
});

test.skipIf(lacks("sh"))(
	"a shell passes the body and the URL to curl unchanged, with any quotes, line breaks and signs",
	() => {
		const nasty = fc.oneof(
			fc.string({ unit: anyCharacter }),
			fc
				.array(fc.constantFrom("'", '"', "\\", "\n", "\r", "$", "`", "!", "$(id)", "\\'", "%", "é", "😀"))
				.map((parts) => parts.join("")),
		);
		// Every command runs a fake curl that prints its arguments, each followed by a NUL; many commands in one shell.
		fc.assert(
			fc.property(fc.array(fc.tuple(nasty, nasty), { minLength: 20, maxLength: 20 }), (pairs) => {
				const calls = pairs.map(([text, id]) => ({
					method: "PATCH" as const,
					url: `https://tenant.example/api/v2/templates/${encodeURIComponent(id.toWellFormed())}`,
					body: { name: text, nested: { [id]: true } },
				}));
				const script = [`curl() { printf '%s\\0' "$@"; }`, ...calls.map(curlCommand)].join("\n");
				const output = execFileSync(programPath("sh"), {
					input: script,
					env: { ...process.env, PATH: pathWith(), ACCESS_TOKEN: "secret token" },
				});
				const words = output.toString().split("\0").slice(0, -1);
				for (const { url, body } of calls) {
					const [, method, address, , authorization, , , , json = ""] = words.splice(0, 9);
					expect([method, authorization]).toEqual(["PATCH", "Authorization: Bearer secret token"]);
					expect(new URL(address ?? "").href).toBe(new URL(url.replaceAll("'", "%27")).href);
					expect(JSON.parse(json)).toEqual(body);
				}
			}),
			{ numRuns: process.env.LONG ? 20 : 4 },
		);
	},
);
