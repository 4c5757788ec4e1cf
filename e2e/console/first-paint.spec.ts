import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";

/** A telephone on a slow network: what is on its way at the same time shares the line. */
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000 };
const PATHS = ["/sign-in", "/templates", "/templates/new"];

test("a page's style sheets are requested before all else and at the highest priority, its font when they are there", async ({
	openContext,
	visit,
}) => {
	const editor = await visit("editor");
	for (const path of PATHS) {
		const context = await openContext();
		if (path !== "/sign-in") await context.addCookies(editor.cookies());
		const page = await context.newPage();
		const devtools = await context.newCDPSession(page);
		const events: string[] = [];
		const names = new Map<string, string>();
		const priorities: Record<string, Set<string>> = {};
		devtools.on("Network.requestWillBeSent", ({ requestId, request }) => {
			const [, name] = /\.(css|js|woff2)$/.exec(new URL(request.url).pathname) ?? [];
			if (name === undefined) return;
			names.set(requestId, name);
			events.push(name);
			priorities[name] ??= new Set();
			priorities[name].add(request.initialPriority);
		});
		devtools.on("Network.loadingFinished", ({ requestId }) => {
			if (names.has(requestId)) events.push(`${names.get(requestId)} received`);
		});
		await devtools.send("Network.enable");
		await devtools.send("Network.emulateNetworkConditions", SLOW_NETWORK);
		const response = await page.goto(path, { waitUntil: "networkidle" });

		expect(response?.headers().link ?? "", path).not.toContain("font");
		expect(events[0], `${path}: ${events}`).toBe("css");
		const styled = events.lastIndexOf("css received");
		expect(events.indexOf("woff2"), `${path}: ${events}`).toBeGreaterThan(styled);
		expect(priorities, path).toMatchObject({ css: new Set(["VeryHigh"]), js: new Set(["Low"]) });
	}
});

test("a page is painted before its font is there and nothing shifts when it comes; the next page is set in it", async ({
	openContext,
	visit,
}) => {
	const editor = await visit("editor");
	for (const path of PATHS) {
		const context = await openContext();
		if (path !== "/sign-in") await context.addCookies(editor.cookies());
		const page = await context.newPage();
		let release = () => {};
		const released = new Promise<void>((resolve) => {
			release = resolve;
		});
		await page.route("**/*.woff2", async (route) => {
			await released;
			await route.continue();
		});
		await page.goto(path, { waitUntil: "domcontentloaded" });
		await page.evaluate(firstPaint);
		expect(await fontsOf(page), path).toEqual(["loading"]);

		// A busy browser paints a part of the document before it has read the rest, which shifts what is there.
		const shiftsOfParsing = await page.evaluate(shiftsAfterFrame);
		release();
		await expect.poll(() => fontsOf(page), { message: path }).toEqual(["loaded"]);
		expect(await page.evaluate(shiftsAfterFrame), path).toEqual(shiftsOfParsing);

		// The browser keeps nothing of what is routed.
		await page.unrouteAll();
		await page.goto(path, { waitUntil: "networkidle" });
		await page.goto(path, { waitUntil: "networkidle" });
		expect(await shownFonts(page), path).toEqual(["Inter"]);
	}
});

/* Runs in the browser. */
function firstPaint(): Promise<void> {
	return new Promise((resolve) => {
		new PerformanceObserver((list) => {
			if (list.getEntriesByName("first-contentful-paint").length > 0) resolve();
		}).observe({ type: "paint", buffered: true });
	});
}

/* Runs in the browser: all shifts of the page. What the last frame shifted is reported after the next one. */
async function shiftsAfterFrame(): Promise<number[]> {
	const shifts: number[] = [];
	new PerformanceObserver((list) => {
		for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
	}).observe({ type: "layout-shift", buffered: true });
	for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
	return shifts;
}

function fontsOf(page: Page): Promise<string[]> {
	return page.evaluate(() => [...document.fonts].map(({ status }) => status));
}

/** The fonts in which the heading is drawn. */
async function shownFonts(page: Page): Promise<string[]> {
	const devtools = await page.context().newCDPSession(page);
	await devtools.send("DOM.enable");
	await devtools.send("CSS.enable");
	const { root } = await devtools.send("DOM.getDocument");
	const { nodeId } = await devtools.send("DOM.querySelector", { nodeId: root.nodeId, selector: "h1" });
	const { fonts } = await devtools.send("CSS.getPlatformFontsForNode", { nodeId });
	return fonts.map(({ familyName }) => familyName);
}
