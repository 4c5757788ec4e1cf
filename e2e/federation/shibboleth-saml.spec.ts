// Debian's Shibboleth service provider, unmodified, configured by the service's unchanged SAML metadata.
import { makeCertificate } from "@/lib/testing/certificates";
import { lacks } from "@/lib/testing/programs.mjs";
import { wordsOf } from "../http/native-form";
import { findFreePort } from "../running-app/free-port";
import { readMetadata } from "./identity-provider-metadata";
import { test as base, expect, sendMessage } from "./partner-application";
import { shibbolethEndpoints, startShibboleth } from "./shibboleth-saml";

type Started = { origin: string; log: () => Promise<string> } & ReturnType<typeof shibbolethEndpoints>;

const test = base.extend<{ startProvider: (samlp?: Record<string, unknown>) => Promise<Started> }>({
	startProvider: async ({ registerPartner, folder }, use) => {
		const ends: (() => Promise<unknown>)[] = [];
		await use(async (samlp = {}) => {
			const origin = `http://localhost:${await findFreePort()}`;
			const endpoints = shibbolethEndpoints(origin);
			const key = await makeCertificate();
			const application = await registerPartner({
				callbacks: [endpoints.callback],
				client_aliases: [endpoints.entityId],
				addons: {
					samlp: {
						signingCert: key.certificate,
						audience: endpoints.entityId,
						logout: { slo_enabled: true, callback: endpoints.logout.post },
						...samlp,
					},
				},
			});
			const metadata = await application.fetchMetadata();
			const { entityId } = readMetadata(metadata);
			const { stop, log } = await startShibboleth(folder, origin, {
				...key,
				identityProvider: { entityId, metadata },
			});
			ends.push(stop);
			return { origin, log, ...endpoints };
		});
		await Promise.all(ends.map((end) => end()));
	},
});

const missing = lacks("Shibboleth");
test.skip(missing !== "", missing);

for (const [signed, samlp] of [
	["a signed assertion", {}],
	[
		"a signed response, with SHA-512",
		{ signResponse: true, signatureAlgorithm: "rsa-sha512", digestAlgorithm: "sha512" },
	],
] as const) {
	test(`Shibboleth signs users in by ${signed}, and out`, async ({ page, credentials, logIn, startProvider }) => {
		const { origin, session, signOut } = await startProvider(samlp);
		await page.goto(`${origin}/secure/`);
		await logIn(page);
		await expect(page.getByRole("heading", { name: "For members" })).toBeVisible();
		const { attributes } = await (await page.request.get(session)).json();
		const attribute = (id: string) => attributes.find(({ name }: { name: string }) => name === id)?.values[0];
		expect(attribute("email")).toBe(credentials.sign_ins.user.email);
		expect(attribute("name")).toBe("Mina Park");
		expect(attribute("user")).toMatch(/^auth0\|/);
		await page.goto(`${signOut}?return=${encodeURIComponent(`${origin}/`)}`);
		await expect(page.getByRole("heading", { name: "Public page" })).toBeVisible();
		await page.goto(`${origin}/secure/`);
		await expect(page.getByRole("textbox", { name: "Email" })).toBeVisible();
	});
}

test("Shibboleth refuses a response for another audience", async ({ visit, logInWithoutScripts, startProvider }) => {
	const { origin, log } = await startProvider({ audience: "urn:another-party" });
	const person = await visit();
	const refused = await sendMessage(person, await logInWithoutScripts(person, await person.open(`${origin}/secure/`)));
	expect(wordsOf(refused)).toContain("opensaml::");
	expect(await log()).toMatch(/audience/i);
});
