import { openCold } from "../browser.mjs";
import { newTemplate, readForm, sendForm } from "../forms.mjs";
import { request } from "../request.mjs";
import { alternate, median } from "../rounds.mjs";
import { TEMPLATES, templateRequest } from "../tenant.mjs";

const ROUNDS = 15;
const CALLS = 8;

/** Creating a template by the form's action, against the same call made directly. @type {import("../bench.mjs").Measure} */
export async function measureServerAction({ app, floor, admin, tenant, browser }) {
	const form = await readForm(admin, "/templates/new");
	const headers = { "content-type": "application/json" };
	const body = JSON.stringify(templateRequest());
	const works = {
		action: () => medianOf(() => sendForm(admin, form, newTemplate()), 303),
		raw: () => medianOf(() => tenant.call("POST", TEMPLATES, templateRequest()), 201),
		hop: () => medianOf(() => request(`${floor.address}/api/v2/echo`, { method: "POST", headers, body }), 201),
	};
	await alternate(2, works);
	const { action, raw, hop } = await alternate(ROUNDS, works);
	const calls = await countCalls(app, admin, tenant, browser);
	return [
		{
			measure: "Server action: create",
			...{ floor: `${(raw + hop).toFixed(1)} ms (raw call ${raw.toFixed(1)} + hop ${hop.toFixed(1)})` },
			...{ ours: `${action.toFixed(1)} ms`, ratio: action / (raw + hop), goal: "≤ 1.2 × (raw + hop)" },
			met: action <= 1.2 * (raw + hop),
		},
		{
			measure: "Calls to the tenant: form page / list / create / save",
			...{ floor: "0 / 1 / 1 / 2", ours: calls.join(" / "), goal: "0 / 1 / 1 / 1 + 1 conflict read" },
			met: calls.join() === "0,1,1,2",
		},
	];
}

async function medianOf(work, expected) {
	const times = [];
	for (let call = 0; call < CALLS; call += 1) {
		const { status, milliseconds, text } = await work();
		if (status !== expected) throw new Error(`answered ${status}: ${text.slice(0, 200)}`);
		times.push(milliseconds);
	}
	return median(times);
}

/** The requests that the app makes for a page, for a creation and for a save in the browser. */
async function countCalls(app, admin, tenant, browser) {
	const { id } = (await tenant.call("POST", TEMPLATES, templateRequest())).json;
	const form = await readForm(admin, "/templates/new");
	const { page, close } = await openCold(browser, admin);
	await page.goto(`${app.address}/templates/${id}`, { waitUntil: "networkidle" });
	await page.getByRole("checkbox", { name: "City", exact: true }).check();
	const counts = [];
	for (const work of [
		() => admin.visit("/templates/new"),
		() => admin.visit("/templates"),
		() => sendForm(admin, form, newTemplate()),
		async () => {
			await page.getByRole("button", { name: "Save changes" }).click();
			await page.getByText("Saved.").waitFor();
		},
	]) {
		const before = await app.usage();
		await work();
		counts.push((await app.usage()).requests - before.requests);
	}
	await close();
	return counts;
}
