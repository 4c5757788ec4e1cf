import { openCold } from "../browser.mjs";
import { compare, milliseconds } from "../compare.mjs";
import { newTemplate, readForm, sendForm } from "../forms.mjs";
import { request } from "../request.mjs";
import { alternate, median } from "../rounds.mjs";
import { TEMPLATES, templateRequest } from "../tenant.mjs";

const ROUNDS = 15;
const CALLS = 8;

/** Creating a template by the form's action, against the same call made directly. @type {import("../surroundings.mjs").Measure} */
export async function measureServerAction({ floor, sides, openBrowser, ...own }) {
	const headers = { "content-type": "application/json" };
	const body = JSON.stringify(templateRequest());
	/** @type {Record<string, () => Promise<number>>} */
	const works = {
		raw: () => medianOf(() => own.tenant.call("POST", TEMPLATES, templateRequest()), 201),
		hop: () => medianOf(() => request(`${floor.address}/echo`, { method: "POST", headers, body }), 201),
	};
	for (const { version, admin } of sides) {
		const form = await readForm(admin, "/templates/new");
		works[version.name] = () => medianOf(() => sendForm(admin, form, newTemplate()), 303);
	}
	await alternate(2, works);
	const { raw = [], hop = [], ours = [], older } = await alternate(ROUNDS, works);
	const least = raw.map((time, round) => time + (hop[round] ?? Number.NaN));
	const calls = await countCalls(own, await openBrowser());
	return [
		compare(
			"Server action: create, against raw call and hop",
			milliseconds,
			{ ours, floor: least, older },
			{ floor: { atMost: 1.2 } },
		),
		{
			measure: "Calls to the tenant: form page / list / create / save",
			...{ floor: "0 / 1 / 1 / 2", ours: calls.join(" / "), goal: "0 / 1 / 1 / 1 + 1 conflict read" },
			met: calls.join() === "0,1,1,2",
		},
	];
}

/**
 * @param {() => Promise<import("../request.mjs").Answer>} work
 * @param {number} expected status
 */
async function medianOf(work, expected) {
	const times = [];
	for (let call = 0; call < CALLS; call += 1) {
		const { status, milliseconds, text } = await work();
		if (status !== expected) throw new Error(`answered ${status}: ${text.slice(0, 200)}`);
		times.push(milliseconds);
	}
	return median(times);
}

/**
 * The requests that the app makes for a page, for a creation and for a save in the browser.
 * @param {Pick<import("../surroundings.mjs").Side, "app" | "admin" | "tenant">} side
 * @param {import("@playwright/test").Browser} browser
 */
async function countCalls({ app, admin, tenant }, browser) {
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
