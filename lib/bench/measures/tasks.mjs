import { openCold } from "../browser.mjs";
import { median } from "../rounds.mjs";

const ROUNDS = 5;
/** Other consoles, on the same task under the same conditions on a 2-core machine, in milliseconds. */
const REACT_ADMIN = 3620;
const PAYLOAD = 5687;
const SLOW = { slowNetwork: true, slowProcessor: true };

/** From an empty cache to a created template, on a slow network and processor. @type {import("../bench.mjs").Measure} */
export async function measureTasks({ browser, app, admin }) {
	const [created, visible] = [[], []];
	for (let round = 0; round < ROUNDS; round += 1) {
		const times = await createTemplate(browser, admin, app.address, SLOW);
		created.push(times.created);
		visible.push(times.visible);
	}
	const ours = median(created);
	const works = await createTemplate(browser, admin, app.address, { scripts: false }).then(
		() => true,
		() => false,
	);
	return [
		{
			measure: "Cold task: open form → created",
			...{ floor: `${REACT_ADMIN} ms (react-admin, measured before)`, ours: `${ours.toFixed(0)} ms` },
			...{ ratio: ours / REACT_ADMIN, goal: `≤ 0.45 × ${REACT_ADMIN}, ≤ 0.28 × ${PAYLOAD} (Payload)` },
			met: ours <= 0.45 * REACT_ADMIN && ours <= 0.28 * PAYLOAD,
		},
		{
			measure: "The same without JavaScript; form usable, cold",
			...{ floor: "", ours: `${works ? "created" : "failed"}; ${median(visible).toFixed(0)} ms` },
			...{ goal: "created", met: works },
		},
	];
}

async function createTemplate(browser, admin, address, conditions) {
	const { page, close } = await openCold(browser, admin, conditions);
	try {
		const begin = performance.now();
		await page.goto(`${address}/templates/new`, { waitUntil: "commit" });
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
