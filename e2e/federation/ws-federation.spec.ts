// Debian's Shibboleth service provider, unmodified, configured by the service's federation metadata alone. It begins each
// sign-in itself. Its plugin for WS-Federation accepts no response from any provider in this version of Debian
// ("Unimplemented decode method": OpenSAML now calls its decoders in another way), so the response is intercepted in the
// browser and given to its library and to its attribute resolver.
import type { Page } from "@playwright/test";
import { lacks } from "@/lib/testing/programs.mjs";
import { expect, test } from "./partner-application";
import { type RelyingParty, relyingPartyAddress, startRelyingParty } from "./shibboleth";

const missing = lacks("Shibboleth");
test.skip(missing !== "", missing);

type Party = RelyingParty & { clientId: string; name: string };

const partyTest = test.extend<{ party: Party }>({
	party: async ({ credentials, registerPartner }, use) => {
		const addresses = await relyingPartyAddress();
		const { clientId, name } = await registerPartner({
			callbacks: [addresses.callback],
			allowed_logout_urls: [`${addresses.address}/`],
			client_aliases: [addresses.entityId],
			addons: { wsfed: {} },
		});
		const party = await startRelyingParty(addresses, {
			entityId: `urn:${new URL(credentials.auth_url).host}`,
			metadata: `${credentials.auth_url}/wsfed/${clientId}/FederationMetadata/2007-06/FederationMetadata.xml`,
			certificate: await (await fetch(`${credentials.auth_url}/pem`)).text(),
		});
		await use({ ...party, clientId, name });
		await party.stop();
	},
});

/** Opens a page that requires a session, and waits for the response that the browser posts in the end. */
async function responseTo(page: Page, party: Party, signIn: () => Promise<void>): Promise<URLSearchParams> {
	await page.route(party.callback, (route) =>
		route.fulfill({ contentType: "text/html", body: '<link rel="icon" href="data:,"><h1>Received</h1>' }),
	);
	const callback = page.waitForRequest(party.callback);
	await page.goto(`${party.address}/secure/`);
	await signIn();
	const request = await callback;
	expect(request.method()).toBe("POST");
	await expect(page.getByRole("heading", { name: "Received" })).toBeVisible();
	return new URLSearchParams(request.postData() ?? "");
}

function tokenIn(response: URLSearchParams): string {
	return /<saml:Assertion .*<\/saml:Assertion>/s.exec(response.get("wresult") ?? "")?.[0] ?? "";
}

partyTest(
	"Shibboleth accepts the unchanged metadata by its signature alone; it signs a user in with one password prompt, and reads the attributes; without scripts a button sends the response",
	async ({ page, visit, party, logIn, logInWithoutScripts, credentials }) => {
		const log = await party.log();
		expect(log).toContain(`loaded XML resource (${credentials.auth_url}/wsfed/${party.clientId}/`);
		expect(log).toContain("applying metadata filter (Signature)");
		expect(log).not.toMatch(/^(ERROR|CRIT|FATAL)/m);

		const first = await responseTo(page, party, async () => {
			await expect(page.getByRole("heading", { name: `Sign in to ${party.name}` })).toBeVisible();
			await logIn(page);
		});
		expect(first.get("wa")).toBe("wsignin1.0");
		expect(first.get("wctx")).toMatch(/^ss:mem:\w+$/);
		const token = tokenIn(first);
		expect(await party.verifies(token)).toBe(true);
		expect(await party.verifies(token.replace("Mina Park", "Mina Perk"))).toBe(false);
		const { email } = credentials.sign_ins.user;
		expect(await party.attributesOf(token)).toEqual({
			user: expect.stringMatching(/^auth0\|/),
			name: "Mina Park",
			email,
		});

		const second = await responseTo(page, party, async () => {});
		expect(second.get("wctx")).not.toBe(first.get("wctx"));
		expect(await party.verifies(tokenIn(second))).toBe(true);

		await page.goto(`${credentials.auth_url}/wsfed/${party.clientId}?wa=wsignout1.0&wreply=${party.address}/`);
		await expect(page).toHaveURL(`${party.address}/`);
		await page.goto(`${party.address}/secure/`);
		await expect(page.getByRole("textbox", { name: "Password" })).toBeVisible();

		const other = await visit();
		const { document } = await logInWithoutScripts(other, await other.open(`${party.address}/secure/`));
		expect(document.forms[0]?.getAttribute("action")).toBe(party.callback);
		const wresult = document.querySelector<HTMLInputElement>('input[name="wresult"]')?.value ?? "";
		expect(await party.verifies(tokenIn(new URLSearchParams({ wresult })))).toBe(true);
	},
);
