import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import {
	inBase64,
	partnerConnection,
	responseTemplate,
	signedResponse,
} from "../../testing/saml-responses/responding-provider";
import { ENGINES, startTestService } from "../../testing/test-service";
import { checkedResponse, requireFirstUse } from "./checked-response";

const USED = "The identity provider's response was already used. Sign in again.";

describe.each(ENGINES)("a second use of an assertion on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
	});
	afterEach(() => void vi.useRealTimers());
	afterAll(() => tenant.stop());

	const use = (assertionId: string, connection = partnerConnection()) =>
		requireFirstUse(tenant.service, connection, { assertionId });

	it("is refused", async () => {
		await use("_one");
		await expect(use("_one")).rejects.toThrow(USED);
		await use("_two");
	});

	it("is refused in a new response", async () => {
		const template = responseTemplate({ assertionId: "_same" });
		for (const responseId of ["_first", "_second"]) {
			const document = signedResponse("assertion", template).replace(/ ID="[^"]*"/, ` ID="${responseId}"`);
			const response = await checkedResponse(tenant.service, partnerConnection(), inBase64(document));
			const accepted = requireFirstUse(tenant.service, partnerConnection(), response);
			if (responseId === "_first") await accepted;
			else await expect(accepted).rejects.toThrow(USED);
		}
	});

	it("is refused to all but one of several simultaneous requests", async () => {
		const uses = await Promise.allSettled(Array.from({ length: 8 }, () => use("_crowd")));
		expect(uses.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
	});

	it("is accepted at another connection", async () => {
		await use("_shared");
		await use("_shared", { ...partnerConnection(), name: "other" });
	});

	it("is refused for as long as the assertion is valid", async () => {
		vi.useFakeTimers({ toFake: ["Date"] });
		const now = tenant.service.now();
		const stamped = responseTemplate({ assertionId: "_late", now: new Date(now.getTime() + 179_000) });
		const samlResponse = inBase64(
			signedResponse("both", stamped.replaceAll(/NotOnOrAfter="[^"]*"/g, 'NotOnOrAfter="2045-01-01T00:00:00Z"')),
		);
		const check = () => checkedResponse(tenant.service, partnerConnection(), samlResponse);
		await requireFirstUse(tenant.service, partnerConnection(), await check());
		const expiry = await tenant.service.database
			.selectFrom("oidc_artifacts")
			.select(({ fn }) => fn.max("expires_at").as("latest"))
			.executeTakeFirstOrThrow();
		tenant.passSeconds(600 + 178);
		expect((await check()).assertionId).toBe("_late");
		expect(Number(expiry.latest)).toBeGreaterThanOrEqual(tenant.service.now().getTime() / 1000);
		tenant.passSeconds(3);
		await expect(check()).rejects.toThrow("too old");
		tenant.passSeconds(-781);
	});
});
