import { createPublicKey } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readProviderMetadata } from "@/lib/xml/metadata/provider-metadata";
import { handleServiceRequest } from "../handle-request";
import { signingMaterial } from "../identity-provider/signing-material";
import { NO_PASSIVE } from "../saml/names";
import { addressWithMessage } from "../saml/outbound-messages";
import { authorizeAddress } from "../testing/connection-sign-in";
import { postedForm } from "../testing/federated-sign-in";
import {
	authnRequestXml,
	messageId,
	messageXml,
	postForm,
	redirectQuery,
	signedQuery,
	signedXml,
} from "../testing/saml-party";
import { readSamlDocument } from "../testing/saml-response";
import { addSampleConnection, choicesOn, deliverResponse, signInAtSample, untilPage } from "../testing/sample-sign-in";
import { TestBrowser } from "../testing/test-browser";
import { ANY_ENGINE, ISSUER, startTestService } from "../testing/test-service";
import { sampleProviderKey } from "./signing-key";

const THROUGH = authorizeAddress({ client_id: "web", connection: "sample-provider" });
const ADDRESSES = ["", "/metadata", "/sign-in", "/sign-out"] as const;

describe.each(ANY_ENGINE)("the sample provider on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeEach(async () => {
		tenant = await startTestService(engine);
		await addSampleConnection(tenant.service);
	});
	afterEach(async () => {
		vi.restoreAllMocks();
		await tenant.stop();
	});

	const change = (values: { enabled_clients?: string; options?: string; origin?: null }) =>
		tenant.service.database.updateTable("connections").set(values).where("name", "=", "sample-provider").execute();
	const people = () =>
		tenant.service.database
			.selectFrom("users")
			.selectAll()
			.where("connection", "is not", null)
			.orderBy("user_id")
			.execute();
	const silently = () => vi.spyOn(process.stderr, "write").mockReturnValue(true);
	const words = async (response: Response) => (await response.text()).replaceAll("&#39;", "'");

	it("signs in the person who is chosen on its page to the application", async () => {
		const browser = new TestBrowser(tenant.service);
		const page = await untilPage(browser, THROUGH);
		expect(await words(page.clone())).toContain("lets anyone in as any user");
		const { names, choose } = await choicesOn(page);
		expect(names).toEqual(["Ines Calder", "Tobias Renn", "Mina Park", "Noa Linde"]);
		const { location } = await deliverResponse(tenant.service, browser, await choose(browser, "Ines Calder"));
		expect(location?.searchParams.has("code")).toBe(true);
		expect(await people()).toMatchObject([
			{
				connection: "sample-provider",
				name: "Ines Calder",
				given_name: "Ines",
				family_name: "Calder",
				email: "ines.calder@sample-provider.example",
				email_verified: 0,
			},
		]);
	});

	it("shows that page once in a session, unless the application requires a new sign-in", async () => {
		const browser = new TestBrowser(tenant.service);
		await signInAtSample(tenant.service, browser, THROUGH);
		await browser.visit("v2/logout?client_id=web");
		const again = await deliverResponse(tenant.service, browser, await untilPage(browser, THROUGH));
		expect(again.location?.searchParams.has("code")).toBe(true);
		const prompt = await choicesOn(await untilPage(browser, `${THROUGH}&prompt=login`));
		expect(prompt.names).toHaveLength(4);
		const other = await deliverResponse(tenant.service, browser, await prompt.choose(browser, "Tobias Renn"));
		expect(other.location?.searchParams.has("code")).toBe(true);
		expect((await people()).map(({ name }) => name).toSorted()).toEqual(["Ines Calder", "Tobias Renn"]);
	});

	it("limits its cookie to its own pages, and hides it from scripts and cross-site forms", async () => {
		const browser = new TestBrowser(tenant.service);
		const chosen = await (await choicesOn(await untilPage(browser, THROUGH))).choose(browser, "Ines Calder");
		expect(chosen.headers.getSetCookie()).toEqual([
			expect.stringMatching(
				/^sample-provider\.session\.3000=[\w-]{43}; Path=\/sample-provider; Max-Age=28800; HttpOnly; SameSite=Lax$/,
			),
		]);
	});

	it("has a person without an address, and one with an account's address who is another user", async () => {
		await tenant.service.database
			.updateTable("users")
			.set({ email: "mina.park@example.org", email_key: "mina.park@example.org" })
			.where("email", "=", "omar@example.com")
			.execute();
		for (const name of ["Mina Park", "Noa Linde"]) {
			await signInAtSample(tenant.service, new TestBrowser(tenant.service), THROUGH, name);
		}
		expect((await people()).map(({ name, email }) => [name, email])).toEqual([
			["Noa Linde", null],
			["Mina Park", "mina.park@example.org"],
		]);
	});

	it("begins a sign-in itself only where the connection accepts that, and shows whether it does", async () => {
		const browser = new TestBrowser(tenant.service);
		const home = await (await choicesOn(await browser.visit("sample-provider"))).choose(browser, "Noa Linde");
		expect(home.headers.get("location")).toBe(`${ISSUER}sample-provider`);
		expect(await words(await browser.visit("sample-provider"))).toContain("does not accept sign-ins that begin here");
		expect((await browser.visit("sample-provider/continue", {})).headers.get("location")).toBe(
			`${ISSUER}sample-provider`,
		);
		const { options } = await tenant.service.database
			.selectFrom("connections")
			.select("options")
			.executeTakeFirstOrThrow();
		const idpinitiated = { enabled: true, client_id: "web", client_protocol: "oidc" };
		await change({ options: JSON.stringify({ ...JSON.parse(options), idpinitiated }) });
		expect(await words(await browser.visit("sample-provider"))).toContain("Continue to the application");
		const page = await browser.visit("sample-provider/continue", {});
		expect(postedForm(await page.clone().text()).fields).not.toHaveProperty("RelayState");
		const { location } = await deliverResponse(tenant.service, browser, page);
		expect(location?.pathname).toBe("/callback");
		expect(location?.searchParams.has("code")).toBe(true);
	});

	it("responds NoPassive to a passive request where no person is signed in", async () => {
		const { service } = tenant;
		const parts = {
			clientId: "",
			issuer: "urn:auth0:localhost:3000:sample-provider",
			attributes: { IsPassive: "true" },
			acs: `${ISSUER}login/callback?connection=sample-provider`,
			destination: `${ISSUER}sample-provider/sign-in`,
		};
		const message = { parameter: "SAMLRequest", document: authnRequestXml(parts), relayState: null } as const;
		const material = await signingMaterial(service, {});
		const page = await new TestBrowser(service).visit(addressWithMessage(parts.destination, message, material));
		const { fields } = postedForm(await page.text());
		const document = Buffer.from(fields.SAMLResponse ?? "", "base64").toString();
		expect(document).toContain(NO_PASSIVE);
		expect(document).not.toContain("Assertion>");
	});

	/** The query with which a sign-in redirects to the provider. */
	async function signedRequest(address: string, browser = new TestBrowser(tenant.service)) {
		let response = await browser.visit(address);
		for (;;) {
			const location = new URL(response.headers.get("location") ?? "");
			if (location.pathname === "/sample-provider/sign-in") return { query: location.search.slice(1), browser };
			response = await browser.visit(location.href);
		}
	}

	it("accepts a request once, and with the service's valid signature alone", async () => {
		const log = silently();
		const { query } = await signedRequest(THROUGH);
		const [request = "", relayState = "", algorithm = "", signature = ""] = query.split("&");
		const open = (sent: string) => new TestBrowser(tenant.service).visit(`sample-provider/sign-in?${sent}`);
		for (const forged of [
			request,
			[request, relayState].join("&"),
			[request, "RelayState=other", algorithm, signature].join("&"),
			[request, algorithm, signature].join("&"),
			signedQuery([request, relayState].join("&")),
		]) {
			expect((await open(forged)).status, forged).toBe(400);
		}
		expect((await open(query)).status).toBe(200);
		expect(await words(await open(query))).toContain("already used");
		expect(log.mock.calls.every(([line]) => /^identity-service: sample-provider refused: /.test(String(line)))).toBe(
			true,
		);
	});

	it("refuses messages that are unsigned, signed by another key, or from another sender", async () => {
		silently();
		const write = (issuer: string) => (signature: string | null) =>
			messageXml(
				"LogoutRequest",
				{
					clientId: "",
					id,
					issueInstant,
					issuer,
					destination: `${ISSUER}sample-provider/sign-out`,
					content: "<saml:NameID>p-4f1d7c20</saml:NameID>",
				},
				signature,
			);
		const [id, issueInstant] = [messageId(), new Date().toISOString()];
		const browser = new TestBrowser(tenant.service);
		await signInAtSample(tenant.service, browser, THROUGH);
		const own = write("urn:auth0:localhost:3000:sample-provider");
		for (const sent of [
			() => browser.visit(`sample-provider/sign-out?${redirectQuery(own(null))}`),
			() => browser.visit(`sample-provider/sign-out?${signedQuery(redirectQuery(own(null)))}`),
			() => browser.visit("sample-provider/sign-out", postForm(own(null))),
			() => browser.visit("sample-provider/sign-out", postForm(signedXml("LogoutRequest", own))),
		]) {
			expect((await sent()).status).toBe(400);
		}
		const message = { parameter: "SAMLRequest", document: write("urn:other")(null), relayState: null } as const;
		const material = await signingMaterial(tenant.service, {});
		const other = await browser.visit(addressWithMessage(`${ISSUER}sample-provider/sign-out`, message, material));
		expect([other.status, await words(other)]).toEqual([
			400,
			expect.stringMatching(
				/Issuer received.*urn:other.*Issuer registered here.*urn:auth0:localhost:3000:sample-provider/s,
			),
		]);
		expect(await words(await browser.visit("sample-provider"))).toContain("You are signed in here as");
	});

	it("refuses a cross-site form, an unknown person, and a request that is made up or too old", async () => {
		silently();
		const browser = new TestBrowser(tenant.service);
		for (const path of ["choose", "continue", "leave"]) {
			const request = new Request(`${ISSUER}sample-provider/${path}`, {
				method: "POST",
				body: new URLSearchParams({ person: "p-4f1d7c20" }),
				headers: { origin: "https://elsewhere.example", accept: "text/html" },
			});
			const response = await handleServiceRequest(tenant.service, request);
			expect([response.status, response.headers.getSetCookie()]).toEqual([403, []]);
			expect(await response.text()).toContain('<a href="/sample-provider">Back to the sample provider</a>');
		}
		const forms: Record<string, string>[] = [
			{ person: "p-nobody" },
			{ person: "__proto__" },
			{ person: "p-4f1d7c20", request: "a.b.c.d.e" },
		];
		for (const form of forms) {
			expect((await browser.visit("sample-provider/choose", form)).status).toBe(400);
		}
		const { choose } = await choicesOn(await untilPage(browser, THROUGH));
		tenant.passSeconds(601);
		expect(await words(await choose(browser, "Ines Calder"))).toContain("left open for too long");
		expect(browser.cookies.has("sample-provider.session.3000")).toBe(false);
	});

	it("publishes the connection's addresses and certificate in its metadata", async () => {
		const response = await new TestBrowser(tenant.service).visit("sample-provider/metadata");
		const { certificate, key } = await sampleProviderKey(tenant.service);
		expect(createPublicKey(certificate).equals(createPublicKey(key))).toBe(true);
		expect(readProviderMetadata(await response.text())).toMatchObject({
			entityId: `${ISSUER}sample-provider/metadata`,
			signIn: { redirect: `${ISSUER}sample-provider/sign-in`, post: `${ISSUER}sample-provider/sign-in` },
			signOut: { redirect: `${ISSUER}sample-provider/sign-out`, post: `${ISSUER}sample-provider/sign-out` },
			wantsSignedRequests: true,
			certificates: [certificate],
		});
	});

	it("signs with no key of the service's", async () => {
		const browser = new TestBrowser(tenant.service);
		const page = await (await choicesOn(await untilPage(browser, THROUGH))).choose(browser, "Ines Calder");
		const { fields } = postedForm(await page.text());
		const document = Buffer.from(fields.SAMLResponse ?? "", "base64").toString();
		await expect(readSamlDocument(tenant.service, document)).rejects.toThrow();
	});

	it.each([
		["off", { enabled_clients: "[]" }],
		["another one of its name", { origin: null }],
	] as const)("responds 404 at all addresses while its connection is %s", async (_, values) => {
		const browser = new TestBrowser(tenant.service);
		await signInAtSample(tenant.service, browser, THROUGH);
		await change(values);
		silently();
		for (const path of ADDRESSES) {
			expect((await browser.visit(`sample-provider${path}?SAMLRequest=x`)).status, path).toBe(404);
			expect((await browser.visit(`sample-provider${path}`, { SAMLRequest: "x" })).status, path).not.toBe(200);
		}
		for (const path of ["choose", "continue", "leave", "sign-in", "sign-out"]) {
			const unread = new Request(`${ISSUER}sample-provider/${path}`, { method: "POST", body: "SAMLRequest=x" });
			expect((await handleServiceRequest(tenant.service, unread)).status).toBe(404);
			expect(unread.bodyUsed).toBe(false);
		}
	});
});
