import type { Browser } from "@playwright/test";
import { CPU_SLOWDOWN, openCold } from "../browser.ts";
import { takeTurns } from "../rounds.ts";
import type { Measure, Side } from "../sides.ts";
import { compare, milliseconds } from "../table.ts";

const ROUNDS = 9;

/**
 * How the metadata editor feels with 25 rows on a slow processor: blocking while it loads, movement, and the slowest
 * answer to an input.
 */
export const measureInteraction: Measure = async ({ openBrowser, sides }) => {
	const browser = await openBrowser();
	const of = await takeTurns({ rounds: ROUNDS }, sides, (side) => edit(browser, side));
	const name = `25 rows, processor ${CPU_SLOWDOWN}× slower`;
	return [
		compare(`${name}: TBT`, milliseconds, of("blocking"), { ours: { atMost: 150 } }),
		compare(`${name}: CLS`, (value) => value.toFixed(3), of("shift"), { ours: { atMost: 0 } }),
		compare(`${name}: INP`, milliseconds, of("delay"), { ours: { atMost: 50 } }),
	];
};

/** In the browser: what is over 50 ms of its long tasks, movement without an input, and times to the answer of inputs. */
type Measured = { tasks: number[]; shifts: number[]; delays: number[] };
type MeasuredWindow = Window & { measured: Measured };
/** Of each kind some. */
type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; interactionId: number };

async function edit(browser: Browser, { app, admin, pages }: Side) {
	const { page, close } = await openCold(browser, admin, { slowProcessor: true });
	await page.addInitScript(observe);
	await page.goto(app.address + pages["token page"], { waitUntil: "networkidle" });
	const measured = () => page.evaluate(() => (window as unknown as MeasuredWindow).measured);
	const { tasks } = await measured();
	const value = page.getByRole("textbox", { name: "Value, row 12", exact: true });
	await value.click();
	await value.pressSequentially(" edited", { delay: 60 });
	const remove = page.getByRole("button", { name: /^Remove / });
	await remove.nth(3).click();
	await page.getByRole("button", { name: "Add row", exact: true }).click();
	await page.getByRole("textbox", { name: "Key, row 25", exact: true }).pressSequentially("new_key", { delay: 60 });
	// What the last input changed is shown, and reported, by then.
	await page.waitForTimeout(500);
	const { shifts, delays } = await measured();
	await close();
	const sum = (values: number[]) => values.reduce((total, one) => total + one, 0);
	return { blocking: sum(tasks), shift: sum(shifts), delay: Math.max(0, ...delays) };
}

/* Runs in the browser, before the page. */
function observe() {
	const measured: Measured = { tasks: [], shifts: [], delays: [] };
	Object.assign(window, { measured });
	const watch = (what: PerformanceObserverInit & { durationThreshold?: number }, take: (entry: Entry) => void) =>
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries()) take(entry as Entry);
		}).observe({ ...what, buffered: true });
	watch({ type: "longtask" }, ({ duration }) => measured.tasks.push(Math.max(0, duration - 50)));
	watch({ type: "layout-shift" }, ({ value, hadRecentInput }) => {
		if (!hadRecentInput) measured.shifts.push(value);
	});
	watch({ type: "event", durationThreshold: 16 }, ({ duration, interactionId }) => {
		if (interactionId) measured.delays.push(duration);
	});
}
