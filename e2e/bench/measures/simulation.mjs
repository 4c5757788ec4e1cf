import { compare, milliseconds } from "../compare.mjs";
import { newTemplate } from "../forms.mjs";
import { alternate, median } from "../rounds.mjs";

const ROUNDS = 9;
const WARM_UP_ROUNDS = 5;
const CALLS = 20;
const FORM_PAGE = "/templates/new";
/** What the form's tab posts: a whole licence, asked for by a browser. */
const CONTROLS = { ...newTemplate(), "try-licence": "whole", "try-rules": "browser", intent: "try simulate" };

/**
 * A simulation: a licence is issued, presented and verified. Against a view of the page that it is started on. Versions
 * before it have none.
 * @type {import("../surroundings.mjs").Measure}
 */
export async function measureSimulation({ app, admin }) {
	const { headers, body } = await posted();
	const simulate = async () => {
		const answer = await admin.visit("/templates/try-it", { method: "POST", headers, body });
		const verdict = answer.status === 200 ? JSON.parse(answer.text).report?.verdict : undefined;
		if (verdict !== "verified") throw new Error(`simulated ${answer.status}: ${answer.text.slice(0, 200)}`);
		return answer;
	};
	const view = async () => {
		const answer = await admin.visit(FORM_PAGE);
		if (answer.status !== 200) throw new Error(`${FORM_PAGE} answered ${answer.status}`);
		return answer;
	};
	const works = { simulation: () => costOf(app, simulate), page: () => costOf(app, view) };
	await alternate(WARM_UP_ROUNDS, works);
	const { simulation = [], page = [] } = await alternate(ROUNDS, works);
	/** @param {"time" | "cpu"} what */
	const of = (what) => ({ ours: simulation.map((cost) => cost[what]), floor: page.map((cost) => cost[what]) });
	return [
		compare("Simulation, against a view of the form page", milliseconds, of("time"), { floor: { atMost: 1 } }),
		compare("Simulation: server CPU of one", milliseconds, of("cpu"), { floor: { atMost: 1 } }),
	];
}

async function posted() {
	const data = new FormData();
	for (const [name, value] of Object.entries(CONTROLS)) data.append(name, value);
	const encoded = new Response(data);
	const headers = { "content-type": encoded.headers.get("content-type") ?? "" };
	return { headers, body: Buffer.from(await encoded.arrayBuffer()) };
}

/**
 * The median time of some calls one after the other, and what one costs the server's processor.
 * @param {import("../server.mjs").Server} server
 * @param {() => Promise<import("../request.mjs").Answer>} call
 */
async function costOf(server, call) {
	const before = await server.usage();
	const times = [];
	for (let count = 0; count < CALLS; count += 1) times.push((await call()).milliseconds);
	const cpu = ((await server.usage()).cpuMilliseconds - before.cpuMilliseconds) / CALLS;
	return { time: median(times), cpu };
}
