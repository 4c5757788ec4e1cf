import { postForm } from "../http.ts";
import { takeTurns } from "../rounds.ts";
import type { Measure } from "../sides.ts";
import { compare, milliseconds } from "../table.ts";
import { newTemplate } from "../tenant.ts";

const COUNT = { rounds: 9, warmUp: 5 };
const CALLS = 20;
/** What the form's tab posts: a whole licence, asked for by a browser. */
const CONTROLS = { ...newTemplate(), "try-licence": "whole", "try-rules": "browser", intent: "try simulate" };

/**
 * A simulation: a licence is issued, presented and verified. Against a view of the page that it is started on.
 */
export const measureSimulation: Measure = async ({ sides }) => {
	const posted = await postForm(Object.entries(CONTROLS));
	const of = await takeTurns(COUNT, sides, async ({ app, admin }) => {
		const page = await app.costOf(CALLS, 200, () => admin.visit("/templates/new"));
		const simulation = await app.costOf(CALLS, 200, async () => {
			const answer = await admin.visit("/templates/try-it", posted);
			if (JSON.parse(answer.text).report?.verdict !== "verified") throw new Error(`simulated: ${answer.text}`);
			return answer;
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
