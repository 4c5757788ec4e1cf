// What a browser loads of a page, and how soon it shows what is typed.
import { gzipSync } from "node:zlib";
import type { Browser } from "@playwright/test";
import { expectStatus, type Visitor } from "./http.ts";
import { compare, kilobytes, milliseconds, type Row, takeTurns } from "./rounds.ts";
import type { Measure, Side } from "./sides.ts";

const ARGUMENTS = [
	...["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"],
	...["--disable-component-update", "--disable-quic", "--disable-sync", "--no-first-run"],
];
const CPU_SLOWDOWN = 4;
const PAGES = { form: "/templates/new", list: "/templates" };
/** Kilobytes of gzip. */
const SCRIPTS_MAX = { form: 220, list: 185 };
/** Bytes of the pages' HTML before the looks of what repeats had names, and their parts were sent as data (467dccc6). */
const HTML_BEFORE = { "list page": 43_900, "form page": 119_700, "template page": 129_300, "token page": 115_900 };
/** Of each page, at least: Next's own. */
const HTML_LEAST = 4000;
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
export async function openCold(browser: Browser, visitor: Visitor | null, { slowProcessor = false } = {}) {
	const context = await browser.newContext({ locale: "en-US" });
	if (visitor !== null) await context.addCookies(visitor.cookies());
	const page = await context.newPage();
	const devtools = await context.newCDPSession(page);
	await devtools.send("Network.enable");
	if (slowProcessor) await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
	return { page, devtools, close: () => context.close() };
}

/** Scripts of a first load, everything that a cold form page transfers, and the HTML of pages with the data of theirs in it. */
export const measureBytes: Measure = async ({ sides, floor, beside }) => {
	const browser = await openBrowser();
	const of = await takeTurns(
		{ rounds: 1 },
		sides,
		async ({ app, admin, pages }) => {
			const form = await firstLoad(browser, admin, app.address + PAGES.form);
			const list = await firstLoad(browser, admin, app.address + PAGES.list);
			const html: Record<string, number> = {};
			for (const [name, path] of Object.entries(pages))
				html[name] = Buffer.byteLength((await expectStatus(200, admin.visit(path))).text) / 1000;
			return { form: form.scripts, list: list.scripts, bytes: form.bytes, requests: form.requests, ...html };
		},
		() => firstLoad(browser, null, floor.address),
	);
	const scripts = (page: keyof typeof PAGES) =>
		compare(`First-load JavaScript, ${page} page`, kilobytes, of(page, "scripts"), {
			ours: { atMost: SCRIPTS_MAX[page] },
		});
	return [
		...[scripts("form"), scripts("list")],
		compare("Transferred, cold form page", kilobytes, of("bytes", "bytes"), { ours: { atMost: 280 } }),
		compare("Requests of a cold form page", String, of("requests", "requests"), { ours: { atMost: 14 } }),
		...Object.entries(HTML_BEFORE).map(([name, before]) =>
			compare(`HTML and flight, ${name}`, kilobytes, of(name), {
				ours: { atMost: ((before - HTML_LEAST) / 2 + HTML_LEAST) / 1000 },
			}),
		),
		...(beside === "" ? [] : await rowsOf(browser, beside)),
	];
};

/** The first load of another console, of which nobody is signed in. */
async function rowsOf(browser: Browser, address: string): Promise<Row[]> {
	const { scripts, bytes, requests } = await firstLoad(browser, null, address);
	return [
		[`First-load JavaScript, ${address}`, "", kilobytes(scripts)],
		[`Transferred, cold, ${address}`, "", `${kilobytes(bytes)} in ${requests} requests`],
	];
}

/** Until the network is idle: kilobytes of scripts in gzip, kilobytes on the wire, requests. */
async function firstLoad(browser: Browser, visitor: Visitor | null, address: string) {
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

/**
 * The metadata editor with 25 rows on a slow processor: blocking while it loads, layout shift, and the slowest
 * interaction.
 */
export const measureInteraction: Measure = async ({ sides }) => {
	const browser = await openBrowser();
	const of = await takeTurns({ rounds: INTERACTION_ROUNDS }, sides, (side) => edit(browser, side));
	const name = `25 rows, processor ${CPU_SLOWDOWN}× slower`;
	return [
		compare(`${name}: TBT`, milliseconds, of("blocking"), { ours: { atMost: 150 } }),
		compare(`${name}: CLS`, (value) => value.toFixed(3), of("shift"), { ours: { atMost: 0 } }),
		compare(`${name}: INP`, milliseconds, of("delay"), { ours: { atMost: 50 } }),
	];
};

/** Of each kind of performance entry some. */
type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; interactionId: number };

async function edit(browser: Browser, { app, admin, pages }: Side) {
	const { page, close } = await openCold(browser, admin, { slowProcessor: true });
	await page.addInitScript(observe);
	await page.goto(app.address + pages["token page"], { waitUntil: "networkidle" });
	const measured = () => page.evaluate(() => (window as unknown as { measured: Measured }).measured);
	const { blocking } = await measured();
	const value = page.getByRole("textbox", { name: "Value, row 12", exact: true });
	await value.click();
	await value.pressSequentially(" edited", { delay: 60 });
	const remove = page.getByRole("button", { name: /^Remove / });
	await remove.nth(3).click();
	await page.getByRole("button", { name: "Add row", exact: true }).click();
	await page.getByRole("textbox", { name: "Key, row 25", exact: true }).pressSequentially("new_key", { delay: 60 });
	// What the last input changed is shown, and reported, by then.
	await page.waitForTimeout(500);
	const { shift, delay } = await measured();
	await close();
	return { blocking, shift, delay };
}

/** In milliseconds: what is over 50 ms of each long task, and the slowest interaction; and shifts without an input. */
type Measured = { blocking: number; shift: number; delay: number };

/* Runs in the browser, before the page. */
function observe() {
	const measured: Measured = { blocking: 0, shift: 0, delay: 0 };
	Object.assign(window, { measured });
	const watch = (what: PerformanceObserverInit & { durationThreshold?: number }, take: (entry: Entry) => void) =>
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries()) take(entry as Entry);
		}).observe({ ...what, buffered: true });
	watch({ type: "longtask" }, ({ duration }) => {
		measured.blocking += Math.max(0, duration - 50);
	});
	watch({ type: "layout-shift" }, ({ value, hadRecentInput }) => {
		if (!hadRecentInput) measured.shift += value;
	});
	watch({ type: "event", durationThreshold: 16 }, ({ duration, interactionId }) => {
		if (interactionId) measured.delay = Math.max(measured.delay, duration);
	});
}
