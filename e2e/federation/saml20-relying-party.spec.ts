// A relying party with an outside library that validates WS-Federation's SAML 1.1 tokens.
import { wordsOf } from "../http/native-form";
import { findFreePort } from "../running-app/free-port";
import { test as base, expect, type PartnerApplication, sendMessage } from "./partner-application";
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
				callbacks: [origin + PATHS.callback],
				client_aliases: realm ? [realm] : [],
				addons: { wsfed },
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

const claimsOf = (email: string) => ({
	[`${CLAIMS}/emailaddress`]: email,
	[`${CLAIMS}/name`]: "Mina Park",
});

test("signs users in to an application named by an alias", async ({ page, credentials, logIn, startParty }) => {
	const { origin, application, profile } = await startParty(REALM);
	await page.goto(`${origin}${PATHS.signIn}?context=deep%20link%3F%22`);
	await expect(page.getByRole("heading", { name: `Sign in to ${application.name}` })).toBeVisible();
	await logIn(page);
	await expect(page.getByRole("heading", { name: "Signed in" })).toBeVisible();
	await expect(page.getByText('Context: deep link?"')).toBeVisible();
	expect(profile()).toMatchObject({
		issuer: `urn:${new URL(credentials.auth_url).host}`,
		audience: REALM,
		claims: claimsOf(credentials.sign_ins.user.email),
	});
});

test("signs users in to an application named by its identifier, and sends the response by a button where scripts don't run", async ({
	visit,
	credentials,
	logInWithoutScripts,
	startParty,
}) => {
	const { origin, application, profile } = await startParty();
	const person = await visit();
	const login = await person.open(`${origin}${PATHS.signIn}?context=deep%20link%3F%22`);
	login.getByRole("heading", { name: `Sign in to ${application.name}` });
	const arrived = await sendMessage(person, await logInWithoutScripts(person, login));
	arrived.getByRole("heading", { name: "Signed in" });
	expect(wordsOf(arrived)).toContain('Context: deep link?"');
	expect(profile()).toMatchObject({
		issuer: `urn:${new URL(credentials.auth_url).host}`,
		audience: `urn:${application.clientId}`,
		claims: claimsOf(credentials.sign_ins.user.email),
	});
});

test("a token for another audience is refused by the relying party", async ({
	visit,
	logInWithoutScripts,
	startParty,
}) => {
	const { origin, profile } = await startParty(REALM, { audience: "urn:another-party" });
	const person = await visit();
	const refused = await sendMessage(
		person,
		await logInWithoutScripts(person, await person.open(origin + PATHS.signIn)),
	);
	refused.getByRole("heading", { name: "Refused" });
	expect(wordsOf(refused)).toContain("Invalid audience.");
	expect(profile()).toBeNull();
});
