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

/** What an answer is told that was believed: nobody here has sent the request that it names. */
const BELIEVED = "The answer is to no request of this service that still waits. Begin the sign-in again.";

/** Of a catalogue that is refused whole where it is decided, `answer/hostile-answers.test.ts`. */
const ONE_OF_A_KIND = [
	"for another audience (response and assertion signed)",
	"the name changed (response and assertion signed)",
	"a digest of SHA-1 (response and assertion signed)",
	"of another key, with its certificate (response and assertion signed)",
	"never signed",
];

/** When the answers are from: some are a second too early or too late, and tests take longer. */
const now = new Date();

describe("a hostile answer at the callback", () => {
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
	const unasked = (assertionId: string) =>
		inBase64(signedResponse("both", responseTemplate({ inResponseTo: null, assertionId })));

	it("is one of five kinds", () => {
		expect(hostileResponses(now).filter(({ name }) => ONE_OF_A_KIND.includes(name))).toHaveLength(ONE_OF_A_KIND.length);
	});

	it("without a message is refused before there is an answer to look at", async () => {
		expect(await refused(tenant.service, () => send(""), [400])).not.toBe(BELIEVED);
	});

	it("would be believed were it not hostile", async () => {
		for (const form of FORMS) {
			const answer = inBase64(signedResponse(form, responseTemplate()));
			expect(await refused(tenant.service, () => send(answer))).toBe(BELIEVED);
		}
		expect((await send(unasked("_first"))).status).toBe(303);
	});

	it.each(hostileResponses(now).filter(({ name }) => ONE_OF_A_KIND.includes(name)))(
		"is refused on a page, signs in nobody, and is one line of the log: $name",
		async ({ samlResponse, refusal }) => {
			const sentence = await refused(tenant.service, () => send(samlResponse));
			expect(sentence).not.toBe(BELIEVED);
			expect(sentence).not.toMatch(/rita|admin|evil|_session/);
			expect(sentence).toMatch(refusal);
		},
	);

	it("is an answer that was taken before, alone or in another response", async () => {
		expect((await send(unasked("_once"))).status).toBe(303);
		const used = "The identity provider's answer was used already. Sign in again.";
		for (let times = 0; times < 2; times += 1) {
			expect(await refused(tenant.service, () => send(unasked("_once")))).toBe(used);
		}
	});

	it("is taken once where it comes many times at the same moment", async () => {
		const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const answer = unasked("_crowd");
		const answers = await Promise.all(Array.from({ length: 6 }, () => send(answer)));
		expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 400, 400, 400, 400, 400]);
		expect(written).toHaveBeenCalledTimes(5);
		written.mockRestore();
	});

	it("is every answer, where the connection has no certificate that is valid now", async () => {
		for (const [name, signingCert] of [
			["empty", ""],
			["unreadable", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"],
		] as const) {
			await addConnection(tenant.service, name, ["web"], { ...partnerConnection().options, signingCert });
			const answer = unasked(`_${name}`).toString();
			const sent = () => postResponse(tenant.service, name, { SAMLResponse: answer });
			expect(await refused(tenant.service, sent)).toBe(
				"The connection has no certificate that is valid now, so no answer can be believed.",
			);
		}
	});
});
