// Debian's Shibboleth service provider, unmodified, which knows the service by its federation metadata alone. It begins
// each sign-in itself. Its plugin for WS-Federation does not take answers in this version of Debian, whoever they are
// from ("Unimplemented decode method": OpenSAML calls its decoders in another way by now), so what the browser posts to it
// is taken on the way and given to its library and to its attribute resolver.
import type { Page } from "@playwright/test";
import { lacks } from "@/lib/testing/programs.mjs";
import { expect, test } from "./federation";
import { type RelyingParty, relyingPartyAddress, startRelyingParty } from "./shibboleth";

const missing = lacks("Shibboleth");
test.skip(missing !== "", missing);

type Party = RelyingParty & { clientId: string; name: string };

const partyTest = test.extend<{ party: Party }>({
	party: async ({ credentials, registerPartner }, use) => {
		const place = await relyingPartyAddress();
		const { clientId, name } = await registerPartner({
			...{ callbacks: [place.callback], allowed_logout_urls: [`${place.address}/`] },
			...{ client_aliases: [place.entityId], addons: { wsfed: {} } },
		});
		const party = await startRelyingParty(place, {
			entityId: `urn:${new URL(credentials.auth_url).host}`,
			metadata: `${credentials.auth_url}/wsfed/${clientId}/FederationMetadata/2007-06/FederationMetadata.xml`,
			certificate: await (await fetch(`${credentials.auth_url}/pem`)).text(),
		});
		await use({ ...party, clientId, name });
		await party.stop();
	},
});

/** Opens a page for members and waits for the answer that the browser posts in the end. */
async function responseTo(page: Page, party: Party, signIn: () => Promise<void>): Promise<URLSearchParams> {
	await page.route(party.callback, (route) =>
		route.fulfill({ contentType: "text/html", body: '<link rel="icon" href="data:,"><h1>Answered</h1>' }),
	);
	const answered = page.waitForRequest(party.callback);
	await page.goto(`${party.address}/secure/`);
	await signIn();
	const posted = await answered;
	expect(posted.method()).toBe("POST");
	await expect(page.getByRole("heading", { name: "Answered" })).toBeVisible();
	return new URLSearchParams(posted.postData() ?? "");
}

function tokenIn(answer: URLSearchParams): string {
	return /<saml:Assertion .*<\/saml:Assertion>/s.exec(answer.get("wresult") ?? "")?.[0] ?? "";
}

partyTest(
	"Shibboleth takes the metadata as it is, by its signature, and nobody else's; it signs a person in with a password once, and reads who it is; without scripts a button brings the answer",
	async ({ page, visit, party, logIn, logInWithout, credentials }) => {
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
		const { document } = await logInWithout(other, await other.open(`${party.address}/secure/`));
		expect(document.forms[0]?.getAttribute("action")).toBe(party.callback);
		const wresult = document.querySelector<HTMLInputElement>('input[name="wresult"]')?.value ?? "";
		expect(await party.verifies(tokenIn(new URLSearchParams({ wresult })))).toBe(true);
	},
);
