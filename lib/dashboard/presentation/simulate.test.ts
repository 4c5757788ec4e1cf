import { X509Certificate } from "node:crypto";
import { describe, expect, test } from "vitest";
import { decodeCbor } from "@/lib/mdoc/cbor/decode-cbor";
import { diagnosticOf } from "@/lib/mdoc/cbor/diagnostic";
import { unlistedSampleRoot } from "@/lib/mdoc/sample/sample-issuers";
import type { SAMPLE_LICENCES } from "@/lib/mdoc/sample/sample-licences";
import { CHECK_NAMES } from "@/lib/mdoc/verification/verification";
import { ROLES, type Role } from "../session/permissions";
import { finding } from "./chain";
import type { PresentationReport, PresentationRules } from "./presentation-report";
import { simulate } from "./simulate";
import { ownRoots } from "./trusted-roots";

const NAMES = ["portrait", "family_name", "birth_date", "age_over_21", "expiry_date", "resident_city"];
const RULES = ["iso", "browser"] as const;
type Licence = (typeof SAMPLE_LICENCES)[number]["id"];

function simulated(
	licence: Licence,
	rules: PresentationRules = "iso",
	change: { names?: string[]; authority?: string; role?: Role } = {},
) {
	const { names = NAMES, authority = "", role = "editor" } = change;
	const roots = ownRoots(authority) ?? [];
	return simulate({
		origin: "https://console.example",
		names,
		isRetained: true,
		licence,
		rules,
		roots,
		role,
		labelOf: (name) => `<${name}>`,
		now: new Date(),
	});
}

const stateOf = (report: PresentationReport, name: string) => report.checks.find((check) => check.name === name)?.state;
const file = (report: PresentationReport, label: string) =>
	Buffer.from(report.downloads.find((download) => download.label === label)?.base64 ?? "", "base64");

describe.each(RULES)("by the rules %s", (rules) => {
	test.each([
		["whole", "verified", null],
		["under-21", "verified", null],
		["expired-licence", "rejected", "licence-expiry"],
		["expired-copy", "rejected", "valid-until"],
		["unlisted-issuer", "rejected", "chain"],
		["altered-element", "rejected", "digests"],
		["sends-more", "verified", null],
		["other-phone", "rejected", "device-proof"],
		["expired-signer", "rejected", "certificate-dates"],
		["not-yet-valid", "rejected", "valid-from"],
		["mac", "verified", null],
	] as const)("the licence %s is %s", (licence, verdict, failed) => {
		const report = simulated(licence, rules);
		expect([report.verdict, report.reason]).toEqual([verdict, expect.stringMatching(/\w/)]);
		const failures = report.checks.flatMap(({ state, name }) => (state === "failed" ? [name] : []));
		expect(failures).toEqual(failed ? [failed] : []);
		expect(report.checks.map(({ name }) => name)).toEqual([...CHECK_NAMES]);
		for (const { title, remedy } of report.checks)
			expect([title.length > 10, remedy.length > 10]).toEqual([true, true]);
		expect(report.application === null).toBe(verdict === "rejected");
		expect(stateOf(report, "revocation")).toBe("unchecked");
	});

	test("one element fewer is one fewer in the request, in the response and in the code's JSON, and no other", () => {
		for (const name of NAMES) {
			const names = NAMES.filter((other) => other !== name);
			const [all, fewer] = [simulated("whole", rules), simulated("whole", rules, { names })];
			const requested = (report: PresentationReport) => NAMES.filter((each) => file(report, "Request").includes(each));
			expect(requested(all)).toEqual(NAMES);
			expect(requested(fewer)).toEqual(names);
			expect(fewer.elements.map((element) => element.name)).toEqual(names);
			expect(NAMES.filter((each) => file(fewer, "Response").includes(each))).toEqual(names);
			const got = Object.values(JSON.parse(fewer.application ?? "{}")).flatMap((claims) =>
				Object.keys(claims as object),
			);
			expect(got).toEqual(names);
		}
	});

	test("every element has its label, and whether its value will be stored", () => {
		for (const { label, name, isRetained, digest } of simulated("whole", rules).elements) {
			expect([label, isRetained, digest]).toEqual([`<${name}>`, true, "matches"]);
		}
	});
});

test("a wallet that lacks an element sends the rest by the rules of ISO, and nothing by those of browsers", () => {
	const iso = simulated("mandatory", "iso");
	expect([iso.verdict, iso.reason]).toEqual(["incomplete", expect.stringContaining("<age_over_21>, <resident_city>")]);
	expect(iso.elements.filter(({ isSent }) => isSent)).toHaveLength(NAMES.length - 2);
	const browser = simulated("mandatory", "browser");
	expect(browser.verdict).toBe("rejected");
	expect(browser.reason).toContain("<age_over_21>, <resident_city>");
	expect(browser.reason).toContain("ISO 18013-7");
	expect(browser.reason).toContain("other 4");
	expect(browser.elements.map(({ name, isSent }) => [name, isSent])).toEqual(NAMES.map((name) => [name, false]));
	expect(browser.checks.map(({ name }) => name)).toEqual([...CHECK_NAMES]);
	expect(browser.downloads.map(({ label }) => label)).toEqual(["Request"]);
});

