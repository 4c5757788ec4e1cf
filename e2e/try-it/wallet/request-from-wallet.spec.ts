// With a third-party wallet: issuer and wallet are @owf/mdoc and @auth0/mdl, encryption is @hpke/core, and the browser's
// own wallet is virtual.
import { tick } from "../../templates/templates-page";
import { result, verdict } from "../try-it-page";
import { BEGIN, type BegunRequest } from "./outside-wallet/virtual-wallet";
import { expect, PROTOCOLS, problem, test, tryItPanel, walletButton } from "./wallet-page";

test("a wallet responds by each protocol, its response is verified, and a removed tick removes exactly that element", async ({
	page,
	wallet,
	outside,
	openTemplate,
}) => {
	await openTemplate("editor");
	for (const protocol of PROTOCOLS) {
		await test.step(protocol, async () => {
			await tick(page, "Date of birth").check();
			await page.unroute(BEGIN);
			await wallet.respondWith(outside, protocol);
			const earlier = wallet.begun.length;
			await walletButton(page).click();
			await expect(verdict(page)).toHaveText("Verified");
			for (const words of ["Outsider", "1990-01-02", "Revocation"]) await expect(result(page)).toContainText(words);
			await expect(result(page)).not.toContainText("Planted");

			await tick(page, "Date of birth").uncheck();
			await expect(tryItPanel(page).getByText("What is ticked has changed since")).toBeVisible();
			await walletButton(page).click();
			await expect.poll(() => wallet.begun.length).toBe(earlier + 2);
			await expect(result(page)).not.toContainText("1990-01-02");
			await expect(result(page)).toContainText("Outsider");
			await expect(verdict(page)).toHaveText("Verified");

			// Again, with a nonce of its own.
			await walletButton(page).click();
			await expect.poll(() => wallet.begun.length).toBe(earlier + 3);
			await expect(verdict(page)).toHaveText("Verified");
			const [whole, fewer, again] = wallet.begun.slice(-3) as [BegunRequest, BegunRequest, BegunRequest];
			for (const { requests } of [whole, fewer, again])
				expect(requests.map((request) => request.protocol)).toEqual(PROTOCOLS);
			expect(namesRequested(whole)).toContain("birth_date");
			expect(namesRequested(fewer)).toEqual(namesRequested(whole).filter((name) => name !== "birth_date"));
			expect(namesRequested(again)).toEqual(namesRequested(fewer));
			expect(again.requests).not.toEqual(fewer.requests);
		});
	}
});

test("the wallet's outcome is reported: declined, an error, an altered response, a request that waits or is open elsewhere", async ({
	page,
	wallet,
	outside,
	openTemplate,
}) => {
	await openTemplate();
	await wallet.behave({ action: "decline" });
	await walletButton(page).click();
	await expect(problem(page)).toContainText("declined");

	await wallet.behave({ action: "respond", protocol: PROTOCOLS[1] ?? "", response: { error: "access_denied" } });
	await walletButton(page).click();
	await expect(problem(page)).toContainText("access_denied");

	await wallet.behave({ action: "respond", protocol: PROTOCOLS[0] ?? "", response: { response: "AAAA" } });
	await walletButton(page).click();
	await expect(problem(page)).toContainText("This is not a licence");

	await test.step("a request that waits can be cancelled", async () => {
		await wallet.behave({ action: "wait" });
		await walletButton(page).click();
		await expect(tryItPanel(page).getByText("Waiting for the wallet")).toBeVisible();
		// A second press does nothing while a request is open.
		await walletButton(page).click();
		await tryItPanel(page).getByRole("button", { name: "Cancel" }).click();
		await expect(tryItPanel(page).getByText("The request was cancelled")).toBeVisible();
		await expect(problem(page)).toHaveCount(0);
	});

	// The button works again after each outcome.
	await wallet.respondWith(outside, "openid4vp-v1-unsigned");
	await walletButton(page).click();
	await expect(verdict(page)).toHaveText("Verified");

	await test.step("a second request while one is open elsewhere on the page", async () => {
		await page.unroute(BEGIN);
		await wallet.behave({ action: "wait" });
		await page.evaluate(() => {
			document.body.addEventListener(
				"keydown",
				() => {
					const digital = { requests: [{ protocol: "org-iso-mdoc", data: {} }] };
					navigator.credentials.get({ digital } as CredentialRequestOptions).catch(() => {});
				},
				{ once: true },
			);
		});
		await page.keyboard.press("a");
		await walletButton(page).click();
		await expect(problem(page)).toContainText("Another request is still open");
	});
});

/** The names in the DCQL query, which are those in the device request's items. */
function namesRequested({ requests }: BegunRequest): string[] {
	const [iso, openid4vp] = requests;
	const query = JSON.stringify(openid4vp?.data.dcql_query);
	const names = [...query.matchAll(/"org\.iso\.18013\.5\.1","(\w+)"/g)].map(([, name = ""]) => name);
	const items = Buffer.from(String(iso?.data.deviceRequest), "base64url").toString("latin1");
	expect(["family_name", "birth_date", "issuing_country"].filter((name) => items.includes(name)).sort()).toEqual(
		names.toSorted(),
	);
	return names;
}
