/** A refused message of SAML or WS-Federation names who it came from, and who is registered, to the operators of both sides. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { authorizeAddress, postResponse, toProvider } from "./testing/connection-sign-in";
import { logoutRequestXml, signedAddress } from "./testing/provider-logout";
import { authnRequestXml, messageXml, redirectQuery } from "./testing/saml-party";
import { TestBrowser } from "./testing/test-browser";
import { addConnection, testProvider } from "./testing/test-provider";
import { startTestService } from "./testing/test-service";

const OTHER = "https://other.example/metadata";
const OF_SAML = ["saml", "urn:saml", "https://sp.example/metadata"];

describe("the refusal of a name that is not registered", () => {
	const provider = testProvider();
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService();
		await addConnection(tenant.service, "acme", ["web"], { ...provider.options, issuer: OTHER });
	});
	afterAll(() => tenant.stop());

	/** The terms and descriptions in the details of the page, as a person reads them, and the line in the log. */
	async function refused(send: () => Promise<Response>, status = 400) {
		const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const response = await send();
		const lines = written.mock.calls.map(([line]) => String(line));
		written.mockRestore();
		const page = await response.text();
		expect(response.status, page).toBe(status);
		const [, list = ""] = /<details>.*<dl>(.*)<\/dl>.*<\/details>/s.exec(page) ?? [];
		const items = [...list.matchAll(/<(dt|dd)>(?:<code>)?(.*?)(?:<\/code>)?<\/\1>/g)].map(([, , text = ""]) => text);
		expect(lines).toHaveLength(1);
		return { items, line: lines[0] ?? "", page };
	}
	const facts = (name: string, came: string, registered: readonly string[]) => ({
		items: [`${name} received`, came, ...(registered.length > 0 ? [`${name} registered here`, ...registered] : [])],
		line: expect.stringMatching(/^[^\n]*\n$/),
	});
	const inLog = (name: string, came: string, registered: readonly string[]) => {
		const texts = registered.map((text) => JSON.stringify(text)).join(", ");
		return ` ${name} received: ${JSON.stringify(came)}. ${name} registered here: ${texts}.\n`;
	};
	const visit = (address: string) => () => new TestBrowser(tenant.service).visit(address);

	it("names both where an application's request to sign in or to sign out has another issuer", async () => {
		const nameId = "<saml:NameID>person</saml:NameID>";
		for (const message of [
			authnRequestXml({ clientId: "saml", issuer: OTHER }),
			messageXml("LogoutRequest", { clientId: "saml", issuer: OTHER, content: nameId }),
		]) {
			const found = await refused(visit(`samlp/saml?${redirectQuery(message)}`));
			expect(found).toMatchObject(facts("Issuer", OTHER, OF_SAML));
			expect(found.line).toContain(inLog("Issuer", OTHER, OF_SAML));
		}
	});

	it("names both where a provider's response has another issuer than the connection", async () => {
		const browser = new TestBrowser(tenant.service);
		const connection = "acme";
		const { id, relayState } = await toProvider(browser, authorizeAddress({ client_id: "web", connection }));
		const fields = { SAMLResponse: provider.response({ connection, inResponseTo: id }), RelayState: relayState };
		const found = await refused(() => postResponse(tenant.service, connection, fields));
		expect(found).toMatchObject(facts("Issuer", provider.entityId, [OTHER]));
		expect(found.line).toContain(inLog("Issuer", provider.entityId, [OTHER]));
	});

	it("names both where a provider's message of a logout is for another connection, and no others", async () => {
		const address = signedAddress(logoutRequestXml({ issuer: "urn:unknown" }), "SAMLRequest");
		const named = await refused(visit(`${address}&connection=acme`), 404);
		expect(named).toMatchObject(facts("Issuer", "urn:unknown", [OTHER]));
		const unnamed = await refused(visit(address), 404);
		expect(unnamed).toMatchObject(facts("Issuer", "urn:unknown", []));
		expect(unnamed.page + unnamed.line).not.toContain(OTHER);
	});

	it("names both where the wtrealm is another one than the application's", async () => {
		const found = await refused(
			visit(`wsfed/wsfed?${new URLSearchParams({ wa: "wsignin1.0", wtrealm: "urn:other" })}`),
		);
		expect(found).toMatchObject(facts("wtrealm", "urn:other", ["urn:wsfed", "urn:rp.example:wsfed"]));
	});

	it.each([
		["markup", '<b title="x">', "&lt;b title=&quot;x&quot;&gt;", '"<b title=\\"x\\">"'],
		["signs that nobody sees", "a\u202eb\u200bc\u2028d", "a\ufffdb\ufffdc\ufffdd", '"a\ufffdb\ufffdc\ufffdd"'],
		["a line end and an end of the quotation", 'a&#10;b". Issuer', "a\ufffdb&quot;. Issuer", '"a\ufffdb\\". Issuer"'],
		["more than 200 characters", "x".repeat(300), `${"x".repeat(200)}…`, `"${"x".repeat(200)}…"`],
	])("quotes %s without harm", async (_, issuer, onPage, logged) => {
		const message = authnRequestXml({ clientId: "saml", issuer: "ISSUER" });
		const written = issuer.replaceAll("<", "&lt;").replaceAll('"', "&quot;");
		const query = redirectQuery(message.replace(">ISSUER<", `>${written}<`));
		const { items, line } = await refused(visit(`samlp/saml?${query}`));
		expect(items.slice(0, 2)).toEqual(["Issuer received", onPage]);
		expect(line).toContain(` Issuer received: ${logged}. Issuer registered here: "saml"`);
		expect(line.indexOf("\n")).toBe(line.length - 1);
	});

	it("names ten of many that are registered", async () => {
		const client_aliases = Array.from({ length: 90 }, (_, index) => `urn:alias:${index}`);
		await tenant.service.database
			.updateTable("clients")
			.set({ settings: JSON.stringify({ addons: { samlp: {} }, client_aliases }) })
			.where("client_id", "=", "saml")
			.execute();
		const message = authnRequestXml({ clientId: "saml", issuer: OTHER });
		const { items } = await refused(visit(`samlp/saml?${redirectQuery(message)}`));
		expect(items.slice(3)).toEqual(["saml", "urn:saml", ...client_aliases.slice(0, 8)]);
	});
});
