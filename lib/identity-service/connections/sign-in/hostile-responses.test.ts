import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { postResponse } from "../../testing/connection-sign-in";
import { refused } from "../../testing/expect-refused";
import { hostileResponses } from "../../testing/saml-responses/hostile-responses";
import {
	FORMS,
	inBase64,
	partnerConnection,
	responseTemplate,
	signedResponse,
} from "../../testing/saml-responses/responding-provider";
import { addConnection } from "../../testing/test-provider";
import { startTestService } from "../../testing/test-service";

/** The refusal of a response that passes all checks, for a request that was not sent. */
const NO_REQUEST = "The response does not match a pending request of this service. Begin the sign-in again.";

/** Some of the catalogue that `response/hostile-responses.test.ts` tests completely. */
const ONE_OF_A_KIND = [
	"for another audience (response and assertion signed)",
	"the name changed (response and assertion signed)",
	"a digest of SHA-1 (response and assertion signed)",
	"of another key, with its certificate (response and assertion signed)",
	"never signed",
];

/** Fixed, since some responses are early or late by one second only. */
const now = new Date();
const hostile = hostileResponses(now).filter(({ name }) => ONE_OF_A_KIND.includes(name));

describe("a hostile response at the callback", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService();
		tenant.service.now = () => now;
		const idpinitiated = { enabled: true, client_id: "web", client_protocol: "oidc" } as const;
		await addConnection(tenant.service, "partner", ["web"], { ...partnerConnection().options, idpinitiated });
	});
	afterAll(() => tenant.stop());

	const send = (samlResponse: string) =>
		postResponse(tenant.service, "partner", { SAMLResponse: samlResponse, RelayState: "state" });
	const unsolicited = (assertionId: string) =>
		inBase64(signedResponse("both", responseTemplate({ inResponseTo: null, assertionId })));

	it("is one of five kinds", () => {
		expect(hostile).toHaveLength(ONE_OF_A_KIND.length);
	});

	it("without a message is refused before any response is read", async () => {
		expect(await refused(tenant.service, () => send(""), [400])).not.toBe(NO_REQUEST);
	});

	it("would be accepted were it not hostile", async () => {
		for (const form of FORMS) {
			const response = inBase64(signedResponse(form, responseTemplate()));
			expect(await refused(tenant.service, () => send(response))).toBe(NO_REQUEST);
		}
		expect((await send(unsolicited("_first"))).status).toBe(303);
	});

	it.each(hostile)(
		"is refused on a page, signs in no user, and is one line of the log: $name",
		async ({ samlResponse, refusal }) => {
			const sentence = await refused(tenant.service, () => send(samlResponse));
			expect(sentence).not.toBe(NO_REQUEST);
			expect(sentence).not.toMatch(/rita|admin|evil|_session/);
			expect(sentence).toMatch(refusal);
		},
	);

	it("is an assertion that was used before, in the same response or another one", async () => {
		expect((await send(unsolicited("_once"))).status).toBe(303);
		const used = "The identity provider's response was already used. Sign in again.";
		for (let times = 0; times < 2; times += 1) {
			expect(await refused(tenant.service, () => send(unsolicited("_once")))).toBe(used);
		}
	});

	it("is any but one of several identical ones at the same time", async () => {
		const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const samlResponse = unsolicited("_crowd");
		const responses = await Promise.all(Array.from({ length: 6 }, () => send(samlResponse)));
		expect(responses.map(({ status }) => status).toSorted()).toEqual([303, 400, 400, 400, 400, 400]);
		expect(written).toHaveBeenCalledTimes(5);
		written.mockRestore();
	});

	it("is every response, where the connection has no certificate that is valid now", async () => {
		for (const [name, signingCert] of [
			["empty", ""],
			["unreadable", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"],
		] as const) {
			await addConnection(tenant.service, name, ["web"], { ...partnerConnection().options, signingCert });
			const SAMLResponse = unsolicited(`_${name}`).toString();
			const sent = () => postResponse(tenant.service, name, { SAMLResponse });
			expect(await refused(tenant.service, sent)).toBe(
				"The connection has no certificate that is valid now, so no response can be trusted.",
			);
		}
	});
});
