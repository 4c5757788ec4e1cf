import { request } from "../request.mjs";
import { alternate } from "../rounds.mjs";
import { TEMPLATES, templateRequest } from "../tenant.mjs";

const ROUNDS = 7;
const ROUND_MILLISECONDS = 1_500;
const CONNECTIONS = 8;

/** Durable writes a second, against a handler that only answers what it was sent. @type {import("../bench.mjs").Measure} */
export async function measureWrites({ floor, tenant }) {
	const { id } = (await tenant.call("POST", TEMPLATES, templateRequest())).json;
	const headers = { "content-type": "application/json" };
	const works = {
		echo: () =>
			perSecond(() =>
				request(`${floor.address}/api/v2/echo`, { method: "POST", headers, body: JSON.stringify(templateRequest()) }),
			),
		create: () => perSecond(() => tenant.call("POST", TEMPLATES, templateRequest())),
		patch: () => perSecond(() => tenant.call("PATCH", `${TEMPLATES}/${id}`, { name: templateRequest().name })),
	};
	await alternate(1, works);
	const { echo, create, patch } = await alternate(ROUNDS, works);
	return [row("Creates a second, durable", create), row("PATCHes a second, durable", patch)];

	function row(measure, ours) {
		return {
			...{ measure, floor: `${echo.toFixed(0)}/s (echo)`, ours: `${ours.toFixed(0)}/s`, ratio: ours / echo },
			...{ goal: "≥ 0.65 × the echo", met: ours >= 0.65 * echo },
		};
	}
}

/** @param {() => Promise<unknown>} work */
async function perSecond(work) {
	const end = performance.now() + ROUND_MILLISECONDS;
	let count = 0;
	await Promise.all(
		Array.from({ length: CONNECTIONS }, async () => {
			while (performance.now() < end) {
				await work();
				count += 1;
			}
		}),
	);
	return (count * 1000) / ROUND_MILLISECONDS;
}
