import { lacks } from "@/lib/testing/programs.mjs";
import { wordsOf } from "../http/native-form";
import { findFreePort } from "../running-app/free-port";
import { makeMellonFiles, startMellon } from "./mellon";
import { test as base, expect, type PartnerApplication, sendMessage } from "./partner-application";

type Started = { origin: string; application: PartnerApplication; log: () => Promise<string> };

const test = base.extend<{ startProvider: (samlp?: Record<string, unknown>) => Promise<Started> }>({
	startProvider: async ({ registerPartner, folder }, use) => {
		const ends: (() => Promise<unknown>)[] = [];
		await use(async (samlp = {}) => {
			const origin = `http://localhost:${await findFreePort()}`;
			const files = await makeMellonFiles(folder, origin);
			const described = settingsOf(files.metadata);
			const application = await registerPartner({
				callbacks: [described.callback],
				client_aliases: [described.samlp.audience],
				addons: { samlp: { ...described.samlp, ...samlp } },
			});
			const identityProvider = await application.fetchMetadata();
			const { stop, log } = await startMellon(folder, origin, { files, identityProvider });
			ends.push(stop);
			return { origin, application, log };
		});
		await Promise.all(ends.map((end) => end()));
	},
});

/** What an admin copies from a service provider's metadata: its endpoints and its signing certificate. */
function settingsOf(metadata: string) {
	const location = (service: string, binding: string) =>
		new RegExp(`<${service}[^>]*Binding="[^"]*:${binding}"[^>]*Location="([^"]*)"`).exec(metadata)?.[1] ?? "";
	const body = /<ds:X509Certificate>([^<]*)</.exec(metadata)?.[1] ?? "";
	return {
		callback: location("AssertionConsumerService", "HTTP-POST"),
		samlp: {
			audience: /entityID="([^"]*)"/.exec(metadata)?.[1] ?? "",
			signingCert: `-----BEGIN CERTIFICATE-----\n${body.trim()}\n-----END CERTIFICATE-----\n`,
			logout: { slo_enabled: true, callback: location("SingleLogoutService", "HTTP-Redirect") },
			binding: "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect",
		},
	};
}

const missing = lacks("mod_auth_mellon");
test.skip(missing !== "", missing);

test("mod_auth_mellon signs users in and out with the unchanged metadata of both sides, and accepts an unsolicited response", async ({
	page,
	visit,
	credentials,
	logIn,
	logInWithoutScripts,
	startProvider,
}) => {
	const { origin, application } = await startProvider();
	await page.goto(`${origin}/members/`);
	await logIn(page);
	await expect(page.getByRole("heading", { name: "For members" })).toBeVisible();
	await expect(page.getByText("User: auth0|")).toBeVisible();
	await expect(page.getByText(`Email: ${credentials.sign_ins.user.email}`)).toBeVisible();
	await expect(page.getByText("Name: Mina Park")).toBeVisible();
	await page.goto(`${origin}/mellon/logout?ReturnTo=/`);
	await expect(page.getByRole("heading", { name: "Public page" })).toBeVisible();
	await page.goto(`${origin}/members/`);
	await expect(page.getByRole("textbox", { name: "Email" })).toBeVisible();

	const other = await visit();
	const unsolicited = `${application.samlAddress}?RelayState=${encodeURIComponent(`${origin}/members/`)}`;
	const response = await logInWithoutScripts(other, await other.open(unsolicited));
	expect(wordsOf(await sendMessage(other, response))).toContain("Name: Mina Park");
});

test("mod_auth_mellon accepts a signed Response instead of a signed Assertion", async ({
	visit,
	logInWithoutScripts,
	startProvider,
}) => {
	const { origin } = await startProvider({
		signResponse: true,
		signatureAlgorithm: "rsa-sha512",
		digestAlgorithm: "sha512",
	});
	const person = await visit();
	const page = await logInWithoutScripts(person, await person.open(`${origin}/members/`));
	expect(wordsOf(await sendMessage(person, page))).toContain("Name: Mina Park");
});

test("mod_auth_mellon refuses a response for another audience", async ({
	visit,
	logInWithoutScripts,
	startProvider,
}) => {
	const { origin, log } = await startProvider({ audience: "urn:another-party" });
	const person = await visit();
	const page = await logInWithoutScripts(person, await person.open(`${origin}/members/`));
	(await sendMessage(person, page)).getByRole("heading", { name: "Bad Request" });
	expect(await log()).toMatch(/Audience/i);
});
