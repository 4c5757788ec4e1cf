import { X509Certificate } from "node:crypto";
import { expect, test } from "vitest";
import { certificateState } from "@/app/_certificates/certificate-state";
import { ROOT, RSA_ROOT } from "@/lib/testing/example-certificates";
import { type Access, fullAccess } from "../_edit/access";
import { certificateInWords, connectionState } from "./connection-state";

const { validFromDate, validToDate } = new X509Certificate(RSA_ROOT);
const DAY_MS = 24 * 3600 * 1000;
const during = new Date(validFromDate.getTime() + DAY_MS);
const soon = new Date(validToDate.getTime() - DAY_MS);
const after = new Date(validToDate.getTime() + DAY_MS);
const before = new Date(validFromDate.getTime() - DAY_MS);
const damaged = RSA_ROOT.replace(/MII./, "AAAA");

test.each([
	["", during, "none"],
	["words", during, "unreadable"],
	[damaged, during, "unreadable"],
	[ROOT, during, "weak"],
	[RSA_ROOT, during, "valid"],
	[damaged + RSA_ROOT, during, "valid"],
	[RSA_ROOT, soon, "soon"],
	[RSA_ROOT, after, "expired"],
	[ROOT + RSA_ROOT, after, "expired"],
	[RSA_ROOT, before, "early"],
])("certificates %#: at %s they are %s", (pem, now, kind) => expect(certificateState(pem, now).kind).toBe(kind));

const on = { clients: ["a", "b"], issuer: "urn:a", signInEndpoint: "https://a.example/" };
const words = (facts: typeof on, pem: string, now: Date) => connectionState(facts, certificateState(pem, now), "UTC");

test("describes the state of a connection", () => {
	expect(words({ ...on, clients: [] }, RSA_ROOT, during)).toEqual({
		tone: "neutral",
		text: "Off: no application may use it.",
	});
	expect(words(on, RSA_ROOT, during)).toEqual({ tone: "success", text: "On for 2 applications." });
	expect(words({ ...on, clients: ["a"] }, "", during)).toEqual({
		tone: "danger",
		text: "On for 1 application, but it refuses every response: it has no certificate.",
	});
	expect(words(on, RSA_ROOT, after).text).toContain(
		`its certificate expired on ${validToDate.toISOString().slice(0, 10)}`,
	);
	expect(words({ ...on, clients: [] }, "", during).text).toContain("Turned on, it would refuse every response");
	expect(words(on, RSA_ROOT, soon).tone).toBe("warning");
	expect(words({ ...on, signInEndpoint: "", issuer: "" }, RSA_ROOT, during).text).toMatch(
		/no sign-in address.*entity ID/,
	);
});

test("leaves out of the state what is not known, and says so", () => {
	const known = (access: Partial<Access>, facts = {}) =>
		connectionState({ ...on, ...facts, access: { ...fullAccess, ...access } }, certificateState("", during), "UTC");
	const nothing = { clients: [], issuer: "", signInEndpoint: "" };
	expect(known({ clients: "unread" }, nothing).text).toBe("Which applications may use it, if any, is not known.");
	expect(known({ clients: "shown" }).text).toMatch(/^On for more than 2 applications/);
	expect(known({ options: "unread" })).toEqual({
		tone: "neutral",
		text: "On for 2 applications. Its settings are not known.",
	});
	expect(known({ options: "unread" }, nothing).text).toBe(
		"Off: no application may use it. Its settings are not known.",
	);
	expect(known({ basics: "shown", options: "unread" })).toEqual({ tone: "success", text: "On for 2 applications." });
});

test("a table shows each state of certificates, with its tone", () => {
	const inWords = (pem: string, now: Date) => certificateInWords(certificateState(pem, now), "UTC");
	expect(inWords("", during)).toMatchObject({ tone: "danger", word: "none", day: "" });
	expect(inWords(RSA_ROOT, soon)).toMatchObject({
		word: "expires soon:",
		day: expect.stringMatching(/^\d{4}-\d\d-\d\d UTC$/),
	});
	expect(inWords(RSA_ROOT, during).tone).toBe("success");
});

test.each([
	["Europe/Berlin", "2027-01-01"],
	["America/New_York", "2026-12-31"],
	["UTC", "2026-12-31 UTC"],
])("names the day on which a certificate ends in %s", (timeZone, day) => {
	const at = "2026-12-31T23:30:00Z";
	expect(certificateInWords({ kind: "valid", at }, timeZone).day).toBe(day);
	expect(connectionState(on, { kind: "expired", at }, timeZone).text).toContain(`its certificate expired on ${day}.`);
	expect(connectionState(on, { kind: "soon", at }, timeZone).text).toContain(`Its certificate expires on ${day}:`);
});
