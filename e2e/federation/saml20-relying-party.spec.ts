// An outside library that takes the tokens of WS-Federation, SAML 1.1, in a relying party between the browser and the service.
import { findFreePort } from "../running-app/free-port";
import { test as base, expect, type PartnerApplication } from "./federation";
import { PATHS, startSaml20Party } from "./saml20-relying-party";

const CLAIMS = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims";
const REALM = "urn:partner.example:intranet";

type Party = Awaited<ReturnType<typeof startSaml20Party>> & { origin: string; application: PartnerApplication };

const test = base.extend<{ startParty: (realm?: string, wsfed?: Record<string, unknown>) => Promise<Party> }>({
	startParty: async ({ registerPartner, credentials }, use) => {
		const ends: (() => Promise<unknown>)[] = [];
		await use(async (realm, wsfed = {}) => {
			const origin = `http://localhost:${await findFreePort()}`;
			const application = await registerPartner({
				...{ callbacks: [origin + PATHS.callback], client_aliases: realm ? [realm] : [], addons: { wsfed } },
			});
			const address = `${credentials.auth_url}/wsfed/FederationMetadata/2007-06/FederationMetadata.xml`;
			const metadata = await (await fetch(address)).text();
			const party = await startSaml20Party(origin, realm ?? `urn:${application.clientId}`, metadata);
			ends.push(party.close);
			return { ...party, origin, application };
		});
		await Promise.all(ends.map((end) => end()));
	},
});

for (const [known, realm] of [
	["an alias", REALM],
	["its identifier", undefined],
] as const) {
	test(`signs people in to an application that is known by ${known}`, async ({
		page,
		credentials,
		logIn,
		startParty,
	}) => {
		const { origin, application, profile } = await startParty(realm);
		await page.goto(`${origin}${PATHS.signIn}?context=deep%20link%3F%22`);
		await expect(page.getByRole("heading", { name: `Sign in to ${application.name}` })).toBeVisible();
		await logIn(page);
		await expect(page.getByRole("heading", { name: "Signed in" })).toBeVisible();
		await expect(page.getByText('Context: deep link?"')).toBeVisible();
		const { email } = credentials.sign_ins.user;
		expect(profile()).toMatchObject({
			issuer: `urn:${new URL(credentials.auth_url).host}`,
			audience: realm ?? `urn:${application.clientId}`,
			claims: { [`${CLAIMS}/emailaddress`]: email, [`${CLAIMS}/name`]: "Mina Park" },
		});
	});
}

test("brings the answer by a button where scripts don't run", async ({ openContext, logIn, startParty }) => {
	const { origin, profile } = await startParty(REALM);
	const page = await (await openContext({ javaScriptEnabled: false })).newPage();
	await page.goto(origin + PATHS.signIn);
	await logIn(page);
	await page.getByRole("button", { name: "Continue" }).click();
	await expect(page.getByRole("heading", { name: "Signed in" })).toBeVisible();
	expect(profile()).not.toBeNull();
});

test("a token for another audience is refused over there", async ({ page, logIn, startParty, allowBrowserError }) => {
	allowBrowserError(/status of 500/);
	const { origin, profile } = await startParty(REALM, { audience: "urn:somebody-else" });
	await page.goto(origin + PATHS.signIn);
	await logIn(page);
	await expect(page.getByRole("heading", { name: "Refused" })).toBeVisible();
	await expect(page.getByText("Invalid audience.")).toBeVisible();
	expect(profile()).toBeNull();
});
