import type { Visitor } from "../../http/visitor";
import { createButton, nameBox, tick, uniqueName } from "../../templates/templates-page";
import { openTryIt, result, verdict } from "../try-it-page";
import type { CredentialRequest } from "./outside-wallet/outside-wallet";
import { BEGIN, type BegunRequest } from "./outside-wallet/virtual-wallet";
import { ELEMENTS, expect, PROTOCOLS, problem, test, tryItPanel, walletButton } from "./wallet-page";

const END = "**/templates/try-it/wallet/end";
const ONCE_MORE = "Press “Ask a wallet” once more";

test("a wallet's response is accepted once, from the session and the template of its request", async ({
	management,
	outside,
	visit,
	credentials,
}) => {
	const { address } = credentials;
	const { id } = await management.createTemplate(uniqueName("Asks a wallet"), ELEMENTS, outside.root);
	const post = async (visitor: Visitor, step: "begin" | "end", data: object, origin = address) => {
		const headers = { origin, "content-type": "application/json" };
		const path = `/templates/try-it/wallet/${step}`;
		const { status, html } = await visitor.open(path, { method: "POST", headers, body: JSON.stringify(data) });
		return { status, body: status === 200 ? JSON.parse(html) : null };
	};
	const begin = async (visitor: Visitor): Promise<BegunRequest> =>
		(
			await post(visitor, "begin", {
				templateId: id,
				names: ["family_name"],
				isRetained: false,
				certificateAuthority: outside.root,
			})
		).body.value;
	const end = async (visitor: Visitor, data: object) => (await post(visitor, "end", data)).body;

	const viewer = await visit("viewer");
	const { id: request, requests } = await begin(viewer);
	const requested = requests.find(({ protocol }) => protocol === "openid4vp-v1-unsigned") as CredentialRequest;
	const response = {
		id: request,
		templateId: id,
		protocol: requested.protocol,
		data: await outside.respond(requested, address),
	};
	expect((await end(viewer, response)).value.report.verdict).toBe("verified");

	const unknown = { problem: expect.objectContaining({ title: "No request is waiting for this response" }) };
	expect(await end(viewer, response), "the same response again").toEqual(unknown);
	const later = { ...response, id: (await begin(viewer)).id };
	expect(await end(await visit("editor"), later), "from another session").toEqual(unknown);
	expect(await end(viewer, { ...later, templateId: "" }), "for another template").toEqual(unknown);
	expect((await post(viewer, "end", later, "https://other.example")).status, "from another origin").toBe(403);
	expect((await end(viewer, later)).value.report.verdict, "to another request").toBe("rejected");
	expect(await end(viewer, later), "the used request again").toEqual(unknown);
});

test("where the console is slower than the browser's user activation, the next press uses the prepared request, with the strict clock that was ticked", async ({
	page,
	wallet,
	outside,
	openTemplate,
}) => {
	await wallet.respondWith(outside, "org-iso-mdoc");
	await openTemplate();
	const browser = await page.context().newCDPSession(page);
	// Playwright's own evaluation would count as user activation.
	const look = async (expression: string) => (await browser.send("Runtime.evaluate", { expression })).result.value;
	await page.route(BEGIN, async (route) => {
		// It lasts five seconds in Chromium, or until a window consumes it.
		if (!process.env.LONG) await look('open("about:blank")?.close()');
		await expect.poll(() => look("navigator.userActivation.isActive"), { intervals: [50] }).toBe(false);
		await route.fallback();
	});
	await page.getByRole("checkbox", { name: /^Strict clock/ }).check();
	await walletButton(page).click();
	await expect.poll(() => look(`document.body.textContent.includes("${ONCE_MORE}")`), { intervals: [50] }).toBe(true);
	await expect(tryItPanel(page).getByText(ONCE_MORE)).toBeVisible();
	const ended = page.waitForRequest(END);
	await walletButton(page).click();
	await expect(verdict(page)).toHaveText("Verified");
	expect((await ended).postDataJSON()).toMatchObject({ isClockStrict: true });
	expect(wallet.begun).toHaveLength(1);
});

test("signed out meanwhile, or offline, it is reported, and what was ticked stays", async ({
	page,
	context,
	wallet,
	outside,
	openTemplate,
	allowBrowserError,
}) => {
	allowBrowserError(/401|ERR_INTERNET_DISCONNECTED/);
	await openTemplate("editor");
	await tick(page, "City").check();
	await context.setOffline(true);
	await walletButton(page).click();
	await expect(problem(page)).toContainText("The console could not be reached");
	await context.setOffline(false);

	await tick(page, "City").uncheck();
	await wallet.respondWith(outside, "org-iso-mdoc");
	await page.route(END, async (route) => {
		await context.clearCookies();
		await route.continue({ headers: { ...route.request().headers(), cookie: "" } });
	});
	await walletButton(page).click();
	await expect(problem(page)).toContainText("Your session has ended");
	await expect(problem(page).getByRole("link", { name: /Sign in again/ })).toBeVisible();
	await expect(tick(page, "Date of birth")).toBeChecked();
});

test("in a browser without the API the page states that beforehand, and which browsers have it", async ({
	page,
	openTemplate,
}) => {
	await page.addInitScript(() => Reflect.deleteProperty(window, "DigitalCredential"));
	await openTemplate();
	await expect(tryItPanel(page).getByText(/no Digital Credentials API.*Chrome.*Safari.*Firefox/)).toBeVisible();
	await walletButton(page).click();
	await expect(problem(page)).toContainText("This browser can't ask a wallet");
});

test("without scripts there is no button, and a sentence states why", async ({ management, openContext, signIn }) => {
	const { id } = await management.createTemplate(uniqueName("No scripts"), { portrait: true });
	const page = await (await openContext({ javaScriptEnabled: false })).newPage();
	await signIn(page, "viewer");
	await page.goto(`/templates/${id}`);
	await expect(page.getByText("Only a script can ask a wallet")).toBeVisible();
	await expect(walletButton(page)).toBeHidden();
	await expect(page.getByText(/production wallet may refuse a reader/)).toBeVisible();
});

test("an unsaved template requests what is ticked, with its own certificate authority", async ({
	page,
	signIn,
	wallet,
	outside,
}) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	await openTryIt(page);
	await walletButton(page).click();
	await expect(problem(page)).toContainText("Nothing is ticked");
	await tick(page, "Family name").check();
	for (const [protocol, root, word] of [
		[PROTOCOLS[0] ?? "", "", "Rejected"],
		[PROTOCOLS[1] ?? "", outside.root, "Verified"],
	] as const) {
		await page.unroute(BEGIN);
		await wallet.respondWith(outside, protocol);
		await page.getByRole("textbox", { name: "Custom certificate authority" }).fill(root);
		await walletButton(page).click();
		await expect(verdict(page)).toHaveText(word);
	}
	await expect(result(page)).toContainText("Outsider");
	// The tab's controls are not saved.
	await nameBox(page).fill(uniqueName("Tried before it was saved"));
	await createButton(page).click();
	await expect(page).toHaveURL(/\/templates\/vct_/);
});
