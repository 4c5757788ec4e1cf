import { openCold } from "../browser.mjs";
import { spread } from "../compare.mjs";
import { median, takeTurns } from "../rounds.mjs";

const ROUNDS = 5;
/** Other consoles, on the same task under the same conditions on a 2-core machine, in milliseconds. */
const REACT_ADMIN = 3620;
const PAYLOAD = 5687;

/** @typedef {Awaited<ReturnType<typeof createTemplate>>} Times */

/**
 * From an empty cache to a created template, on a slow network and processor.
 * @type {import("../surroundings.mjs").Measure}
 */
export async function measureTasks({ openBrowser, sides, ...own }) {
	const browser = await openBrowser();
	const slow = /** @type {const} */ ({ network: "slow", slowProcessor: true });
	const samples = await takeTurns(ROUNDS, sides, (side) => createTemplate(browser, side, slow));
	/** @param {keyof Times} time */
	const of = (time) => samples.map((side) => side.map((sample) => sample[time]));
	const [[created = [], olderCreated], [visible = [], olderVisible]] = [of("created"), of("visible")];
	const works = await createTemplate(browser, own, { scripts: false }).then(
		() => true,
		() => false,
	);
	return [
		{
			measure: "Cold task: open form → created",
			...{ floor: `${REACT_ADMIN} ms (react-admin, measured before)`, ours: spread(created) },
			...{ older: olderCreated && spread(olderCreated) },
			...{ ratio: median(created) / REACT_ADMIN, goal: `≤ 0.55 × ${REACT_ADMIN}, ≤ 0.35 × ${PAYLOAD} (Payload)` },
			met: median(created) <= 0.55 * REACT_ADMIN && median(created) <= 0.35 * PAYLOAD,
		},
		{
			measure: "The same without JavaScript; form usable, cold",
			...{ floor: "", ours: `${works ? "created" : "failed"}; ${spread(visible)}` },
			...{ older: olderVisible && spread(olderVisible) },
			...{ goal: "created", met: works },
		},
	];
}

/**
 * @param {import("@playwright/test").Browser} browser
 * @param {Pick<import("../surroundings.mjs").Side, "app" | "admin">} side
 * @param {Parameters<typeof openCold>[2]} conditions
 */
async function createTemplate(browser, { app, admin }, conditions) {
	const { page, close } = await openCold(browser, admin, conditions);
	try {
		const begin = performance.now();
		await page.goto(`${app.address}/templates/new`, { waitUntil: "commit" });
		const name = page.getByRole("textbox", { name: "Name", exact: true });
		await name.waitFor();
		const visible = performance.now() - begin;
		await name.fill(`Cold ${crypto.randomUUID()}`);
		await page.getByRole("checkbox", { name: "Photo", exact: true }).check();
		await page.getByRole("button", { name: "Create template" }).click();
		await page.waitForURL(/\/templates\/vct_/, { waitUntil: "commit" });
		await page.getByRole("button", { name: "Save changes" }).waitFor();
		return { visible, created: performance.now() - begin };
	} finally {
		await close();
	}
}
