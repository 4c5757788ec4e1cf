import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { addAttackedClients, refusedSaml, samlRequest } from "../testing/refused-saml";
import { authnRequestXml, messageId, postForm, redirectQuery } from "../testing/saml-party";
import { TestBrowser } from "../testing/test-browser";
import { ENGINES, startTestService } from "../testing/test-service";

describe.each(ENGINES)("a repeated SAML request on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
		await addAttackedClients(tenant.service);
	});
	afterAll(() => tenant.stop());
	afterEach(() => {
		vi.useRealTimers();
		vi.restoreAllMocks();
	});

	const { byRedirect, byPost } = refusedSaml(() => tenant.service);

	it.each(["HTTP-Redirect", "HTTP-POST"])("is refused for as long as it could be accepted, by %s", async (binding) => {
		vi.useFakeTimers({ toFake: ["Date"] });
		const message = samlRequest();
		const again = () => (binding === "HTTP-POST" ? byPost(postForm(message)) : byRedirect(redirectQuery(message)));
		const browser = new TestBrowser(tenant.service);
		const first =
			binding === "HTTP-POST"
				? await browser.visit("samlp/saml", postForm(message))
				: await browser.visit(`samlp/saml?${redirectQuery(message)}`);
		expect(first.status).toBe(303);
		expect(await again()).toMatch("The request was already used.");
		tenant.passSeconds(299);
		expect(await again()).toMatch("The request was already used.");
		tenant.passSeconds(2);
		expect(await again()).toMatch("The message is too old.");
		tenant.passSeconds(-301);
	});

	it("is accepted once where it is sent many times at the same moment", async () => {
		vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const query = redirectQuery(samlRequest());
		const responses = await Promise.all(
			Array.from({ length: 8 }, () => new TestBrowser(tenant.service).visit(`samlp/saml?${query}`)),
		);
		expect(responses.map(({ status }) => status).toSorted()).toEqual([303, ...Array.from({ length: 7 }, () => 400)]);
	});

	it("is no reason to refuse another application's request of the same ID", async () => {
		const id = messageId();
		for (const clientId of ["saml", "named"]) {
			const query = redirectQuery(authnRequestXml({ clientId, id }));
			expect((await new TestBrowser(tenant.service).visit(`samlp/${clientId}?${query}`)).status).toBe(303);
		}
	});
});
