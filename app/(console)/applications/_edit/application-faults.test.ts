import { expect, test } from "vitest";
import { CLIENT_DESCRIPTION_LENGTH_MAX, CLIENT_NAME_LENGTH_MAX } from "@/lib/contract/client/client-limits";
import { shop } from "./application.test-data";
import { type ApplicationFormValues, emptyValues, valuesOf } from "./application-content";
import { applicationFaults } from "./application-faults";

const faults = (values: Partial<ApplicationFormValues>) => applicationFaults(shop, { ...valuesOf(shop), ...values });

test("an application as it is has no faults, nor has a new one with a name", () => {
	expect(faults({})).toBeNull();
	expect(applicationFaults(null, { ...emptyValues, name: "Shop" })).toBeNull();
});

test.each([
	["", "A name is needed."],
	["  ", "A name is needed."],
	["<b>", "A name holds neither < nor >."],
	["a\u0000b", "A name is one line of text, without control characters."],
	["a\nb", "A name is one line of text, without control characters."],
	["\ud800", "A name is one line of text, without control characters."],
	["😀".repeat(CLIENT_NAME_LENGTH_MAX + 1), "A name has at most 255 characters; this one has 256."],
])("the name %j is refused", (name, message) => {
	expect(faults({ name })).toEqual({ name: message });
});

test("a name and a description may be as long as the service takes them", () => {
	expect(faults({ name: "😀".repeat(CLIENT_NAME_LENGTH_MAX) })).toBeNull();
	expect(faults({ description: "é".repeat(CLIENT_DESCRIPTION_LENGTH_MAX) })).toBeNull();
	expect(faults({ description: "é".repeat(CLIENT_DESCRIPTION_LENGTH_MAX + 1) })).toEqual({
		description: "The description has 141 characters; at most 140 fit.",
	});
});

test("each list of addresses has its own fault", () => {
	const bad = faults({ callbacks: "/a", logoutUrls: "/b", webOrigins: "https://shop.example/c" });
	expect(Object.keys(bad ?? {})).toEqual(["callbacks", "logoutUrls", "webOrigins"]);
});

test("what stands in the field of addresses does not stop an application without people: it is left out", () => {
	const values = { ...emptyValues, name: "Job", callbacks: "/a" };
	expect(applicationFaults(null, values)).not.toBeNull();
	expect(applicationFaults(null, { ...values, type: "non_interactive" })).toBeNull();
});
