import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { addAttackedClients, refusedSaml, samlRequest } from "../testing/refused-saml";
import { postForm } from "../testing/saml-party";
import { ISSUER, startTestService } from "../testing/test-service";

const MINUTE = 60_000;

describe("an attack by the header of a SAML request", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService();
		await addAttackedClients(tenant.service);
	});
	afterAll(() => tenant.stop());
	afterEach(() => vi.restoreAllMocks());

	const { byPost, byBoth } = refusedSaml(() => tenant.service);

	it.each([
		"https://evil.example/samlp/saml",
		`${ISSUER}samlp/other`,
		`${ISSUER}samlp/saml/logout`,
		`${ISSUER}samlp/samlx`,
		`${ISSUER}SAMLP/saml`,
		"http://LOCALHOST:3000/samlp/saml",
		"/samlp/saml",
		"",
	])("refuses the destination %j", async (destination) => {
		expect(await byBoth(samlRequest({ destination }))).toBe("The message was sent to another URL.");
	});

	it.each(["1.1", "2.1", "2", "", null])("refuses the version %j", async (version) => {
		expect(await byBoth(samlRequest({ attributes: { Version: version } }))).toBe("The message is not SAML 2.0.");
	});

	it.each([
		[-6 * MINUTE, "The message is too old. Begin again."],
		[-365 * 24 * 60 * MINUTE, "The message is too old. Begin again."],
		[6 * MINUTE, "The message is from the future: a clock is wrong."],
		[365 * 24 * 60 * MINUTE, "The message is from the future: a clock is wrong."],
	])("refuses one that was made %i milliseconds from now", async (milliseconds, words) => {
		const issueInstant = new Date(Date.now() + milliseconds).toISOString();
		expect(await byBoth(samlRequest({ issueInstant }))).toBe(words);
	});

	it.each(["yesterday", "", "2026-13-45T00:00:00Z", "2026-01-01T00:00:00", "0", "Infinity"])(
		"refuses the time %j",
		async (issueInstant) => {
			expect(await byBoth(samlRequest({ issueInstant }))).toMatch(/time that cannot be read|cannot be read/);
		},
	);

	it.each(["1abc", "a b", "_'", `_${"x".repeat(300)}`])("refuses the ID %j", async (id) => {
		expect(await byBoth(samlRequest({ id }))).toBe("The message's ID is not valid.");
	});

	it("refuses names that are not registered for the application, those of other applications among them", async () => {
		for (const issuer of [
			"web",
			"signing",
			"https://named.example/metadata",
			"https://sp.example/metadat_",
			"%",
			"SAML",
		]) {
			expect(await byBoth(samlRequest({ issuer }))).toMatch("its issuer is not the entity ID registered for this one");
		}
	});

	it("refuses messages of other kinds, and under the other parameter", async () => {
		for (const name of ["Response", "ArtifactResolve", "AttributeQuery", "authnRequest"]) {
			expect(await byBoth(samlRequest().replaceAll("AuthnRequest", name))).toMatch("This message is not accepted");
		}
		const elsewhere = samlRequest().replace("SAML:2.0:protocol", "SAML:1.0:protocol");
		expect(await byBoth(elsewhere)).toMatch("This message is not accepted");
		const form = postForm(samlRequest(), { parameter: "SAMLResponse" });
		expect(await byPost(form)).toMatch("This message is not accepted");
	});

	it("refuses flags that are neither true nor false", async () => {
		for (const name of ["ForceAuthn", "IsPassive"]) {
			expect(await byBoth(samlRequest({ attributes: { [name]: "yes" } }))).toMatch(`${name} is neither true nor false`);
		}
	});
});
