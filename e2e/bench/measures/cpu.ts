import { request } from "../http.ts";
import { takeTurns } from "../rounds.ts";
import type { Measure } from "../sides.ts";
import { compare, milliseconds } from "../table.ts";

const VIEWS = 40;
/** Code is compiled anew over its first hundreds of runs: 600 views that do not count. */
const COUNT = { rounds: 9, warmUp: 15 };

/** What a page view costs the server. */
export const measureCpu: Measure = async ({ floor, sides }) => {
	const of = await takeTurns(
		COUNT,
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
