import { CPU_SLOWDOWN, openCold } from "../browser.mjs";
import { spread } from "../compare.mjs";
import { median, takeTurns } from "../rounds.mjs";
import { TEMPLATES } from "../tenant.mjs";

const ROUNDS = 9;
const KEY_MAX = 50;
const TICK_MAX = 80;
const TYPED = "Over 21, at the door";
const TICKED = ["Photo", "Date of birth", "City", "Expires on", "Nationality", "Age in years"];
/** A person is not faster from one box to the next, and what follows a tick is shown by then. */
const BETWEEN_TICKS_MILLISECONDS = 200;

/** @typedef {Awaited<ReturnType<typeof edit>>} Slowest */

/**
 * The slowest answers to a key and to a tick in the template form, new and stored.
 * @type {import("../surroundings.mjs").Measure}
 */
export async function measureForm({ openBrowser, sides }) {
	const browser = await openBrowser();
	const fresh = await takeTurns(ROUNDS, sides, (side) => edit(browser, side, "/templates/new"));
	const stored = await takeTurns(ROUNDS, sides, async (side) => {
		const { json } = await side.tenant.call("GET", TEMPLATES);
		return edit(browser, side, `/templates/${json.templates[0].id}`);
	});
	return [
		row("new template, a key", fresh, "key", KEY_MAX),
		row("new template, a tick", fresh, "tick", TICK_MAX),
		row("stored template, a key", stored, "key", KEY_MAX),
		row("stored template, a tick", stored, "tick", TICK_MAX),
	];
}

/**
 * @param {string} what
 * @param {Slowest[][]} samples of ours, and of the older version
 * @param {keyof Slowest} input
 * @param {number} max
 */
function row(what, samples, input, max) {
	const [own = [], older] = samples.map((side) => side.map((sample) => sample[input]));
	return {
		measure: `Slowest answer, processor ${CPU_SLOWDOWN}× slower: ${what}`,
		...{ floor: "16 ms", ours: spread(own), older: older && spread(older) },
		...{ goal: `≤ ${max} ms`, met: median(own) <= max },
	};
}

/**
 * @param {import("@playwright/test").Browser} browser
 * @param {import("../surroundings.mjs").Side} side
 * @param {string} path
 */
async function edit(browser, { app, admin }, path) {
	const { page, close } = await openCold(browser, admin, { slowProcessor: true });
	await page.addInitScript(observe);
	await page.goto(app.address + path, { waitUntil: "networkidle" });
	const name = page.getByRole("textbox", { name: "Name", exact: true });
	await name.click();
	await name.press("End");
	await settle();
	await name.pressSequentially(TYPED, { delay: 60 });
	const key = await settle();
	for (const label of TICKED) {
		await page.getByRole("checkbox", { name: label, exact: true }).click();
		await page.waitForTimeout(BETWEEN_TICKS_MILLISECONDS);
	}
	const tick = await settle();
	await close();
	return { key, tick };

	/** The slowest answer since the last time, once everything is shown and reported. */
	async function settle() {
		await page.waitForTimeout(500);
		return page.evaluate(() => {
			const { delays } = /** @type {Window & { delays?: number[] }} */ (window);
			return Math.max(0, ...(delays?.splice(0) ?? []));
		});
	}

	/* Runs in the browser, before the page. */
	function observe() {
		/** @type {number[]} */
		const delays = [];
		Object.assign(window, { delays });
		const observer = new PerformanceObserver((list) => {
			const entries = /** @type {PerformanceEventTiming[]} */ (list.getEntries());
			for (const { duration, interactionId } of entries) if (interactionId) delays.push(duration);
		});
		/** @type {PerformanceObserverInit & { durationThreshold: number }} */
		const what = { type: "event", buffered: true, durationThreshold: 16 };
		observer.observe(what);
	}
}
