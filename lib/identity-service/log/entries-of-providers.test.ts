import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SIGN_IN_FAILURES } from "@/lib/contract/log-entry";
import { authorizeAddress, followed, postResponse, signInThrough, toProvider } from "../testing/connection-sign-in";
import { type LogReader, logReader } from "../testing/log-reader";
import { TestBrowser } from "../testing/test-browser";
import { addConnection, testProvider } from "../testing/test-provider";
import { ANY_ENGINE, startTestService } from "../testing/test-service";

const ACME = { connection: "acme", connection_id: "con_acme", strategy: "samlp" };
const WEB = { client_id: "web", client_name: "The web application" };
const ADA = { user_id: "samlp|acme|ada", user_name: "ada@example.com" };
const CONTENT = { connection: "acme", nameId: "ada", attributes: { email: "ada@example.com" } };

describe.each(ANY_ENGINE)("the log of sign-ins through another identity provider, on %s", (engine) => {
	const provider = testProvider();
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	let log: LogReader;
	beforeAll(async () => {
		tenant = await startTestService(engine);
		log = await logReader(tenant.service);
		await addConnection(tenant.service, "acme", ["web"], provider.options);
		await addConnection(tenant.service, "elsewhere", ["web-steady"], provider.options);
	});
	afterAll(() => tenant.stop());

	const address = authorizeAddress({ client_id: "web", connection: "acme" });
	const enable = (clients: string[]) =>
		tenant.service.database
			.updateTable("connections")
			.set({ enabled_clients: JSON.stringify(clients) })
			.where("name", "=", "acme")
			.execute();

	it("has the sign-in with its connection", async () => {
		const browser = new TestBrowser(tenant.service);
		const signIn = () => signInThrough(tenant.service, browser, provider, { address, ...CONTENT });
		expect(await log.entriesOf(signIn)).toMatchObject([{ type: "s", ...ADA, ...WEB, ...ACME }]);
	});

	it("says why a response was refused, in the words of its page", async () => {
		const { id, relayState } = await toProvider(new TestBrowser(tenant.service), address);
		const SAMLResponse = provider.response({ ...CONTENT, inResponseTo: id, audience: "urn:other" });
		const send = () => postResponse(tenant.service, "acme", { SAMLResponse, RelayState: relayState });
		expect(await log.entriesOf(send)).toMatchObject([
			{ type: "fc", ...ACME, description: expect.stringContaining("Audience is invalid") },
		]);
		const unread = () => postResponse(tenant.service, "acme", { SAMLResponse: "bm8geG1s", RelayState: relayState });
		expect(await log.entriesOf(unread)).toMatchObject([{ type: "fc", ...ACME }]);
	});

	it("says of a connection that is not enabled for the application, at each step, for whom that is known", async () => {
		const refusal = { type: "f", ...WEB, description: SIGN_IN_FAILURES.otherConnection };
		const browser = new TestBrowser(tenant.service);
		const page = await browser.authorize({ client_id: "web" });
		const begin = () => browser.visit(`${page.pathname}/connection?name=elsewhere`);
		expect(await log.entriesOf(begin)).toMatchObject([{ ...refusal, connection: "elsewhere" }]);

		const { id, relayState } = await toProvider(browser, address);
		const SAMLResponse = provider.response({ ...CONTENT, inResponseTo: id });
		const send = () => postResponse(tenant.service, "acme", { SAMLResponse, RelayState: relayState });
		await enable(["web-steady"]);
		expect(await log.entriesOf(send)).toMatchObject([{ ...refusal, ...ACME }]);
		await enable(["web", "web-steady"]);
		const response = await send();
		await enable(["web-steady"]);
		expect(await log.entriesOf(() => followed(browser, response))).toMatchObject([{ ...refusal, ...ADA, ...ACME }]);
		await enable(["web"]);
	});

	it("says of a blocked user", async () => {
		await tenant.service.database.updateTable("users").set({ blocked: 1 }).where("user_id", "=", ADA.user_id).execute();
		const browser = new TestBrowser(tenant.service);
		const signIn = () => signInThrough(tenant.service, browser, provider, { address, ...CONTENT });
		expect(await log.entriesOf(signIn)).toMatchObject([
			{ type: "f", ...ADA, ...WEB, description: SIGN_IN_FAILURES.blocked },
		]);
	});

	it("has refused messages of sign-outs", async () => {
		const browser = new TestBrowser(tenant.service);
		const entries = await log.entriesOf(async () => {
			await browser.visit("logout");
			await browser.visit("samlp/saml/logout");
		});
		expect(entries).toMatchObject([{ type: "flo" }, { type: "flo" }]);
	});
});
