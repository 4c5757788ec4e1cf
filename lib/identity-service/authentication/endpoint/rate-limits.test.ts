import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handleServiceRequest } from "../../handle-request";
import { ISSUER, startTestService } from "../testing/test-service";

const ENDPOINTS = [
	["GET", "authorize?client_id=web&response_type=code&redirect_uri=http://localhost:3000/callback&scope=openid"],
	["POST", "authorize"],
	["POST", "oauth/token"],
	["POST", "oauth/revoke"],
	["POST", "oauth/par"],
	["POST", "delegation"],
	["GET", "userinfo"],
	["POST", "dbconnections/signup"],
	["POST", "dbconnections/change_password"],
	["POST", "passwordless/start"],
	["POST", "passwordless/verify"],
	["GET", "dbconnections/verify"],
	["GET", "dbconnections/reset"],
	["GET", "wsfed?wtrealm=urn:wsfed"],
	["GET", "wsfed/FederationMetadata/2007-06/FederationMetadata.xml"],
	["GET", "pem"],
	["GET", "rawpem"],
	["GET", "cer"],
	["GET", "pb7"],
	["GET", "fingerprint"],
	["GET", "samlp/saml"],
	["POST", "samlp/saml"],
	["GET", "samlp/saml/logout"],
	["POST", "samlp/saml/logout"],
	["GET", "samlp/metadata"],
	["GET", "samlp/metadata?connection=none"],
	["GET", "login/abc/connection?name=none"],
	["GET", "login/abc?way=connection"],
	["POST", "login/callback?connection=none"],
	["GET", "samlp/metadata/saml"],
	["GET", "logout"],
	["POST", "logout"],
	["GET", "sample-provider"],
	["POST", "sample-provider/choose"],
	["POST", "sample-provider/continue"],
	["POST", "sample-provider/leave"],
	["GET", "sample-provider/metadata"],
	["GET", "sample-provider/sign-in"],
	["POST", "sample-provider/sign-in"],
	["GET", "sample-provider/sign-out"],
	["POST", "sample-provider/sign-out"],
	["GET", "v2/logout?client_id=web"],
	["GET", "oidc/logout"],
	["GET", ".well-known/openid-configuration"],
	["GET", ".well-known/oauth-authorization-server"],
	["GET", ".well-known/jwks.json"],
] as const;

describe("every endpoint of the authentication interface", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService("SQLite", {
			...{ RATE_LIMIT: "", RATE_LIMIT_BURST: "1", RATE_LIMIT_PER_SECOND: "0.001" },
		});
	});
	afterAll(() => tenant.stop());

	let host = 0;
	/** What came by GET counts beside what came by POST. */
	const newAddress = () => {
		host += 1;
		return `192.0.2.${host}`;
	};

	it.each(ENDPOINTS)(
		"%s %s counts by itself and by address, says so in three headers, and answers 429",
		async (method, path) => {
			const call = (address: string) =>
				handleServiceRequest(
					tenant.service,
					new Request(`${ISSUER}${path}`, { method, headers: { "x-forwarded-for": address } }),
				);
			const address = newAddress();
			const first = await call(address);
			expect(first.status).not.toBe(429);
			const second = await call(address);
			expect(second.status).toBe(429);
			expect(await second.json()).toEqual({
				error: "too_many_requests",
				error_description:
					"Too many requests. Check the X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset headers.",
			});
			for (const response of [first, second]) {
				expect(response.headers.get("x-ratelimit-limit")).toBe("1");
				expect(response.headers.get("x-ratelimit-remaining")).toBe("0");
				expect(Number(response.headers.get("x-ratelimit-reset"))).toBeGreaterThan(Date.now() / 1000);
			}
			expect((await call(newAddress())).status).not.toBe(429);
		},
	);
});
