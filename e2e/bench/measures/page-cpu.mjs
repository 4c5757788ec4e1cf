import { compare, milliseconds } from "../compare.mjs";
import { pagesOf } from "../pages.mjs";
import { alternate } from "../rounds.mjs";
import { createVisitor } from "../visitor.mjs";

const ROUNDS = 9;
const VIEWS = 40;
/** Code is compiled anew over its first hundreds of runs: 600 views that do not count. */
const WARM_UP_ROUNDS = 15;
const MEAN = "mean of the four";

/** What a page view costs the server. @type {import("../surroundings.mjs").Measure} */
export async function measurePageCpu({ floor, sides, otherNode }) {
	const nobody = createVisitor(floor.address);
	/** @type {Record<string, () => Promise<number>>} */
	const works = { floor: () => cpuOfViews(floor, nobody, "/") };
	for (const { version, app, tenant, admin } of sides) {
		for (const [name, path] of Object.entries(await pagesOf(tenant))) {
			works[`${version.name} ${name}`] = () => cpuOfViews(app, admin, path);
		}
	}
	await alternate(WARM_UP_ROUNDS, works);
	const samples = await alternate(ROUNDS, works);
	for (const { version } of sides) samples[`${version.name} ${MEAN}`] = meanOf(version.name);
	return [
		row("token page", { older: { atMost: 0.75 } }),
		row("list page", otherNode ? { older: { atMost: 0.65 } } : {}),
		row("form page", {}),
		row("template page", {}),
		row(MEAN, { floor: { atMost: 2.67 }, older: { atMost: 0.7 } }),
	];

	/** @param {string} side */
	function meanOf(side) {
		const pages = Object.keys(samples).filter((name) => name.startsWith(`${side} `));
		return Array.from({ length: ROUNDS }, (_, round) =>
			pages.reduce((sum, name) => sum + (samples[name]?.[round] ?? Number.NaN) / pages.length, 0),
		);
	}

	/**
	 * @param {string} name
	 * @param {{ floor?: import("../compare.mjs").Bound, older?: import("../compare.mjs").Bound }} goals
	 */
	function row(name, goals) {
		const [ours, older] = [samples[`ours ${name}`] ?? [], samples[`older ${name}`]];
		return compare(`Server CPU per view, ${name}`, milliseconds, { ours, older, floor: samples.floor }, goals);
	}
}

/**
 * Milliseconds of the server's processor per view, one view after the other.
 * @param {import("../server.mjs").Server} server
 * @param {import("../visitor.mjs").Visitor} visitor
 * @param {string} path
 */
async function cpuOfViews(server, visitor, path) {
	const before = await server.usage();
	for (let view = 0; view < VIEWS; view += 1) {
		const { status } = await visitor.visit(path);
		if (status !== 200) throw new Error(`${path} answered ${status}`);
	}
	return ((await server.usage()).cpuMilliseconds - before.cpuMilliseconds) / VIEWS;
}
