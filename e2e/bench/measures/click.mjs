import { openCold } from "../browser.mjs";
import { spread } from "../compare.mjs";
import { median, takeTurns } from "../rounds.mjs";

const ROUNDS = 11;
const MAX = 260;

/**
 * From the first click on "New template" to its form, 150 ms away from the server.
 * @type {import("../surroundings.mjs").Measure}
 */
export async function measureClick({ openBrowser, sides }) {
	const browser = await openBrowser();
	const [own = [], older] = await takeTurns(ROUNDS, sides, (side) => openForm(browser, side));
	return [
		{
			measure: "List to the new template's form, first click, 150 ms away",
			...{ floor: "150 ms", ours: spread(own), older: older && spread(older) },
			...{ ratio: median(own) / 150, goal: `≤ ${MAX} ms`, met: median(own) <= MAX },
		},
	];
}

/**
 * @param {import("@playwright/test").Browser} browser
 * @param {import("../surroundings.mjs").Side} side
 */
async function openForm(browser, { app, admin }) {
	const { page, close } = await openCold(browser, admin, { network: "distant" });
	await page.addInitScript(observe);
	await page.goto(`${app.address}/templates`, { waitUntil: "networkidle" });
	await page.getByRole("link", { name: "New template", exact: true }).click();
	await page.getByRole("textbox", { name: "Name", exact: true }).waitFor();
	await page.waitForFunction(() => performance.getEntriesByName("shown").length > 0);
	const milliseconds = await page.evaluate(() => performance.measure("opening", "clicked", "shown").duration);
	await close();
	return milliseconds;

	/* Runs in the browser, before the page: this way the time that the commands take does not count. */
	function observe() {
		window.addEventListener(
			"click",
			({ timeStamp }) => {
				performance.mark("clicked", { startTime: timeStamp });
				/** @param {number} now */
				const look = (now) => {
					if (document.getElementById("name")) performance.mark("shown", { startTime: now });
					else requestAnimationFrame(look);
				};
				requestAnimationFrame(look);
			},
			true,
		);
	}
}
