import { createButton, nameBox, tick, uniqueName } from "../../templates/templates-page";
import { openTryIt, result, verdict } from "../try-it-page";
import { askButton, expect, PROTOCOLS, problem, test, tryItPanel } from "./ask-page";
import { BEGIN } from "./outside-wallet/virtual-wallet";

const END = "**/templates/try-it/wallet/end";
/** Longer than a press lasts, which is five seconds in Chromium. */
const SLOW_MS = 7_000;
const ONCE_MORE = "Press “Ask a wallet” once more";

test("an answer is taken once, from the session and the template that asked", async ({
	page,
	wallet,
	outside,
	openTemplate,
	openContext,
	signIn,
	baseURL,
}) => {
	await wallet.answerWith(outside, "openid4vp-v1-unsigned");
	const id = await openTemplate();
	const ended = page.waitForRequest(END);
	await askButton(page).click();
	await expect(verdict(page)).toHaveText("Verified");
	const answer = (await ended).postDataJSON();

	const headers = { origin: baseURL ?? "" };
	const begin = () =>
		page.request
			.post("/templates/try-it/wallet/begin", {
				headers,
				data: { templateId: id, names: ["family_name"], isRetained: false, certificateAuthority: "" },
			})
			.then((begun) => begun.json());
	const end = async (from: typeof page, data: object) =>
		(await from.request.post("/templates/try-it/wallet/end", { headers, data })).json();

	const nobody = { problem: expect.objectContaining({ title: "Nothing waits for this answer" }) };
	expect(await end(page, answer), "the same answer again").toEqual(nobody);
	const { value: begun } = await begin();
	const later = { ...answer, id: begun.id };
	const other = await (await openContext()).newPage();
	await signIn(other, "editor");
	expect(await end(other, later), "from another session").toEqual(nobody);
	expect(await end(page, { ...later, templateId: "" }), "for another template").toEqual(nobody);
	expect((await end(page, later)).value.report.verdict, "to another request").toBe("rejected");
	expect(await end(page, later), "which it used up").toEqual(nobody);

	const elsewhere = await page.request.post("/templates/try-it/wallet/end", {
		headers: { origin: "https://other.example" },
		data: later,
	});
	expect(elsewhere.status()).toBe(403);
});

test("where the console is slower than a press lasts, the next press asks with what is ready", async ({
	page,
	wallet,
	outside,
	openTemplate,
}) => {
	await wallet.answerWith(outside, "org-iso-mdoc");
	// Looking at the page from here counts as a press there, also while the answer is being read: the page itself tells.
	await page.addInitScript((words) => {
		const tell = () => document.body?.textContent?.includes(words) && console.debug(words);
		new MutationObserver(tell).observe(document, { subtree: true, childList: true });
	}, ONCE_MORE);
	await openTemplate();
	await page.route(BEGIN, async (route) => {
		await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
		await route.fallback();
	});
	const told = page.waitForEvent("console", (message) => message.text() === ONCE_MORE);
	await askButton(page).click();
	await told;
	await expect(tryItPanel(page).getByText(ONCE_MORE)).toBeVisible();
	await askButton(page).click();
	await expect(verdict(page)).toHaveText("Verified");
	expect(wallet.asked).toHaveLength(1);
});

test("signed out meanwhile, or offline, it says so, and what was ticked stays", async ({
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
	await askButton(page).click();
	await expect(problem(page)).toContainText("The console could not be reached");
	await context.setOffline(false);

	await tick(page, "City").uncheck();
	await wallet.answerWith(outside, "org-iso-mdoc");
	await page.route(END, async (route) => {
		await context.clearCookies();
		await route.continue({ headers: { ...route.request().headers(), cookie: "" } });
	});
	await askButton(page).click();
	await expect(problem(page)).toContainText("Your session has ended");
	await expect(problem(page).getByRole("link", { name: /Sign in again/ })).toBeVisible();
	await expect(tick(page, "Date of birth")).toBeChecked();
});

test("a browser without the API says beforehand that it can't ask, and which can", async ({ page, openTemplate }) => {
	await page.addInitScript(() => Reflect.deleteProperty(window, "DigitalCredential"));
	await openTemplate();
	await expect(tryItPanel(page).getByText(/no Digital Credentials API.*Chrome.*Safari.*Firefox/)).toBeVisible();
	await askButton(page).click();
	await expect(problem(page)).toContainText("This browser can't ask a wallet");
});

test("without scripts no button is there, and a sentence says why", async ({ management, openContext, signIn }) => {
	const { id } = await management.createTemplate(uniqueName("No scripts"), { portrait: true });
	const page = await (await openContext({ javaScriptEnabled: false })).newPage();
	await signIn(page, "viewer");
	await page.goto(`/templates/${id}`);
	await expect(page.getByText("Only a script can ask a wallet")).toBeVisible();
	await expect(askButton(page)).toBeHidden();
	await expect(page.getByText(/production wallet may refuse a reader/)).toBeVisible();
});

test("a template that is not saved yet asks with what is ticked and the root that it will have", async ({
	page,
	signIn,
	wallet,
	outside,
}) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	await openTryIt(page);
	await askButton(page).click();
	await expect(problem(page)).toContainText("Nothing is ticked");
	await tick(page, "Family name").check();
	for (const [protocol, root, word] of [
		[PROTOCOLS[0] ?? "", "", "Rejected"],
		[PROTOCOLS[1] ?? "", outside.root, "Verified"],
	] as const) {
		await page.unroute(BEGIN);
		await wallet.answerWith(outside, protocol);
		await page.getByRole("textbox", { name: "Custom certificate authority" }).fill(root);
		await askButton(page).click();
		await expect(verdict(page)).toHaveText(word);
	}
	await expect(result(page)).toContainText("Outsider");
	// The tab's controls are no part of what is saved.
	await nameBox(page).fill(uniqueName("Asked before it was saved"));
	await createButton(page).click();
	await expect(page).toHaveURL(/\/templates\/vct_/);
});
