import type { errors, KoaContextWithOIDC } from "oidc-provider";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TestBrowser } from "../testing/test-browser";
import { assertion } from "../testing/test-keys";
import { AUDIENCE, REDIRECT_URI, startTestService } from "../testing/test-service";
import { challengeOf, credentials, requestToken } from "../testing/token-request";
import { SENTENCES } from "./library-sentences";

const VERIFIER = "a-verifier-of-at-least-forty-three-characters-0123";

describe("the library", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	let said: (string | undefined)[] = [];
	beforeAll(async () => {
		tenant = await startTestService();
		const { provider } = tenant.service.oidc();
		const note = (_: KoaContextWithOIDC, error: errors.OIDCProviderError) => {
			said.push(error.error_detail, error.error_description);
		};
		provider.on("grant.error", note);
		provider.on("end_session.error", note);
	});
	afterAll(() => tenant.stop());

	/** Exchanges a new code of the client "web", which has a challenge or none. */
	const exchangeCode = async (challenge: Record<string, string>, more: Record<string, string>) => {
		const address = await new TestBrowser(tenant.service).signIn({ client_id: "web", ...challenge });
		const form = {
			grant_type: "authorization_code",
			code: address.searchParams.get("code") ?? "",
			redirect_uri: REDIRECT_URI,
			...credentials(tenant.service, "web"),
			...more,
		};
		await requestToken(tenant.service, form);
	};
	const machineToken = { grant_type: "client_credentials", audience: AUDIENCE };
	const change = (clientId: string, sender_constraint: string | null) =>
		tenant.service.database
			.updateTable("clients")
			.set({ sender_constraint })
			.where("client_id", "=", clientId)
			.execute();

	const provoke = {
		noVerifier: () => exchangeCode(challengeOf(VERIFIER), {}),
		otherVerifier: () => exchangeCode(challengeOf(VERIFIER), { code_verifier: `${VERIFIER}-other` }),
		surplusVerifier: () => exchangeCode({}, { code_verifier: VERIFIER }),
		otherRedirectUri: () => exchangeCode({}, { redirect_uri: `${REDIRECT_URI}/other` }),
		async noProof() {
			await requestToken(tenant.service, { ...machineToken, ...(await assertion("bank")) });
		},
		async noCertificate() {
			await change("machine", "mtls");
			await requestToken(tenant.service, { ...machineToken, ...credentials(tenant.service, "machine") });
		},
		async unregisteredReturnAddress() {
			const query = new URLSearchParams({ client_id: "web", post_logout_redirect_uri: "https://elsewhere.example/" });
			await new TestBrowser(tenant.service).open(`oidc/logout?${query}`);
		},
	} satisfies Record<keyof typeof SENTENCES, () => Promise<void>>;

	it.each(Object.entries(SENTENCES))("reports %s in the words that this service knows", async (name, sentence) => {
		said = [];
		await provoke[name as keyof typeof SENTENCES]();
		expect(said).toContain(sentence);
	});
});
