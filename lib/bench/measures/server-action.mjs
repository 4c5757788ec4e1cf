import { readForm, sendForm } from "../forms.mjs";
import { request } from "../request.mjs";
import { alternate, median } from "../rounds.mjs";
import { TEMPLATES, templateRequest } from "../tenant.mjs";

const ROUNDS = 7;
const CALLS = 15;

/** Creating a template by the form's action, against the same call made directly. @type {import("../bench.mjs").Measure} */
export async function measureServerAction({ app, floor, admin, tenant }) {
	const form = await readForm(admin, "/templates/new");
	const fields = () => ({
		name: templateRequest().name,
		attribute: "portrait",
		type: "mdl",
		dialect: "simplified/1.0",
	});
	const headers = { "content-type": "application/json" };
	const body = JSON.stringify(templateRequest());
	const works = {
		action: () => medianOf(() => sendForm(admin, form, fields()), 303),
		raw: () => medianOf(() => tenant.call("POST", TEMPLATES, templateRequest()), 201),
		hop: () => medianOf(() => request(`${floor.address}/api/v2/echo`, { method: "POST", headers, body }), 201),
	};
	await alternate(1, works);
	const { action, raw, hop } = await alternate(ROUNDS, works);
	const calls = await countCalls(app, admin, tenant);
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

async function countCalls(app, admin, tenant) {
	const { id } = (await tenant.call("POST", TEMPLATES, templateRequest())).json;
	const create = await readForm(admin, "/templates/new");
	const edit = await readForm(admin, `/templates/${id}`);
	const counts = [];
	for (const work of [
		() => admin.visit("/templates/new"),
		() => admin.visit("/templates"),
		() => sendForm(admin, create, { name: templateRequest().name, attribute: "portrait" }),
		() => sendForm(admin, edit, { name: templateRequest().name, attribute: "portrait" }),
	]) {
		const before = await app.usage();
		await work();
		counts.push((await app.usage()).requests - before.requests);
	}
	return counts;
}
