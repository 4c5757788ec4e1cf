import type { Browser, CDPSession, Page } from "@playwright/test";
import { openBrowser, openCold } from "./browser.ts";
import { compare, milliseconds, takeTurns } from "./rounds.ts";
import type { Measure, Side } from "./sides.ts";

const COUNT = { rounds: 9 };
/** 1.6 Mbit/s down, half of it up, and 150 ms: a telephone on a slow network. */
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000 };
/** Another console, react-admin, on the same task under the same conditions on a 2-core machine, in milliseconds. */
const REACT_ADMIN = 3620;

/** From an empty cache to a created template, on a slow network and processor. */
export const measureTasks: Measure = async ({ sides }) => {
	const browser = await openBrowser();
	const cold = await takeTurns(COUNT, sides, (side) => createTemplate(browser, side, { hasFont: false }));
	const cached = await takeTurns(COUNT, sides, (side) => createTemplate(browser, side, { hasFont: true }));
	const task = { ...cold("created"), floor: [REACT_ADMIN] };
	return [
		compare("First paint of the form, cold", milliseconds, cold("painted")),
		compare("The same, the font cached", milliseconds, cached("painted")),
		compare("Task as below, the font cached", milliseconds, cached("created")),
		compare("The same, until the saved page shows edits", milliseconds, cached("interactive")),
		compare("Cold task: open form → created", milliseconds, task, { floor: { atMost: 0.55 } }),
		compare("Form usable, cold", milliseconds, cold("visible")),
	];
};

/** @param cache `hasFont`: of an earlier visit */
async function createTemplate(browser: Browser, { app, admin }: Side, { hasFont }: { hasFont: boolean }) {
	const { page, devtools, close } = await openCold(browser, admin, { slowProcessor: true });
	try {
		if (hasFont) await fetchFont(page, app.address);
		await devtools.send("Network.emulateNetworkConditions", SLOW_NETWORK);
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
		await page.getByText("(as opened)").first().waitFor({ state: "detached" });
		const interactive = performance.now() - begin;
		return { painted: await painted, visible, created, interactive };
	} finally {
		await close();
	}
}

/**
 * Milliseconds from the request for a page, which is still to come, to its first text or picture. The browser reports it
 * by itself: a script in the page would delay what is measured.
 */
function firstPaint(devtools: CDPSession, address: string): Promise<number> {
	void devtools.send("Page.enable");
	void devtools.send("Page.setLifecycleEventsEnabled", { enabled: true });
	let requested: { loader: string; begin: number } | undefined;
	devtools.on("Network.requestWillBeSent", ({ request, loaderId, timestamp }) => {
		if (request.url === address) requested ??= { loader: loaderId, begin: timestamp };
	});
	return new Promise((resolve) => {
		devtools.on("Page.lifecycleEvent", ({ name, loaderId, timestamp }) => {
			if (requested?.loader !== loaderId || name !== "firstContentfulPaint") return;
			resolve((timestamp - requested.begin) * 1000);
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
	if (path) await page.evaluate((font) => fetch(font).then((response) => response.arrayBuffer()), path);
}
