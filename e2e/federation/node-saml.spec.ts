import type { SamlConfig } from "@node-saml/node-saml";
import { makeCertificate } from "@/lib/testing/certificates";
import { findFreePort } from "../running-app/free-port";
import { readMetadata } from "./identity-provider-metadata";
import { PATHS, startNodeSamlProvider } from "./node-saml-provider";
import { test as base, expect, type PartnerApplication, sendMessage } from "./partner-application";

const CLAIMS = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/";

type Settings = {
	samlp?: Record<string, unknown>;
	library?: Partial<SamlConfig>;
	/** To browsers 127.0.0.1 is another site than the service's. */
	host?: "localhost" | "127.0.0.1";
};
type Started = Awaited<ReturnType<typeof startNodeSamlProvider>> & { application: PartnerApplication };

const test = base.extend<{ startProvider: (settings?: Settings) => Promise<Started> }>({
	startProvider: async ({ registerPartner }, use) => {
		const ends: (() => Promise<unknown>)[] = [];
		await use(async ({ samlp = {}, library = {}, host = "localhost" } = {}) => {
			const origin = `http://${host}:${await findFreePort()}`;
			const application = await registerPartner({
				callbacks: [origin + PATHS.callback],
				client_aliases: [origin + PATHS.metadata],
				addons: { samlp: { logout: { slo_enabled: true, callback: origin + PATHS.logout }, ...samlp } },
			});
			const { entityId, certificates, signIn, signOut } = readMetadata(await application.fetchMetadata());
			const provider = await startNodeSamlProvider(origin, {
				idpCert: certificates,
				idpIssuer: entityId,
				logoutUrl: signOut.redirect,
				entryPoint: library.authnRequestBinding === "HTTP-POST" ? signIn.post : signIn.redirect,
				...library,
			});
			ends.push(provider.close);
			return { ...provider, application };
		});
		await Promise.all(ends.map((end) => end()));
	},
});

test("signs users in by HTTP-Redirect, with the library's default settings", async ({
	page,
	credentials,
	logIn,
	startProvider,
}) => {
	const { origin, profile } = await startProvider({ library: { wantAuthnResponseSigned: false } });
	await page.goto(`${origin}/sign-in?state=deep%20link`);
	await logIn(page);
	await expect(page.getByRole("heading", { name: "Signed in" })).toBeVisible();
	await expect(page.getByText("State: deep link")).toBeVisible();
	expect(profile()).toMatchObject({
		nameIDFormat: "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified",
		[`${CLAIMS}emailaddress`]: credentials.sign_ins.user.email,
		[`${CLAIMS}name`]: "Mina Park",
	});
	expect(profile()?.nameID).toMatch(/^auth0\|/);
});

test("signs users in at once where they have a session, by a signed HTTP-POST request from another site", async ({
	page,
	logIn,
	startProvider,
}) => {
	const { privateKey, certificate } = await makeCertificate();
	const { origin, profile } = await startProvider({
		host: "127.0.0.1",
		samlp: { signingCert: certificate, signResponse: true },
		library: {
			authnRequestBinding: "HTTP-POST",
			privateKey,
			signatureAlgorithm: "sha256",
			digestAlgorithm: "sha256",
			wantAssertionsSigned: false,
			wantAuthnResponseSigned: true,
		},
	});
	await page.goto(`${origin}/sign-in?state=first`);
	await logIn(page);
	await expect(page.getByText("State: first")).toBeVisible();
	const first = profile();
	await page.goto(`${origin}/sign-in?state=second`);
	await expect(page.getByText("State: second")).toBeVisible();
	expect(profile()?.nameID).toBe(first?.nameID);
	// One SessionIndex for the application's session, by which it is ended.
	expect(profile()?.sessionIndex).toBe(first?.sessionIndex);
	expect(profile()?.getAssertionXml?.()).not.toBe(first?.getAssertionXml?.());
});

test("signs requests by HTTP-Redirect, and is refused without a signature or with another key's", async ({
	visit,
	logInWithoutScripts,
	startProvider,
}) => {
	const { privateKey, certificate } = await makeCertificate();
	const samlp = { signingCert: certificate };
	const signed = await startProvider({
		samlp,
		library: { privateKey, signatureAlgorithm: "sha256", wantAuthnResponseSigned: false },
	});
	const person = await visit();
	const page = await logInWithoutScripts(person, await person.open(`${signed.origin}/sign-in`));
	(await sendMessage(person, page)).getByRole("heading", { name: "Signed in" });
	const unsigned = await startProvider({ samlp, library: { wantAuthnResponseSigned: false } });
	const other = await makeCertificate();
	const forged = await startProvider({
		samlp,
		library: { privateKey: other.privateKey, signatureAlgorithm: "sha256", wantAuthnResponseSigned: false },
	});
	for (const { origin } of [unsigned, forged]) {
		const refused = await person.open(`${origin}/sign-in`);
		expect(refused.status).toBe(400);
		refused.getByRole("heading", { name: "This request cannot be read" });
	}
	expect([unsigned.profile(), forged.profile()]).toEqual([null, null]);
});

test("accepts an unsolicited response with its RelayState", async ({ visit, logInWithoutScripts, startProvider }) => {
	const { application, profile } = await startProvider({
		library: { wantAuthnResponseSigned: false, audience: false },
	});
	const person = await visit();
	const login = await person.open(`${application.samlAddress}?RelayState=from%20a%20link`);
	(await sendMessage(person, await logInWithoutScripts(person, login))).getByText("State: from a link");
	expect(profile()?.[`${CLAIMS}givenname`]).toBe("Mina");
});

test("refuses a response for another audience", async ({ visit, logInWithoutScripts, startProvider }) => {
	const { origin, profile } = await startProvider({
		samlp: { audience: "urn:another-party" },
		library: { wantAuthnResponseSigned: false },
	});
	const person = await visit();
	const page = await logInWithoutScripts(person, await person.open(`${origin}/sign-in`));
	(await sendMessage(person, page)).getByRole("heading", { name: "Refused" });
	expect(profile()).toBeNull();
});

test("receives NoPassive for a passive request where no user is signed in", async ({ visit, startProvider }) => {
	const { origin } = await startProvider({ library: { passive: true, wantAuthnResponseSigned: false } });
	const person = await visit();
	const page = await person.open(`${origin}/sign-in?state=quiet`);
	// The library treats NoPassive as a response without a user.
	(await sendMessage(person, page)).getByRole("heading", { name: "No user is signed in" });
});

test("is signed out by signed messages, where it has registered a key", async ({ page, logIn, startProvider }) => {
	const { privateKey, certificate } = await makeCertificate();
	const { origin, profile } = await startProvider({
		samlp: { signingCert: certificate },
		library: { privateKey, signatureAlgorithm: "sha256", wantAuthnResponseSigned: false },
	});
	await page.goto(`${origin}/sign-in`);
	await logIn(page);
	await expect(page.getByRole("heading", { name: "Signed in" })).toBeVisible();
	await page.goto(`${origin}/sign-out?state=bye`);
	await expect(page.getByText("State: bye")).toBeVisible();
	expect(profile()).toBeNull();
});

test("works without scripts, by the page's button", async ({ visit, logInWithoutScripts, startProvider }) => {
	const { origin } = await startProvider({ library: { wantAuthnResponseSigned: false } });
	const person = await visit();
	const page = await logInWithoutScripts(person, await person.open(`${origin}/sign-in?state=plain`));
	(await sendMessage(person, page)).getByText("State: plain");
});
