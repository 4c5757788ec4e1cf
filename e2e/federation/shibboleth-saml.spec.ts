// Debian's Shibboleth service provider, unmodified, which knows the service by its SAML metadata as it is.
import { makeCertificate } from "@/lib/testing/certificates";
import { lacks } from "@/lib/testing/programs.mjs";
import { wordsOf } from "../http/native-form";
import { findFreePort } from "../running-app/free-port";
import { test as base, bring, expect } from "./federation";
import { readMetadata } from "./identity-provider-metadata";
import { shibbolethPlaces, startShibboleth } from "./shibboleth-saml";

type Started = { origin: string; log: () => Promise<string> } & ReturnType<typeof shibbolethPlaces>;

const test = base.extend<{ startProvider: (samlp?: Record<string, unknown>) => Promise<Started> }>({
	startProvider: async ({ registerPartner, folder }, use) => {
		const ends: (() => Promise<unknown>)[] = [];
		await use(async (samlp = {}) => {
			const origin = `http://localhost:${await findFreePort()}`;
			const places = shibbolethPlaces(origin);
			const key = await makeCertificate();
			const application = await registerPartner({
				...{ callbacks: [places.callback], client_aliases: [places.entityId] },
				addons: {
					samlp: {
						...{ signingCert: key.certificate, audience: places.entityId },
						...{ logout: { slo_enabled: true, callback: places.logout.post }, ...samlp },
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
			return { origin, log, ...places };
		});
		await Promise.all(ends.map((end) => end()));
	},
});

const missing = lacks("Shibboleth");
test.skip(missing !== "", missing);

for (const [way, samlp] of [
	["a signed assertion", {}],
	[
		"a signed response, with SHA-512",
		{ signResponse: true, signatureAlgorithm: "rsa-sha512", digestAlgorithm: "sha512" },
	],
] as const) {
	test(`Shibboleth signs people in by ${way}, and out`, async ({ page, credentials, logIn, startProvider }) => {
		const { origin, session, signOut } = await startProvider(samlp);
		await page.goto(`${origin}/secure/`);
		await logIn(page);
		await expect(page.getByRole("heading", { name: "For members" })).toBeVisible();
		const { attributes } = await (await page.request.get(session)).json();
		const told = (id: string) => attributes.find(({ name }: { name: string }) => name === id)?.values[0];
		expect(told("email")).toBe(credentials.sign_ins.user.email);
		expect(told("name")).toBe("Mina Park");
		expect(told("user")).toMatch(/^auth0\|/);
		await page.goto(`${signOut}?return=${encodeURIComponent(`${origin}/`)}`);
		await expect(page.getByRole("heading", { name: "For everybody" })).toBeVisible();
		await page.goto(`${origin}/secure/`);
		await expect(page.getByRole("textbox", { name: "Email" })).toBeVisible();
	});
}

test("Shibboleth says no to an answer that is for somebody else", async ({ visit, logInWithout, startProvider }) => {
	const { origin, log } = await startProvider({ audience: "urn:somebody-else" });
	const person = await visit();
	const refused = await bring(person, await logInWithout(person, await person.open(`${origin}/secure/`)));
	expect(wordsOf(refused)).toContain("opensaml::");
	expect(await log()).toMatch(/audience/i);
});
