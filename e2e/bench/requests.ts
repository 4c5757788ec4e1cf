// What requests cost the server: pages, writes and tokens, logins, a server action, a simulation.
import { setTimeout as delay } from "node:timers/promises";
import { postForm, postJson, type Result, request } from "./http.ts";
import { compare, median, milliseconds, perSecond, takeTurns } from "./rounds.ts";
import type { Server } from "./server.ts";
import type { Measure, Side } from "./sides.ts";
import { newTemplate, templateRequest } from "./tenant.ts";

const VIEWS = 40;
/** Code is compiled anew over its first hundreds of runs: 600 views that do not count. */
const VIEW_ROUNDS = { rounds: 9, warmUp: 15 };
const WRITE_ROUNDS = { rounds: 11, warmUp: 3 };
const WRITE_MILLISECONDS = 1_000;
const CONNECTIONS = 8;
const LOGIN_ROUNDS = { rounds: 5 };
const LOGINS = 60;
const QUIET_MILLISECONDS = 3_000;
/** Writes begin at this pace whether those before have ended or not, so that one that waits long hides no others. */
const PACE_MILLISECONDS = 50;
const ACTION_ROUNDS = { rounds: 15, warmUp: 2 };
const ACTIONS = 8;
const SIMULATION_ROUNDS = { rounds: 9, warmUp: 5 };
const SIMULATIONS = 20;
/** The form of its tab: a whole licence, requested by a browser. */
const SIMULATION = { ...newTemplate(), "try-licence": "whole", "try-rules": "browser", intent: "try simulate" };

/** What a page view costs the server. */
export const measureCpu: Measure = async ({ floor, sides }) => {
	const of = await takeTurns(
		VIEW_ROUNDS,
		sides,
		async ({ app, admin, pages }) => {
			const costs: Record<string, number> = {};
			for (const [name, path] of Object.entries(pages)) {
				costs[name] = (await app.costOf(VIEWS, 200, () => admin.visit(path))).cpu;
			}
			const all = Object.values(costs);
			return { ...costs, "mean of the four": all.reduce((sum, cost) => sum + cost, 0) / all.length };
		},
		() => floor.costOf(VIEWS, 200, () => request(floor.address)),
	);
	const row = (name: string, floorTimes?: number) =>
		compare(`Server CPU per view, ${name}`, milliseconds, of(name, "cpu"), {
			...(floorTimes && { floor: { atMost: floorTimes } }),
		});
	return [
		...["token page", "list page", "form page", "template page"].map((name) => row(name)),
		row("mean of the four", 2.2),
	];
};

/** Durable writes and tokens a second, against a handler that only sends back what it was sent. */
export const measureWrites: Measure = async ({ floor, sides }) => {
	const of = await takeTurns(
		WRITE_ROUNDS,
		sides,
		async ({ app, tenant, templateId }) => ({
			...(await work("create", app, tenant.createTemplate)),
			...(await work("patch", app, () => tenant.rename(templateId))),
			...(await work("token", app, tenant.fetchToken)),
		}),
		() => work("echo", floor, () => echo(floor)),
	);
	return [
		...rows("Creates", "create", "echo"),
		...rows("PATCHes", "patch", "echo"),
		...rows("Tokens by client credentials", "token"),
	];

	function rows(title: string, name: string, peer?: string) {
		const samples = (what: string) => of(`${name} ${what}`, peer && `${peer} ${what}`);
		const goal = peer === undefined ? {} : { floor: { atLeast: 2 } };
		return [
			compare(`${title} a second, ${CONNECTIONS} connections`, perSecond, samples("count"), goal),
			compare(`${title}: time of one among ${CONNECTIONS}`, milliseconds, samples("latency")),
			compare(`${title}: server CPU of one`, milliseconds, samples("cpu")),
		];
	}
};

/** How many a second, the median of their times and what one costs the server's processor. */
async function work(name: string, server: Server, send: () => Promise<Result>) {
	const begin = performance.now();
	const end = begin + WRITE_MILLISECONDS;
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

/** The same JSON through Next and back. */
function echo(floor: Server): Promise<Result> {
	return request(`${floor.address}/echo`, postJson(templateRequest()));
}

/** What a durable write takes beside many logins with wrong passwords at once, each for an account of its own. */
export const measureLogins: Measure = async ({ sides }) => {
	const of = await takeTurns(LOGIN_ROUNDS, sides, async (side) => {
		const quiet = await patchWhile(side, delay(QUIET_MILLISECONDS));
		const guesses = Array.from({ length: LOGINS }, side.tenant.guess);
		const beside = await patchWhile(side, Promise.all(guesses));
		return { quiet: median(quiet), beside: median(beside), longest: Math.max(...beside) };
	});
	const name = `A durable PATCH beside ${LOGINS} wrong logins at once, against a quiet one`;
	const floor = of("quiet").ours;
	return [
		compare(name, milliseconds, { ...of("beside"), floor }, { floor: { atMost: 3 } }),
		compare(`${name}: the longest`, milliseconds, { ...of("longest"), floor }),
	];
};

/** @returns milliseconds of the writes that were made beside a piece of work */
async function patchWhile({ tenant, templateId }: Side, work: Promise<unknown>): Promise<number[]> {
	let isOver = false;
	const over = work.finally(() => {
		isOver = true;
	});
	const patches = [];
	while (!isOver) {
		patches.push(tenant.rename(templateId));
		await delay(PACE_MILLISECONDS);
	}
	await over;
	return (await Promise.all(patches)).map((patch) => patch.milliseconds);
}

/** Creating a template by the form's action, against the same call made directly and an echo through Next. */
export const measureServerAction: Measure = async ({ floor, ours, sides }) => {
	const of = await takeTurns(
		ACTION_ROUNDS,
		sides,
		async ({ app, admin }) => {
			const form = await admin.readForm("/templates/new");
			return app.costOf(ACTIONS, 303, () => admin.sendForm(form, newTemplate()));
		},
		async () => {
			const raw = await ours.app.costOf(ACTIONS, 201, ours.tenant.createTemplate);
			return { time: raw.time + (await floor.costOf(ACTIONS, 201, () => echo(floor))).time };
		},
	);
	const goal = { floor: { atMost: 1.6 } };
	return [compare("Server action: create, against raw call and hop", milliseconds, of("time", "time"), goal)];
};

/** A licence is issued, presented and verified, against a view of the page that this is started on. */
export const measureSimulation: Measure = async ({ sides }) => {
	const form = await postForm(Object.entries(SIMULATION));
	const of = await takeTurns(SIMULATION_ROUNDS, sides, async ({ app, admin }) => {
		const page = await app.costOf(SIMULATIONS, 200, () => admin.visit("/templates/new"));
		const simulation = await app.costOf(SIMULATIONS, 200, async () => {
			const result = await admin.visit("/templates/try-it", form);
			if (JSON.parse(result.text).report?.verdict !== "verified") throw new Error(`simulated: ${result.text}`);
			return result;
		});
		return { ...simulation, pageTime: page.time, pageCpu: page.cpu };
	});
	/** Of a simulation, against the same of a page. */
	const row = (name: string, key: string, page: string) =>
		compare(name, milliseconds, { ...of(key), floor: of(page).ours }, { floor: { atMost: 1 } });
	return [
		row("Simulation, against a view of the form page", "time", "pageTime"),
		row("Simulation: server CPU of one", "cpu", "pageCpu"),
	];
};
