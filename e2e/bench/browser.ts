// What a browser loads of a page, and how soon it shows what is typed.
import { gzipSync } from "node:zlib";
import type { Browser } from "@playwright/test";
import type { Visitor } from "./http.ts";
import { compare, kilobytes, milliseconds, takeTurns } from "./rounds.ts";
import type { Measure, Side } from "./sides.ts";

const ARGUMENTS = [
	...["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"],
	...["--disable-component-update", "--disable-quic", "--disable-sync", "--no-first-run"],
];
const CPU_SLOWDOWN = 4;
/** 1.6 Mbit/s down, half of it up, and 150 ms: a telephone on a slow network. */
export const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000 };
/** Kilobytes of gzip. */
const SCRIPTS_MAX = { "form page": 220, "list page": 185 };
const INTERACTION_ROUNDS = 9;

let browser: Promise<Browser> | undefined;

/** The Chromium that the browser tests use. It ends with this process. */
export function openBrowser(): Promise<Browser> {
	browser ??= launchBrowser();
	return browser;
}

async function launchBrowser(): Promise<Browser> {
	// Packages, which may not be there before `prepare`.
	const { chromium } = await import("@playwright/test");
	const { findBrowser } = await import("../browser/find-browser.ts");
	const { executablePath, env } = await findBrowser();
	return chromium.launch({ executablePath, args: ARGUMENTS, ...(env && { env: { ...process.env, ...env } }) });
}

/** A page with an empty cache, signed in as the visitor is. */
export async function openCold(browser: Browser, visitor: Visitor, { slowProcessor = false } = {}) {
	const context = await browser.newContext({ locale: "en-US" });
	await context.addCookies(visitor.cookies());
	const page = await context.newPage();
	const devtools = await context.newCDPSession(page);
	await devtools.send("Network.enable");
	if (slowProcessor) await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
	return { page, devtools, close: () => context.close() };
}

/** Scripts of a first load, and everything that a cold form page transfers. */
export const measureBytes: Measure = async ({ sides }) => {
	const browser = await openBrowser();
	const of = await takeTurns({ rounds: 1 }, sides, async ({ app, admin, pages }) => {
		const form = await firstLoad(browser, admin, app.address + pages["form page"]);
		const list = await firstLoad(browser, admin, app.address + pages["list page"]);
		return { "form page": form.scripts, "list page": list.scripts, bytes: form.bytes, requests: form.requests };
	});
	const scripts = (page: keyof typeof SCRIPTS_MAX) =>
		compare(`First-load JavaScript, ${page}, gzip`, kilobytes, of(page), { ours: { atMost: SCRIPTS_MAX[page] } });
	return [
		...[scripts("form page"), scripts("list page")],
		compare("Transferred, cold form page", kilobytes, of("bytes"), { ours: { atMost: 280 } }),
		compare("Requests of a cold form page", String, of("requests"), { ours: { atMost: 14 } }),
	];
};

/** Until the network is idle: kilobytes of scripts in gzip, kilobytes on the wire, requests. */
async function firstLoad(browser: Browser, visitor: Visitor, address: string) {
	const { page, devtools, close } = await openCold(browser, visitor);
	const bodies: Promise<Buffer>[] = [];
	let [bytes, requests] = [0, 0];
	// Drawings of the style sheet, which are part of it.
	const inside = new Set<string>();
	devtools.on("Network.requestWillBeSent", ({ requestId, request }) => {
		if (request.url.startsWith("data:")) inside.add(requestId);
	});
	devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
		if (inside.has(requestId)) return;
		bytes += encodedDataLength;
		requests += 1;
	});
	page.on("response", (response) => {
		if (new URL(response.url()).pathname.endsWith(".js")) bodies.push(response.body());
	});
	await page.goto(address, { waitUntil: "networkidle" });
	const scripts = (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
	await close();
	return { scripts: scripts / 1000, bytes: bytes / 1000, requests };
}

/** The metadata editor with 25 rows on a slow processor: layout shift, and the slowest interaction. */
export const measureInteraction: Measure = async ({ sides }) => {
	const browser = await openBrowser();
	const of = await takeTurns({ rounds: INTERACTION_ROUNDS }, sides, (side) => edit(browser, side));
	const name = `25 rows, processor ${CPU_SLOWDOWN}× slower`;
	return [
		compare(`${name}: CLS`, (value) => value.toFixed(3), of("shift"), { ours: { atMost: 0 } }),
		compare(`${name}: INP`, milliseconds, of("delay"), { ours: { atMost: 80 } }),
	];
};

/** Of each kind of performance entry some. */
type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; interactionId: number };

async function edit(browser: Browser, { app, admin, pages }: Side) {
	const { page, close } = await openCold(browser, admin, { slowProcessor: true });
	await page.addInitScript(observe);
	await page.goto(app.address + pages["token page"], { waitUntil: "networkidle" });
	const value = page.getByRole("textbox", { name: "Value, row 12", exact: true });
	await value.click();
	await value.pressSequentially(" edited", { delay: 60 });
	const remove = page.getByRole("button", { name: /^Remove / });
	await remove.nth(3).click();
	await page.getByRole("button", { name: "Add row", exact: true }).click();
	await page.getByRole("textbox", { name: "Key, row 25", exact: true }).pressSequentially("new_key", { delay: 60 });
	// What the last input changed is shown, and reported, by then.
	await page.waitForTimeout(500);
	const measured = await page.evaluate(() => (window as unknown as { measured: Measured }).measured);
	await close();
	return measured;
}

/** Shifts without an input, and the slowest interaction in milliseconds. */
export type Measured = { shift: number; delay: number };

/* Runs in the browser, before the page. */
export function observe() {
	const measured: Measured = { shift: 0, delay: 0 };
	Object.assign(window, { measured });
	const watch = (what: PerformanceObserverInit & { durationThreshold?: number }, take: (entry: Entry) => void) =>
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries()) take(entry as Entry);
		}).observe({ ...what, buffered: true });
	watch({ type: "layout-shift" }, ({ value, hadRecentInput }) => {
		if (!hadRecentInput) measured.shift += value;
	});
	watch({ type: "event", durationThreshold: 16 }, ({ duration, interactionId }) => {
		if (interactionId) measured.delay = Math.max(measured.delay, duration);
	});
}
