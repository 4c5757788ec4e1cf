// How soon a form is painted and a template created with it, on an empty cache, a slow network and a slow processor, beside
// other consoles.
import type { Browser, Page } from "@playwright/test";
import { type Measured, observe, openBrowser, openCold, SLOW_NETWORK } from "./browser.ts";
import type { Peer } from "./peers.ts";
import { compare, milliseconds, takeTurns } from "./rounds.ts";
import type { Measure, Side } from "./sides.ts";

const PAINT_ROUNDS = { rounds: 9, warmUp: 1 };
const TASK_ROUNDS = { rounds: 5 };
/** After the first paint, for what then makes the page interactive. */
const SETTLED_MILLISECONDS = 2_000;
/** Of ours to another console's. */
const PAINT_GOALS = { "react-admin": 0.4, Payload: 0.8 };
const TASK_GOALS = { "react-admin": 0.8, Payload: 0.5 };

export const measurePaint: Measure = async ({ sides, peers }) => {
	const browser = await openBrowser();
	const others = await peers("react-admin", "Payload");
	const of = await takeTurns(PAINT_ROUNDS, [...sides, ...others], (side) => load(browser, side));
	return [
		...others.map(({ name }) =>
			compare(`Cold form: first paint, beside ${name}`, milliseconds, of("painted", name), {
				beside: { atMost: PAINT_GOALS[name] },
			}),
		),
		compare("Cold form: layout shift", (value) => value.toFixed(3), of("shift"), { ours: { atMost: 0 } }),
	];
};

async function load(browser: Browser, { app, admin, pages }: Side | Peer) {
	const { page, devtools, close } = await openCold(browser, admin, { slowProcessor: true });
	try {
		await devtools.send("Network.emulateNetworkConditions", SLOW_NETWORK);
		await devtools.send("Page.enable");
		await devtools.send("Page.setLifecycleEventsEnabled", { enabled: true });
		let first: { loaderId: string; timestamp: number } | undefined;
		devtools.on("Network.requestWillBeSent", ({ loaderId, timestamp }) => {
			first ??= { loaderId, timestamp };
		});
		const paint = new Promise<number>((resolve) => {
			devtools.on("Page.lifecycleEvent", ({ name, loaderId, timestamp }) => {
				if (first && name === "firstContentfulPaint" && loaderId === first.loaderId)
					resolve((timestamp - first.timestamp) * 1000);
			});
		});
		await page.addInitScript(observe);
		await page.goto(app.address + pages["form page"], { waitUntil: "networkidle" });
		// A page may be silent while its scripts run.
		const painted = await paint;
		await page.waitForTimeout(SETTLED_MILLISECONDS);
		const { shift } = await page.evaluate(() => (window as unknown as { measured: Measured }).measured);
		return { painted, shift };
	} finally {
		await close();
	}
}

/** From an empty cache to a created template, on a slow network and processor, beside other consoles. */
export const measureTasks: Measure = async ({ sides, peers }) => {
	const browser = await openBrowser();
	const others = await peers("react-admin", "Payload");
	const of = await takeTurns(TASK_ROUNDS, [...sides, ...others], (side) => createTemplate(browser, side));
	return others.map(({ name }) =>
		compare(`Cold task: open form → created, beside ${name}`, milliseconds, of("created", name), {
			beside: { atMost: TASK_GOALS[name] },
		}),
	);
};

async function createTemplate(browser: Browser, side: Side | Peer) {
	const { page, devtools, close } = await openCold(browser, side.admin, { slowProcessor: true });
	try {
		await devtools.send("Network.emulateNetworkConditions", SLOW_NETWORK);
		const begin = performance.now();
		await page.goto(side.app.address + side.pages["form page"], { waitUntil: "commit" });
		await ("fillIn" in side ? side.fillIn : fillIn)(page, `Cold ${crypto.randomUUID()}`);
		return { created: performance.now() - begin };
	} finally {
		await close();
	}
}

/** Our own form. */
async function fillIn(page: Page, name: string) {
	await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
	await page.getByRole("checkbox", { name: "Photo", exact: true }).check();
	await page.getByRole("button", { name: "Create template" }).click();
	await page.waitForURL(/\/templates\/vct_/, { waitUntil: "commit" });
	await page.getByRole("button", { name: "Save changes" }).waitFor();
}
