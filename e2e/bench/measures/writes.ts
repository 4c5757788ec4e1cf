import { type Answer, postJson, request } from "../http.ts";
import { takeTurns } from "../rounds.ts";
import type { Server } from "../server.ts";
import type { Measure } from "../sides.ts";
import { compare, median, milliseconds, perSecond } from "../table.ts";
import { templateRequest } from "../tenant.ts";

const COUNT = { rounds: 11, warmUp: 3 };
const ROUND_MILLISECONDS = 1_000;
const CONNECTIONS = 8;
const AGAINST_ECHO = { floor: { atLeast: 2 } };

/** Durable writes and tokens a second, against a handler that only answers what it was sent. */
export const measureWrites: Measure = async ({ floor, sides }) => {
	const of = await takeTurns(
		COUNT,
		sides,
		async ({ app, tenant, templateId }) => {
			const patch = () => tenant.rename(templateId);
			return {
				...(await work("create", app, tenant.createTemplate)),
				...(await work("patch", app, patch)),
				...(await work("token", app, tenant.fetchToken)),
			};
		},
		() => work("echo", floor, () => request(`${floor.address}/echo`, postJson(templateRequest()))),
	);
	return [
		...rows("Creates", "create", "echo"),
		...rows("PATCHes", "patch", "echo"),
		...rows("Tokens by client credentials", "token"),
	];

	function rows(title: string, name: string, peer?: string) {
		const samples = (what: string) => of(`${name} ${what}`, peer && `${peer} ${what}`);
		const goal = peer === undefined ? {} : AGAINST_ECHO;
		return [
			compare(`${title} a second, ${CONNECTIONS} connections`, perSecond, samples("count"), goal),
			compare(`${title}: time of one among ${CONNECTIONS}`, milliseconds, samples("latency")),
			compare(`${title}: server CPU of one`, milliseconds, samples("cpu")),
		];
	}
};

/** How many a second, the median of their times and what one costs the server's processor. */
async function work(name: string, server: Server, send: () => Promise<Answer>) {
	const begin = performance.now();
	const end = begin + ROUND_MILLISECONDS;
	const times: number[] = [];
	const cpu = await server.cpuOf(async () => {
		const connection = async () => {
			while (performance.now() < end) times.push((await send()).milliseconds);
		};
		await Promise.all(Array.from({ length: CONNECTIONS }, connection));
	});
	const seconds = (performance.now() - begin) / 1000;
	return {
		[`${name} count`]: times.length / seconds,
		[`${name} latency`]: median(times),
		[`${name} cpu`]: cpu / times.length,
	};
}
