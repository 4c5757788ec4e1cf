import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TestBrowser } from "../testing/test-browser";
import { testClients } from "../testing/test-clients";
import { startTestService } from "../testing/test-service";
import { challengeOf, post, requestToken } from "../testing/token-request";

const VERIFIER = "v".repeat(43);
const CALLBACKS = [
	"http://127.0.0.1/callback",
	"http://127.0.0.1:8080/other?app=1",
	"http://[::1]:8080/callback",
	"http://localhost:8080/callback",
	"https://app.example/callback",
	"com.example.app:/callback",
];
const ALLOWED = [
	...CALLBACKS,
	"http://127.0.0.1:51004/callback",
	"http://127.0.0.1:1/other?app=1",
	"http://127.0.0.1/other?app=1",
	"http://[::1]:61023/callback",
	"http://[::1]/callback",
];
const REFUSED = [
	"http://localhost:51004/callback",
	"http://localhost/callback",
	"http://127.0.0.1:51004/",
	"http://127.0.0.1:51004/callback/",
	"http://127.0.0.1:51004/Callback",
	"http://127.0.0.1:51004/callback?more=1",
	"http://127.0.0.1:51004/other",
	"http://127.0.0.1:51004/other?app=2",
	"http://127.0.0.1:51004/a/../callback",
	"http://127.0.0.1:51004/callback#",
	"http://127.0.0.1:/callback",
	"http://127.0.0.1:65536/callback",
	"http://127.0.0.1:+1/callback",
	"http://127.0.0.2:51004/callback",
	"http://127.1:51004/callback",
	"http://2130706433:51004/callback",
	"http://[::ffff:127.0.0.1]:51004/callback",
	"http://[0:0:0:0:0:0:0:1]:51004/callback",
	"http://[::1]:51004/other?app=1",
	"http://me@127.0.0.1:51004/callback",
	"http://127.0.0.1:51004@evil.example/callback",
	"http://127.0.0.1.evil.example:51004/callback",
	"HTTP://127.0.0.1:51004/callback",
	"https://127.0.0.1:51004/callback",
	"https://app.example:51004/callback",
];

describe("the port of a redirect URI on the loopback", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService();
		const clients = testClients().filter(({ client_id }) => client_id === "page");
		const register = (client_id: string, app_type: string, grants: string[]) =>
			clients.map((client) => ({
				...client,
				client_id,
				handle: client_id,
				app_type,
				grants: JSON.stringify(grants),
				redirect_uris: JSON.stringify(CALLBACKS),
				logout_uris: JSON.stringify(["http://127.0.0.1/goodbye"]),
			}));
		await tenant.service.database
			.insertInto("clients")
			.values([
				...register("desktop", "native", ["authorization_code", "refresh_token", "implicit"]),
				...register("site", "regular_web", ["authorization_code", "refresh_token"]),
				...register("script", "spa", ["authorization_code", "refresh_token"]),
			])
			.execute();
	});
	afterAll(() => tenant.stop());

	const request = (client_id: string, redirect_uri: string) => ({
		client_id,
		redirect_uri,
		response_type: "code",
		scope: "openid",
		nonce: "n",
		...challengeOf(VERIFIER),
	});
	const redeem = (client_id: string, code: string, redirect_uri: string) =>
		requestToken(tenant.service, {
			grant_type: "authorization_code",
			code_verifier: VERIFIER,
			client_id,
			code,
			redirect_uri,
		});
	/** Where the response to a request goes; null where it is refused on a page. */
	async function redirected(query: string) {
		const response = await new TestBrowser(tenant.service).open(`authorize?${query}`);
		if (response.status === 400) expect(response.headers.has("location")).toBe(false);
		return response.status === 400 ? null : (response.headers.get("location") ?? "");
	}

	it.each(ALLOWED)("of a native application may be any, and is the one of the exchange: %s", async (redirect_uri) => {
		const address = await new TestBrowser(tenant.service).signIn(request("desktop", redirect_uri));
		expect(address.href.startsWith(redirect_uri)).toBe(true);
		const code = address.searchParams.get("code") ?? "";
		const another = CALLBACKS.find((uri) => uri !== redirect_uri) ?? "";
		expect((await redeem("desktop", code, another)).status).toBe(403);
		expect((await redeem("desktop", code, redirect_uri)).status).toBe(200);
	});

	it("of a native application may be any in a pushed request", async () => {
		const redirect_uri = "http://127.0.0.1:51004/callback";
		const pushed = await post(tenant.service, "oauth/par", request("desktop", redirect_uri));
		expect(pushed.status).toBe(201);
		const { request_uri } = (await pushed.json()) as { request_uri: string };
		const address = await new TestBrowser(tenant.service).signIn({ client_id: "desktop", request_uri });
		expect(address.href.startsWith(redirect_uri)).toBe(true);
		expect((await redeem("desktop", address.searchParams.get("code") ?? "", redirect_uri)).status).toBe(200);
		const refused = await post(tenant.service, "oauth/par", request("desktop", REFUSED[0] ?? ""));
		expect(refused.status).toBe(400);
	});

	it.each(REFUSED)("is all that may differ, of an address on it by number: %s", async (redirect_uri) => {
		expect(await redirected(`${new URLSearchParams(request("desktop", redirect_uri))}`)).toBeNull();
	});

	it.each(["site", "script"])("of a web application, %s, is the registered one", async (clientId) => {
		for (const redirect_uri of ALLOWED) {
			const location = await redirected(`${new URLSearchParams(request(clientId, redirect_uri))}`);
			expect(location === null, redirect_uri).toBe(!CALLBACKS.includes(redirect_uri));
		}
	});

	it.each(["token", "id_token", "id_token token"])("is the registered one for a %s", async (response_type) => {
		for (const redirect_uri of ALLOWED.filter((uri) => uri.startsWith("http:"))) {
			// An error is not sent to another one either.
			for (const more of ["", "&prompt=none", "&response_mode=query", "&max_age=x"]) {
				const query = new URLSearchParams({ ...request("desktop", redirect_uri), response_type });
				expect((await redirected(query + more)) === null, redirect_uri).toBe(!CALLBACKS.includes(redirect_uri));
			}
		}
	});

	it("of a logout is the registered one", async () => {
		for (const [path, parameter] of [
			["v2/logout", "returnTo"],
			["oidc/logout", "post_logout_redirect_uri"],
		] as const) {
			const status = async (address: string) => {
				const query = new URLSearchParams({ client_id: "desktop", [parameter]: address });
				return (await new TestBrowser(tenant.service).open(`${path}?${query}`)).status;
			};
			expect(await status("http://127.0.0.1/goodbye")).toBeLessThan(400);
			expect(await status("http://127.0.0.1:51004/goodbye")).toBe(400);
		}
	});
});
