// What pages cost the server's processor, and how many durable writes it makes.
import { openEcho } from "./echo.ts";
import { expectStatus, postJson, request } from "./http.ts";
import { compare, milliseconds, perSecond, takeTurns } from "./rounds.ts";
import type { Measure } from "./sides.ts";
import { templateRequest } from "./tenant.ts";

const VIEWS = 40;
/** Code is compiled anew over its first hundreds of runs: 400 views that do not count. */
const VIEW_ROUNDS = { rounds: 7, warmUp: 10 };
/** Of a view of ours to one of the other console. */
const VIEW_GOALS = { "form page": 0.7, "list page": 0.5 };
const WRITE_ROUNDS = { rounds: 11, warmUp: 3 };
const WRITE_MILLISECONDS = 1_000;
const CONNECTIONS = 8;

/** What a page view costs the server. */
export const measureCpu: Measure = async ({ sides, peers }) => {
	const payload = await peers("Payload");
	const of = await takeTurns(VIEW_ROUNDS, [...sides, ...payload], async ({ app, admin, pages }) => {
		const costs: Record<string, number> = {};
		for (const [name, path] of Object.entries(pages)) costs[name] = await app.cpuOf(VIEWS, () => admin.visit(path));
		const all = Object.values(costs);
		return { ...costs, mean: all.reduce((sum, cost) => sum + cost, 0) / all.length };
	});
	const goal = { older: { atMost: 1.05 } };
	return [
		compare("Server CPU per view, mean of list, form, template and token page", milliseconds, of("mean"), goal),
		...payload.flatMap(({ name }) =>
			Object.entries(VIEW_GOALS).map(([page, atMost]) =>
				compare(`Server CPU per view, ${page}, beside ${name}`, milliseconds, of(page, name), { beside: { atMost } }),
			),
		),
	];
};

/** Durable creates a second, against a handler of Next that only sends back what it was sent, and another console's. */
export const measureWrites: Measure = async ({ sides, peers }) => {
	const server = await openEcho();
	const payload = await peers("Payload");
	const echo = () => request(`${server.address}/echo`, postJson(templateRequest()));
	const creators = [
		{ name: "echo", create: () => expectStatus(201, echo()) },
		...sides.map(({ name, tenant }) => ({ name, create: () => tenant.createTemplate() })),
		...payload.map(({ name, create }) => ({ name, create: () => expectStatus(201, create(templateRequest().name)) })),
	];
	try {
		const of = await takeTurns(WRITE_ROUNDS, creators, async ({ create }) => ({ creates: await countOf(create) }));
		const name = `Durable creates a second, ${CONNECTIONS} connections, beside`;
		return [
			compare(`${name} an echo of Next`, perSecond, of("creates", "echo"), { beside: { atLeast: 0.8 } }),
			...payload.map((peer) =>
				compare(`${name} ${peer.name}`, perSecond, of("creates", peer.name), { beside: { atLeast: 5 } }),
			),
		];
	} finally {
		await server.stop();
	}
};

/** @returns how many a second */
async function countOf(send: () => Promise<unknown>): Promise<number> {
	const begin = performance.now();
	let count = 0;
	const connection = async () => {
		for (; performance.now() < begin + WRITE_MILLISECONDS; count += 1) await send();
	};
	await Promise.all(Array.from({ length: CONNECTIONS }, connection));
	return (count * 1000) / (performance.now() - begin);
}