test("the changed element is the only one whose value is not shown, and is never shown as trusted in the diagnostic", () => {
	const { elements, reason } = simulated("altered-element");
	const changed = elements.filter(({ digest }) => digest === "differs");
	expect(changed).toHaveLength(1);
	expect(reason).toContain(`Changed: ${changed[0]?.label}.`);
	for (const { value, altered, digest } of elements) {
		expect([value !== null, altered !== null]).toEqual([digest === "matches", digest === "differs"]);
	}
});

test("the bytes of a photo are for editors alone: no other role gets them in any form, and it is said why", () => {
	for (const licence of ["whole", "sends-more", "altered-element", "unlisted-issuer"] as const) {
		const photo = photoIn(simulated(licence));
		for (const role of ROLES) {
			const report = simulated(licence, "browser", { role });
			const text = JSON.stringify(report);
			const contents = report.downloads.map(({ base64 }) => Buffer.from(base64, "base64"));
			const isSent = contents.some((content) => content.includes(photo));
			expect([licence, role, isSent, report.withheld]).toEqual([
				...[licence, role, role === "editor"],
				role === "editor"
					? null
					: expect.stringMatching(/^Seeing a holder’s photo in Try it needs the editor role\. The photo/),
			]);
			const start = photo.subarray(0, 12);
			const isAnywhere = [start.toString("base64"), start.toString("hex")].some((bytes) => text.includes(bytes));
			expect([licence, role, isAnywhere]).toEqual([licence, role, role === "editor"]);
		}
	}
	const names = ["family_name"];
	const without = simulated("whole", "iso", { names, role: "viewer" });
	expect([without.withheld, without.downloads.map(({ label }) => label)]).toEqual([
		null,
		["Request", "Response", "Root"],
	]);
});

function photoIn(report: PresentationReport): Buffer {
	const response = file(report, "Response");
	return response.subarray(response.indexOf(Buffer.from("ffd8ff", "hex"))).subarray(0, 100);
}

test.each([
	["whole", "Genuine."],
	["mandatory", "Genuine, but not all was sent."],
	["unlisted-issuer", "Broken at Root."],
	["expired-signer", "Broken at Signer."],
	["altered-element", "Broken at Licence."],
	["expired-copy", "Broken at Licence."],
	["other-phone", "Broken at Phone."],
] as const)("the licence %s: %s", (licence, sentence) => {
	expect(finding(simulated(licence))).toBe(sentence);
});

test("an issuer that is not on the list is trusted once the root that can be saved is trusted", () => {
	const before = simulated("unlisted-issuer");
	const after = simulated("unlisted-issuer", "iso", { authority: file(before, "Root").toString() });
	expect([before.verdict, after.verdict]).toEqual(["rejected", "verified"]);
});

test("elements that were not requested are named, and their values are only in the response itself", () => {
	const report = simulated("sends-more", "iso", { names: ["family_name"] });
	const others = report.elements.filter(({ isRequested }) => !isRequested);
	expect(others).toHaveLength(2);
	expect(stateOf(report, "nothing-else")).toBe("noted");
	for (const { value } of others) expect(value).toBeNull();
	const whole = diagnosticOf(decodeCbor(file(report, "Response")));
	const text = JSON.stringify({ ...report, downloads: [] });
	for (const { name } of others) {
		const [, value = "none"] = new RegExp(`"${name}",\\s*"elementValue": (.+)`).exec(whole) ?? [];
		expect(whole).toContain(value);
		expect(report.diagnostic).toContain(name);
		expect(report.diagnostic?.match(/left out: not asked for/g)).toHaveLength(others.length);
		if (value.length > 4) expect(text).not.toContain(value.slice(1, -1));
	}
});

test("the result for an age limit that the licence does not attest is the nearest one that it does", () => {
	const { elements, verdict, application } = simulated("whole", "iso", { names: ["age_over_20"] });
	expect([verdict, elements[0]?.answeredBy, elements[0]?.value]).toEqual([
		...["verified", "age_over_21"],
		{ kind: "text", text: "Yes" },
	]);
	expect(application).toContain('"answered_by": "age_over_21"');
});

test("a custom certificate authority adds to the list: its licences are valid then, and the others as before", () => {
	const authority = unlistedSampleRoot().toString();
	for (const licence of ["unlisted-issuer", "whole"] as const) {
		expect(simulated(licence, "iso", { authority }).verdict).toBe("verified");
	}
	const { chain, downloads } = simulated("unlisted-issuer", "iso", { authority });
	expect(chain.at(-1)).toMatchObject({ role: "root", source: "Custom certificate authority of the template" });
	const root = downloads.find(({ label }) => label === "Root");
	expect(new X509Certificate(Buffer.from(root?.base64 ?? "", "base64")).fingerprint256).toBe(chain.at(-1)?.fingerprint);
});

test("two simulations share no nonce, no key and no session", () => {
	for (const rules of RULES) {
		const [one, other] = [simulated("whole", rules), simulated("whole", rules)];
		for (const { name, text } of one.session.filter(({ name }) => name !== "Origin")) {
			expect(other.session.find((each) => each.name === name)?.text, name).not.toBe(text);
		}
	}
});
