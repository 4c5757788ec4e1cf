import { openCold } from "../browser.mjs";
import { median, spread, takeTurns } from "../rounds.mjs";

const ROUNDS = 11;
const MAX = 260;

/** From the first click on "New template" to its form, 150 ms away from the server. @type {import("../bench.mjs").Measure} */
export async function measureClick({ browser, sides }) {
	const [own, beside] = await takeTurns(ROUNDS, sides, (side) => openForm(browser, side));
	return [
		{
			measure: "List to the new template's form, first click, 150 ms away",
			...{ floor: "150 ms", ours: spread(own), beside: beside && spread(beside) },
			...{ ratio: median(own) / 150, goal: `≤ ${MAX} ms`, met: median(own) <= MAX },
		},
	];
}

async function openForm(browser, { app, admin }) {
	const { page, close } = await openCold(browser, admin, { network: "distant" });
	await page.addInitScript(observe);
	await page.goto(`${app.address}/templates`, { waitUntil: "networkidle" });
	await page.getByRole("link", { name: "New template", exact: true }).click();
	await page.getByRole("textbox", { name: "Name", exact: true }).waitFor();
	const milliseconds = await page.evaluate(() => window.shownAt - window.clickedAt);
	await close();
	return milliseconds;

	/* Runs in the browser, before the page: this way the time that the commands take does not count. */
	function observe() {
		window.addEventListener(
			"click",
			({ timeStamp }) => {
				window.clickedAt = timeStamp;
				const look = (now) => {
					if (document.getElementById("name")) window.shownAt = now;
					else requestAnimationFrame(look);
				};
				requestAnimationFrame(look);
			},
			true,
		);
	}
}
