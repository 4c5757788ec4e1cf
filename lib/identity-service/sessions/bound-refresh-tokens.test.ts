import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dpopKey } from "../testing/dpop";
import { TestBrowser } from "../testing/test-browser";
import { ANY_ENGINE, ISSUER, REDIRECT_URI, startTestService } from "../testing/test-service";
import { challengeOf, credentials, exchange, requestToken } from "../testing/token-request";

const TOKEN_ENDPOINT = `${ISSUER}oauth/token`;
const VERIFIER = "v".repeat(43);
const REFUSED = { status: 403, body: { error: "invalid_grant" } };

describe.each(ANY_ENGINE)("refresh tokens of an application whose tokens become bound, on %s,", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
	});
	afterAll(() => tenant.stop());

	const bind = (sender_constraint: "dpop" | null) =>
		tenant.service.database
			.updateTable("clients")
			.set({ sender_constraint })
			.where("client_id", "in", ["browser", "web-with-api"])
			.execute();
	const proof = async (key = dpopKey()) => ({ dpop: await key.proof("POST", TOKEN_ENDPOINT) });

	async function signIn(clientId: string, headers: Record<string, string> = {}) {
		const query = { client_id: clientId, scope: "openid offline_access", ...challengeOf(VERIFIER) };
		const address = await new TestBrowser(tenant.service).signIn(query);
		const code = address.searchParams.get("code") ?? "";
		const form = { grant_type: "authorization_code", code, code_verifier: VERIFIER, redirect_uri: REDIRECT_URI };
		return (await requestToken(tenant.service, { ...form, ...credentials(tenant.service, clientId) }, headers)).body;
	}
	const renew = (clientId: string, refresh_token: string, headers: Record<string, string> = {}) =>
		requestToken(
			tenant.service,
			{ grant_type: "refresh_token", refresh_token, ...credentials(tenant.service, clientId) },
			headers,
		);

	it("are refused to a public one where they are unbound, unspent, until its tokens need no proof any more", async () => {
		await bind(null);
		const { refresh_token } = await signIn("browser");
		await bind("dpop");
		expect(await renew("browser", refresh_token, await proof())).toMatchObject(REFUSED);
		await bind(null);
		expect((await renew("browser", refresh_token)).status).toBe(200);
	});

	it("stay bound to their key where they are, whether the application's tokens must be or not", async () => {
		const key = dpopKey();
		await bind("dpop");
		let { refresh_token } = await signIn("browser", await proof(key));
		for (const constraint of ["dpop", null] as const) {
			await bind(constraint);
			expect(await renew("browser", refresh_token, await proof())).toMatchObject(REFUSED);
			const renewed = await renew("browser", refresh_token, await proof(key));
			expect(renewed).toMatchObject({ status: 200, body: { token_type: "DPoP" } });
			refresh_token = renewed.body.refresh_token;
		}
	});

	it("are accepted of a confidential one, which authenticates, with a proof for each access token", async () => {
		await bind(null);
		const { refresh_token } = await signIn("web-with-api");
		await bind("dpop");
		expect((await exchange(tenant.service, "web-with-api", refresh_token)).status).toBe(400);
		const renewed = await renew("web-with-api", refresh_token, await proof());
		expect(renewed).toMatchObject({ status: 200, body: { token_type: "DPoP" } });
		const again = await renew("web-with-api", renewed.body.refresh_token, await proof());
		expect(again.status).toBe(200);
		await bind(null);
	});
});
