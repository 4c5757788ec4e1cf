import type { Browser, CDPSession, Page } from "@playwright/test";
import { openCold, slowNetwork } from "../browser.ts";
import { takeTurns } from "../rounds.ts";
import type { Measure, Side } from "../sides.ts";
import { compare, milliseconds } from "../table.ts";

const ROUNDS = 9;
/** Another console, react-admin, on the same task under the same conditions on a 2-core machine, in milliseconds. */
const REACT_ADMIN = 3620;

/** From an empty cache to a created template, on a slow network and processor; and without scripts. */
export const measureTasks: Measure = async ({ openBrowser, sides, ours }) => {
	const browser = await openBrowser();
	const cold = await takeTurns({ rounds: ROUNDS }, sides, (side) => createTemplate(browser, side, { slow: true }));
	const cached = await takeTurns({ rounds: ROUNDS }, sides, (side) =>
		createTemplate(browser, side, { slow: true, hasFont: true }),
	);
	await createTemplate(browser, ours, { scripts: false });
	return [
		compare("First paint of the form, cold", milliseconds, cold("painted")),
		compare("The same, the font cached", milliseconds, cached("painted")),
		compare("Task as below, the font cached", milliseconds, cached("created")),
		compare("The same, until the saved page shows edits", milliseconds, cached("live")),
		compare(
			"Cold task: open form → created",
			milliseconds,
			{ ...cold("created"), floor: [REACT_ADMIN] },
			{ floor: { atMost: 0.55 } },
		),
		compare("Form usable, cold", milliseconds, cold("visible")),
	];
};

/** @param conditions `hasFont`: of an earlier visit */
async function createTemplate(
	browser: Browser,
	{ app, admin }: Side,
	{ slow = false, hasFont = false, scripts = true },
) {
	const { page, devtools, close } = await openCold(browser, admin, { slowProcessor: slow, scripts });
	try {
		if (hasFont) await fetchFont(page, app.address);
		if (slow) await slowNetwork(devtools);
		const address = `${app.address}/templates/new`;
		const painted = firstPaint(devtools, address);
		const begin = performance.now();
		await page.goto(address, { waitUntil: "commit" });
		const name = page.getByRole("textbox", { name: "Name", exact: true });
		await name.waitFor();
		const visible = performance.now() - begin;
		await name.fill(`Cold ${crypto.randomUUID()}`);
		await page.getByRole("checkbox", { name: "Photo", exact: true }).check();
		await page.getByRole("button", { name: "Create template" }).click();
		await page.waitForURL(/\/templates\/vct_/, { waitUntil: "commit" });
		await page.getByRole("button", { name: "Save changes" }).waitFor();
		const created = performance.now() - begin;
		if (scripts) await page.getByText("(as opened)").first().waitFor({ state: "detached" });
		const live = performance.now() - begin;
		return { painted: await painted, visible, created, live };
	} finally {
		await close();
	}
}

/**
 * Milliseconds from the request for a page, which is still to come, to its first text or picture. The browser tells of it:
 * nothing is asked of the page, which would delay what is measured.
 */
function firstPaint(devtools: CDPSession, address: string): Promise<number> {
	void devtools.send("Page.enable");
	void devtools.send("Page.setLifecycleEventsEnabled", { enabled: true });
	let asked: { loader: string; begin: number } | undefined;
	devtools.on("Network.requestWillBeSent", ({ request, loaderId, timestamp }) => {
		if (request.url === address) asked ??= { loader: loaderId, begin: timestamp };
	});
	return new Promise((resolve) => {
		devtools.on("Page.lifecycleEvent", ({ name, loaderId, timestamp }) => {
			if (asked?.loader === loaderId && name === "firstContentfulPaint") resolve((timestamp - asked.begin) * 1000);
		});
	});
}

/** Visits the app, and fetches its font where the version has one. */
async function fetchFont(page: Page, address: string): Promise<void> {
	const { headers } = await fetch(`${address}/sign-in`);
	const path = /<([^>]+\.woff2)>/.exec(headers.get("link") ?? "")?.[1];
	await page.route("**/with-font", (route) => route.fulfill({ contentType: "text/html", body: "" }));
	await page.goto(`${address}/with-font`);
	// The browser keeps nothing while requests are routed.
	await page.unrouteAll();
	if (path) await page.evaluate((font) => fetch(font).then((answer) => answer.arrayBuffer()), path);
}
