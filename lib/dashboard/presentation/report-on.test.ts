import fc from "fast-check";
import { expect, test } from "vitest";
import { CborTag, type CborValue } from "@/lib/mdoc/cbor/encode-cbor";
import { itemsOf } from "@/lib/mdoc/cbor/fields";
import { MDL_NAMESPACE } from "@/lib/mdoc/mdl";
import { ELEMENTS } from "@/lib/mdoc/testing/paths";
import { received, rewriteCbor } from "@/lib/mdoc/testing/rewrite-cbor";
import { requested, respond, verified } from "@/lib/mdoc/testing/sample-session";
import { listedAgain } from "@/lib/mdoc/testing/sign-again";
import { CHECK_NAMES, type CheckState, type Verification } from "@/lib/mdoc/verification/verification";
import type { Role } from "../session/permissions";
import { chainOf, finding } from "./chain";
import { reportOn } from "./report-on";

const STATES = ["passed", "noted", "failed", "unchecked"] as const satisfies readonly CheckState[];

const SESSION = ["Origin", "Private key (JWK)"].map((name) => ({ name, text: "x" }));
const REST = { request: null, roots: [], session: SESSION, labelOf: String } as const;

test("the reason of a rejected response is that of the link where the chain broke, whichever checks failed", () => {
	const anyStates = fc.array(fc.constantFrom(...STATES), {
		minLength: CHECK_NAMES.length,
		maxLength: CHECK_NAMES.length,
	});
	fc.assert(
		fc.property(anyStates, (states) => {
			fc.pre(states.includes("failed"));
			const checks = CHECK_NAMES.map((name, index) => ({
				name,
				state: states[index] ?? "passed",
				detail: `Detail of ${name}.`,
			}));
			const verification: Verification = {
				...{ verdict: "rejected", checks, elements: [], chain: [], validity: null, proof: null },
			};
			const report = reportOn({ verification, response: new Uint8Array(), ...REST, role: "editor" });
			const broken = chainOf(report.checks).find(({ isBroken }) => isBroken);
			expect(finding(report)).toBe(`Broken at ${broken?.title}.`);
			const failed = broken?.checks.filter(({ state }) => state === "failed").map(({ detail }) => detail) ?? [];
			expect(failed.some((detail) => detail && report.reason.startsWith(detail))).toBe(true);
		}),
	);
});

// No picture begins like this, so that nothing but the name says what it is.
const PHOTO = Buffer.from("a photo of the holder ".repeat(20));
const NAMES = ["portrait", "family_name"];
const WHOLE = respond("whole", requested(...NAMES));

/** With another value of the photo, which the issuer signed. */
function withPhoto(value: CborValue, name = "portrait"): Buffer {
	const { elements } = verified(WHOLE, { requested: requested(...NAMES) });
	const place = elements.findIndex((element) => element.name === "portrait");
	const changed = rewriteCbor(WHOLE, [...ELEMENTS, place, "elementValue"], () => value);
	const named = rewriteCbor(changed, [...ELEMENTS, place, "elementIdentifier"], () => name);
	return listedAgain(named, MDL_NAMESPACE, place);
}

function reportFor(role: Role, response: Uint8Array, names: readonly string[] = NAMES) {
	return reportOn({ verification: verified(response, { requested: requested(...names) }), response, ...REST, role });
}

/** Whether a report holds a photo, or what opens the response that has it. */
function holdsPhoto(report: ReturnType<typeof reportFor>): boolean {
	const downloads = report.downloads.map(({ base64 }) => Buffer.from(base64, "base64").toString("latin1"));
	const text = JSON.stringify([{ ...report, downloads }, downloads]);
	const start = PHOTO.subarray(0, 9);
	const forms = [start.toString(), start.toString("hex"), start.toString("base64url"), "Private key (JWK)"];
	return forms.some((form) => text.includes(form));
}

const KINDS: [string, CborValue][] = [
	["bytes", PHOTO],
	["a text of base64", PHOTO.toString("base64url")],
	["bytes in a tag", new CborTag(1, PHOTO)],
	["bytes in a list", [PHOTO, PHOTO]],
	["bytes in a map", new Map([["face", PHOTO]])],
];

test.each(KINDS)("a photo as %s is only its size for a role that may not see it", (_, value) => {
	const response = withPhoto(value);
	expect(holdsPhoto(reportFor("editor", response))).toBe(true);
	for (const role of ["viewer", "support"] as const) {
		const report = reportFor(role, response);
		expect(report.verdict).toBe("verified");
		expect(holdsPhoto(report)).toBe(false);
		const [photo] = report.elements;
		expect(photo?.value).toEqual({ kind: "text", text: expect.stringMatching(/^left out \(\d+ bytes\)$/) });
		expect(JSON.parse(report.application ?? "{}")[MDL_NAMESPACE].portrait.value).toBe(photo?.value?.text);
		expect(report.diagnostic).toContain("/ left out: a photo is not for your role /");
		expect(report.withheld).toMatch(/editor role\. The photo, and the response that contains it, are left out of this/);
	}
});

const twice = rewriteCbor(withPhoto(PHOTO), ["documents"], (item) => {
	const [one] = itemsOf(item, "documents").map(received);
	return one ? [one, one] : [];
});

test.each<[string, Buffer, string[]]>([
	["was not requested", withPhoto(PHOTO), ["family_name"]],
	["is a biometric template", withPhoto(PHOTO, "biometric_template_face"), ["biometric_template_face"]],
	["is in a licence beside another one", twice, ["family_name"]],
	["is in a response that can't be read", withPhoto(PHOTO).subarray(0, -1), ["family_name"]],
	["has another name, and the response can't be read", withPhoto(PHOTO, "odd").subarray(0, -1), []],
])("a photo is not in a viewer's result where it %s", (_, response, names) => {
	expect(holdsPhoto(reportFor("editor", response, names))).toBe(true);
	const report = reportFor("viewer", response, names);
	expect(holdsPhoto(report)).toBe(false);
	expect(report.withheld).toMatch(/left out of this result\.$/);
});

test("what was not requested is left out for that, for any role; without a photo nothing is withheld", () => {
	const response = withPhoto(PHOTO);
	for (const role of ["editor", "viewer"] as const) {
		const { diagnostic } = reportFor(role, response, ["family_name"]);
		expect(diagnostic).toContain("/ left out: not asked for /");
		expect(diagnostic).not.toContain("a photo is not for your role");
	}
	const names = ["family_name", "portrait_capture_date"];
	const report = reportFor("viewer", respond("whole", requested(...names)), names);
	expect([report.withheld, report.session, report.downloads[0]?.label]).toEqual([null, SESSION, "Response"]);
});
