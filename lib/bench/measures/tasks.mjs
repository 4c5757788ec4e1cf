import { openCold } from "../browser.mjs";
import { median, spread, takeTurns } from "../rounds.mjs";

const ROUNDS = 5;
/** Other consoles, on the same task under the same conditions on a 2-core machine, in milliseconds. */
const REACT_ADMIN = 3620;
const PAYLOAD = 5687;

/** From an empty cache to a created template, on a slow network and processor. @type {import("../bench.mjs").Measure} */
export async function measureTasks({ browser, sides }) {
	const slow = /** @type {const} */ ({ network: "slow", slowProcessor: true });
	const [own, beside] = await takeTurns(ROUNDS, sides, (side) => createTemplate(browser, side, slow));
	const ours = median(own.map(({ created }) => created));
	const works = await createTemplate(browser, sides[0], { scripts: false }).then(
		() => true,
		() => false,
	);
	return [
		{
			measure: "Cold task: open form → created",
			...{ floor: `${REACT_ADMIN} ms (react-admin, measured before)`, ours: inWords(own, "created") },
			...{ beside: beside && inWords(beside, "created") },
			...{ ratio: ours / REACT_ADMIN, goal: `≤ 0.55 × ${REACT_ADMIN}, ≤ 0.35 × ${PAYLOAD} (Payload)` },
			met: ours <= 0.55 * REACT_ADMIN && ours <= 0.35 * PAYLOAD,
		},
		{
			measure: "The same without JavaScript; form usable, cold",
			...{ floor: "", ours: `${works ? "created" : "failed"}; ${inWords(own, "visible")}` },
			...{ beside: beside && inWords(beside, "visible") },
			...{ goal: "created", met: works },
		},
	];
}

function inWords(samples, time) {
	return spread(samples.map((sample) => sample[time]));
}

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
