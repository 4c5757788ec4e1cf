import { compare, milliseconds, perSecond } from "../compare.mjs";
import { request } from "../request.mjs";
import { alternate, median } from "../rounds.mjs";
import { TEMPLATES, templateRequest } from "../tenant.mjs";

const ROUNDS = 11;
const WARM_UP_ROUNDS = 3;
const ROUND_MILLISECONDS = 1_000;
const CONNECTIONS = 8;
const HEADERS = { "content-type": "application/json" };
const AGAINST_ECHO = { atLeast: 1.5 };

/**
 * Durable writes and tokens a second, against a handler that only answers what it was sent.
 * @type {import("../surroundings.mjs").Measure}
 */
export async function measureWrites({ floor, sides, otherNode }) {
	const echo = () => request(`${floor.address}/echo`, { method: "POST", headers: HEADERS, body: template() });
	/** @type {Record<string, () => ReturnType<typeof work>>} */
	const works = { echo: () => work(floor, echo) };
	for (const { version, app, tenant } of sides) {
		const { id } = (await tenant.call("POST", TEMPLATES, templateRequest())).json;
		const path = `${TEMPLATES}/${id}`;
		const create = () => tenant.call("POST", TEMPLATES, templateRequest());
		const patch = () => tenant.call("PATCH", path, { name: templateRequest().name });
		works[`${version.name} create`] = () => work(app, create);
		works[`${version.name} patch`] = () => work(app, patch);
		works[`${version.name} token`] = () => work(app, tenant.fetchToken);
	}
	await alternate(WARM_UP_ROUNDS, works);
	const samples = await alternate(ROUNDS, works);
	const creates = { atLeast: otherNode ? 3.5 : 2.5 };
	return [
		...rows("Creates", "create", { floor: AGAINST_ECHO, older: creates }),
		...rows("PATCHes", "patch", { floor: AGAINST_ECHO, older: { atLeast: 2.5 } }),
		...rows("Tokens by client credentials", "token", { older: { atLeast: 2 } }),
	];

	/**
	 * @param {string} title
	 * @param {string} name
	 * @param {{ floor?: import("../compare.mjs").Bound, older: import("../compare.mjs").Bound }} goals
	 */
	function rows(title, name, goals) {
		/** @param {"count" | "latency" | "cpu"} what */
		const of = (what) => {
			const [echo, ours = [], older] = ["echo", `ours ${name}`, `older ${name}`].map((one) =>
				samples[one]?.map((sample) => sample[what]),
			);
			return { floor: goals.floor && echo, ours, older };
		};
		return [
			compare(`${title} a second, ${CONNECTIONS} connections`, perSecond, of("count"), goals),
			compare(`${title}: time of one among ${CONNECTIONS}`, milliseconds, of("latency"), {}),
			compare(`${title}: server CPU of one`, milliseconds, of("cpu"), {}),
		];
	}
}

function template() {
	return JSON.stringify(templateRequest());
}

/**
 * How many a second, the median of their times and what one costs the server's processor.
 * @param {import("../server.mjs").Server} server
 * @param {() => Promise<import("../request.mjs").Answer>} send
 */
async function work(server, send) {
	const before = await server.usage();
	const begin = performance.now();
	const end = begin + ROUND_MILLISECONDS;
	/** @type {number[]} */
	const times = [];
	await Promise.all(
		Array.from({ length: CONNECTIONS }, async () => {
			while (performance.now() < end) times.push((await send()).milliseconds);
		}),
	);
	const count = (times.length * 1000) / (performance.now() - begin);
	const cpu = ((await server.usage()).cpuMilliseconds - before.cpuMilliseconds) / times.length;
	return { count, latency: median(times), cpu };
}
