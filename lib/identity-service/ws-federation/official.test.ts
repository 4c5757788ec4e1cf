import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anyCharacter } from "@/lib/testing/any-character";
import { xmlCharacters } from "@/lib/xml/markup";
import type { UserTable } from "../store/schema";
import { missingOfficialChecks, openOfficialChecks } from "../testing/official-checks";
import { CLAIMS, claimsIn, passiveToken, setClient } from "../testing/passive-sign-in";
import { TestBrowser } from "../testing/test-browser";
import { startTestService, USER_ID } from "../testing/test-service";

const ASSERTION = "urn:oasis:names:tc:SAML:1.0:assertion";
const RUNS = process.env.LONG ? 2000 : 4;

describe.skipIf(missingOfficialChecks)("a token of WS-Federation", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	let checks: ReturnType<typeof openOfficialChecks>;
	let certificate: string;
	beforeAll(async () => {
		tenant = await startTestService();
		checks = openOfficialChecks();
		certificate = await (await new TestBrowser(tenant.service).visit("pem")).text();
	});
	afterAll(async () => {
		checks.close();
		await tenant.stop();
	});

	const isValid = (document: string) =>
		checks.isWellSigned(document, `${ASSERTION}:Assertion`, { certificate, idAttribute: "AssertionID" });
	const assertionOf = (document: string) => /<saml:Assertion .*<\/saml:Assertion>/s.exec(document)?.[0] ?? "";

	it("is valid against the schema of SAML 1.1 and verified by xmlsec1, until a character changes", async () => {
		for (const wsfed of [{}, { signatureAlgorithm: "rsa-sha512" as const, typedAttributes: false }]) {
			await setClient(tenant.service, "wsfed", { addons: { wsfed } });
			const { document } = await passiveToken(tenant.service);
			expect(checks.schemaFaults(assertionOf(document), "cs-sstc-schema-assertion-1.1.xsd")).toBe("");
			expect(isValid(document)).toBe(true);
			expect(isValid(document.replace("Rita Rook", "Rita Hook"))).toBe(false);
		}
	});

	it("contains a user's name of any characters, valid, signed, and read as it was written", async () => {
		await setClient(tenant.service, "wsfed", { addons: { wsfed: {} } });
		const { database } = tenant.service;
		const browser = new TestBrowser(tenant.service);
		await browser.signIn({ client_id: "web" });
		const anything = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 60 });
		const markup = fc.constantFrom(
			"]]>",
			"<a/>",
			"&amp;",
			'"',
			"\ud800",
			"\u0000",
			"admin<!---->.evil",
			"\r\n\t",
			"\uffff",
		);
		const name = fc.array(fc.oneof(anything, markup), { minLength: 1, maxLength: 5 }).map((parts) => parts.join(""));
		await fc.assert(
			fc.asyncProperty(name, name, async (given, family) => {
				// Names that a database of another engine can't store never get this far.
				const row: Partial<UserTable> = { given_name: storable(given), family_name: storable(family) };
				await database.updateTable("users").set(row).where("user_id", "=", USER_ID).execute();
				const { document, root } = await passiveToken(tenant.service, "wsfed/wsfed", browser);
				expect(claimsIn(root)).toMatchObject({
					[`${CLAIMS}/givenname`]: xmlCharacters(row.given_name ?? ""),
					[`${CLAIMS}/surname`]: xmlCharacters(row.family_name ?? ""),
				});
				expect(isValid(document)).toBe(true);
				expect(checks.schemaFaults(assertionOf(document), "cs-sstc-schema-assertion-1.1.xsd")).toBe("");
			}),
			{ numRuns: RUNS },
		);
	});
});

/** As the store returns it: NUL ends a text there, a lone surrogate is replaced. */
function storable(name: string): string {
	return name.replaceAll("\0", "\u0001").toWellFormed();
}
