import { describe, expect, test } from "vitest";
import { auditEntry } from "@/lib/dashboard/audit/audit-entry.test-data";
import { describeChange } from "./describe-change";

const entry = auditEntry({ person: "Ann" });
const edit = (...changes: string[]) => describeChange({ ...entry, changes });
const creation = (...changes: string[]) =>
	describeChange({ ...entry, operation: "post_vc_templates", changes: ["name", "type", "dialect", ...changes] });

describe("a create is described by the labels of the attributes that it requested", () => {
	test.each([
		[["portrait", "birth_date"], "Created it, asking for Photo and Date of birth"],
		[["well_known_trusted_issuers", "custom_certificate_authority", "resident_city"], "Created it, asking for City"],
		[["portrait", "resident_city", "age_over_18"], "Created it, asking for Photo, City and Over 18"],
		[[], "Created it"],
	])("%j: %s", (names, line) => {
		expect(creation(...names)).toEqual([line]);
	});
});

describe("an edit is described by what it added, removed and changed", () => {
	test.each([
		[["+resident_city"], ["Added City"]],
		[["-portrait", "-nationality"], ["Removed Photo and Nationality"]],
		[["~nationality"], ["Changed Nationality"]],
		[["~name"], ["Changed the name"]],
		[
			["+resident_city", "-portrait", "~type", "~name"],
			["Added City", "Removed Photo", "Changed the type and the name"],
		],
		[["~well_known_trusted_issuers"], ["Changed the trusted issuers"]],
		[
			["+__proto__", "-constructor", "~toString"],
			["Added __proto__", "Removed constructor", "Changed toString"],
		],
		[["+odd_element"], ["Added odd_element"]],
		[["+-odd"], ["Added -odd"]],
		[[], ["Saved it without a change"]],
	])("%j: %j", (changes, lines) => {
		expect(edit(...changes)).toEqual(lines);
	});

	test("a removed attribute called “name” is not described as the template's name", () => {
		expect(edit("-name")).toEqual(["Removed name"]);
	});

	test("where the previous content was unknown, only what was sent is described", () => {
		expect(edit("name", "portrait")).toEqual(["Saved it with the name and Photo"]);
	});
});

test.each(["refused", "not-done", "unknown"] as const)(
	"a write that is not known to be done (%s) is described as an attempt",
	(outcome) => {
		const lines = describeChange({ ...entry, outcome, changes: ["+resident_city", "-portrait"] });
		expect(lines).toEqual(["Tried to add City", "Tried to remove Photo"]);
	},
);

describe("a change of the purpose is described by its fields, also where one has the name of an attribute", () => {
	test.each([
		[["+purpose", "~legalBasis"], ["Set the purpose and the legal basis"]],
		[
			["~purpose", "-preset", "-privacyNotice"],
			["Set the purpose", "Removed the preset and the privacy notice"],
		],
	])("%j: %j", (changes, lines) => {
		expect(describeChange({ ...entry, operation: "set_template_purpose", changes })).toEqual(lines);
	});
});
